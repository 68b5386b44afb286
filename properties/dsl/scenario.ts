// What a check sends, as data: steps with labels, in which later steps refer to earlier answers.

import type { Encoding, EnvelopeOptions } from '../../fixtures/client/bodies.ts'
import type { Identity } from '../../fixtures/objects/identity.ts'
import type { Role, Term } from './term.ts'

export type { Identity }

export type Place =
  /** A collection, or with a name one object of it; `namespace: 'all'` leaves the segment out. */
  | { role: Role; namespace?: number | 'all'; name?: Term; subresource?: string }
  /** A path of its own, sent byte by byte as it stands. */
  | { path: Term }

export type Body =
  /** JSON with holes. */
  | Term
  /** A text that is sent as it stands. */
  | { $text: Term }
  /** Bytes that are sent as they stand. */
  | { $base64: string }
  /** A value in an encoding, whose media type is the Content-Type unless the request names one. */
  | { $as: Encoding; $value: Term; envelope?: EnvelopeOptions }

export type Request = {
  /** The label by which later steps and judges speak of this request. */
  as: string
  method: string
  to: Place
  query?: Record<string, Term>
  /** Null leaves a header out that every request has: Accept, and Content-Type beside a body. */
  headers?: Record<string, Term>
  body?: Body
  who?: Identity
  /** A setting of the same service behind another door, such as `SomeGate=true`. */
  door?: string
}

/** A list read chunk by chunk to its end, with other steps after each chunk. */
export type Walk = { walk: Request; between?: Request[][]; pagesMax?: number }

/**
 * A watch. The step is over when the answer has begun; the events are recorded while later steps
 * are performed, until the stream is closed or ends. A `slow` reader rests after every piece, a
 * `halting` one now and then, a `late` one reads nothing until somebody waits for its stream.
 */
export type Watch = { watch: Request; reader?: Reader }

export const readers = ['steady', 'slow', 'halting', 'late'] as const
export type Reader = (typeof readers)[number]

/**
 * Waits until a stream has shown an object at a version, an event of a type, so many events, or
 * its end: as long as something happens, and then for a while that fits the target's pace. Where a
 * verdict hangs on its coming at all, the wait is a `patient` one: late is not lost.
 */
export type Await = { as: string; await: string; isPatient?: true } & (
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
export type Until = { until: Request; status?: number; shows?: Term; secondAfter?: string }

/**
 * A definition that the cases of a run share, given by its spec without the group: who needs it
 * first makes it and waits until its types are served. Recorded is the definition as it was made.
 */
export type Define = { as: string; define: Term }

/**
 * Asks whether configuration would be taken: files, each a document that is written down as JSON or
 * a text as it stands, a command line of the node agent, and what is set beside them.
 */
export type Accepts = {
  as: string
  accepts: {
    files: AskedFile[]
    flags?: Term[]
    gates?: Record<string, boolean>
    beside?: Record<string, string>
  }
}

export type AskedFile = { name: string } & ({ document: Term } | { text: Term })

/** The client leaves a stream. */
export type Close = { as: string; close: string }

export type Single = Request | Watch | Await | Close

/** Sequences of steps performed at the same time, in order within each lane. */
export type Together = { together: Single[][] }

/**
 * What only the target's own controls can do; a check that uses one needs it. `expire` makes the
 * versions and tokens given out so far too old, by compacting or else by moving the clock.
 * `corrupt` makes what is stored of the object that an earlier answer showed unreadable.
 * `failHealthCheck` makes one check of `/livez` fail until the scenario is over.
 */
export type Control =
  | { as: string; control: 'compact' | 'expire' | 'failHealthCheck' }
  | { as: string; control: 'corrupt'; object: string }
  | { as: string; control: 'advance'; ms: number }

export type Step = Single | Walk | Together | Control | Until | Define | Accepts

export type Scenario = { steps: Step[] }

export const isWalk = (step: Step): step is Walk => 'walk' in step
export const isTogether = (step: Step): step is Together => 'together' in step
export const isWatch = (step: Step): step is Watch => 'watch' in step
export const isAwait = (step: Step): step is Await => 'await' in step
export const isClose = (step: Step): step is Close => 'close' in step
export const isRequest = (step: Step): step is Request => 'method' in step
export const isUntil = (step: Step): step is Until => 'until' in step
export const isDefine = (step: Step): step is Define => 'define' in step
export const isAccepts = (step: Step): step is Accepts => 'accepts' in step
export const isControl = (step: Step): step is Control => 'control' in step

/** Every request of a scenario, whatever step it stands in. */
export function requestsOf(scenario: Scenario): Request[] {
  return scenario.steps.flatMap(step => {
    if (isWalk(step)) return [step.walk, ...(step.between ?? []).flat()]
    if (isTogether(step)) return step.together.flat().flatMap(requestIn)
    if (isUntil(step)) return [step.until]
    return isControl(step) || isDefine(step) || isAccepts(step) ? [] : requestIn(step)
  })
}

function requestIn(step: Single): Request[] {
  if (isWatch(step)) return [step.watch]
  return isAwait(step) || isClose(step) ? [] : [step]
}
