// What a check sends, as data: steps with labels, in which later steps refer to earlier answers.

import type { Encoding, EnvelopeOptions } from '../../fixtures/client/bodies.ts'
import type { Identity } from '../../fixtures/objects/identity.ts'
import type { Role, Term } from './term.ts'

export type { Identity }

export type PathTemplate =
  /** A collection, or with a name one object of it; `namespace: 'all'` leaves the segment out. */
  | { role: Role; namespace?: number | 'all'; name?: Term; subresource?: string }
  /** A path of its own, sent byte by byte as it stands. */
  | { path: Term }

export type RequestBody =
  /** JSON with holes. */
  | Term
  /** A text that is sent as it stands. */
  | { $text: Term }
  /** Bytes that are sent as they stand. */
  | { $base64: string }
  /** A value in an encoding, whose media type is the Content-Type unless the request names one. */
  | { $as: Encoding; $value: Term; envelope?: EnvelopeOptions }

export type RequestStep = {
  /** The label by which later steps and judges speak of this request. */
  as: string
  method: string
  to: PathTemplate
  query?: Record<string, Term>
  /** Null leaves a header out that every request has: Accept, and Content-Type beside a body. */
  headers?: Record<string, Term>
  body?: RequestBody
  who?: Identity
  /** The alternate configuration to send to, by its setting, such as `SomeGate=true`. */
  alternate?: string
}

/** A list read chunk by chunk to its end, with other steps after each chunk. */
export type PagedListStep = { walk: RequestStep; between?: RequestStep[][]; pagesMax?: number }

/**
 * A watch. The step is over when the answer has begun; the events are recorded while later steps
 * are performed, until the stream is closed or ends. A `slow` reader rests after every piece, a
 * `halting` one now and then, a `late` one reads nothing until somebody waits for its stream.
 */
export type WatchStep = { watch: RequestStep; reader?: ReadPace }

export const readPaces = ['steady', 'slow', 'halting', 'late'] as const
export type ReadPace = (typeof readPaces)[number]

/**
 * Waits until a stream has shown an object at a version, an event of a type, so many events, or
 * its end: as long as something happens, and then for a while that fits the target's pace. Where a
 * verdict hangs on its coming at all, the wait is a `patient` one: late is not lost.
 */
export type AwaitStep = { as: string; await: string; isPatient?: true } & (
  | { shows: Term }
  | { type: string }
  | { events: number }
  | { end: true }
)

/**
 * A request that is sent again and again until its answer has this status, or is a success that
 * shows this, or the target has been waited for long enough: the last answer is recorded. What is
 * shown is a part of the body; of an array some entries, in any order. With `secondAfter` it is sent
 * until the clock of the server is in a later second than at the answer of that label.
 */
export type PollStep = { until: RequestStep; status?: number; shows?: Term; secondAfter?: string }

/**
 * A definition that the cases of a run share, given by its spec without the group: who needs it
 * first makes it and waits until its types are served. Recorded is the definition as it was made.
 */
export type DefineTypeStep = { as: string; define: Term }

/**
 * Asks whether configuration would be taken: files, each a document that is written down as JSON or
 * a text as it stands, a command line of the node agent, and what is set beside them.
 */
export type ConfigCheckStep = {
  as: string
  accepts: {
    files: ConfigFileTerm[]
    flags?: Term[]
    gates?: Record<string, boolean>
    beside?: Record<string, string>
  }
}

export type ConfigFileTerm = { name: string } & ({ document: Term } | { text: Term })

/** The client leaves a stream. */
export type CloseStep = { as: string; close: string }

export type SingleStep = RequestStep | WatchStep | AwaitStep | CloseStep

/** Sequences of steps performed at the same time, in order within each lane. */
export type ConcurrentStep = { together: SingleStep[][] }

/**
 * What only the target's own controls can do; a check that uses one needs it. `expire` makes the
 * versions and tokens given out so far too old, by compacting or else by moving the clock.
 * `corrupt` makes what is stored of the object that an earlier answer showed unreadable.
 * `failHealthCheck` makes one check of `/livez` fail until the scenario is over.
 */
export type ControlStep =
  | { as: string; control: 'compact' | 'expire' | 'failHealthCheck' }
  | { as: string; control: 'corrupt'; object: string }
  | { as: string; control: 'advance'; ms: number }

export type Step =
  | SingleStep
  | PagedListStep
  | ConcurrentStep
  | ControlStep
  | PollStep
  | DefineTypeStep
  | ConfigCheckStep

export type Scenario = { steps: Step[] }

export const isPagedListStep = (step: Step): step is PagedListStep => 'walk' in step
export const isConcurrentStep = (step: Step): step is ConcurrentStep => 'together' in step
export const isWatchStep = (step: Step): step is WatchStep => 'watch' in step
export const isAwaitStep = (step: Step): step is AwaitStep => 'await' in step
export const isCloseStep = (step: Step): step is CloseStep => 'close' in step
export const isRequestStep = (step: Step): step is RequestStep => 'method' in step
export const isPollStep = (step: Step): step is PollStep => 'until' in step
export const isDefineTypeStep = (step: Step): step is DefineTypeStep => 'define' in step
export const isConfigCheckStep = (step: Step): step is ConfigCheckStep => 'accepts' in step
export const isControlStep = (step: Step): step is ControlStep => 'control' in step

/** Every request of a scenario, whatever step it stands in. */
export function requestsOf(scenario: Scenario): RequestStep[] {
  return scenario.steps.flatMap(step => {
    if (isPagedListStep(step)) return [step.walk, ...(step.between ?? []).flat()]
    if (isConcurrentStep(step)) return step.together.flat().flatMap(requestIn)
    if (isPollStep(step)) return [step.until]
    return isControlStep(step) || isDefineTypeStep(step) || isConfigCheckStep(step)
      ? []
      : requestIn(step)
  })
}

function requestIn(step: SingleStep): RequestStep[] {
  if (isWatchStep(step)) return [step.watch]
  return isAwaitStep(step) || isCloseStep(step) ? [] : [step]
}
