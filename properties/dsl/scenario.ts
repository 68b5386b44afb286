// Defines scenarios, the requests of a check as data: labelled steps that may refer to earlier
// answers.

import type { Encoding, EnvelopeOptions } from '../../fixtures/client/bodies.ts'
import type { Identity } from '../../fixtures/objects/identity.ts'
import type { Role, Term } from './term.ts'

export type { Identity }

/** The path of a request: built from the type of a role, or literal. */
export type PathTemplate =
  /** A collection, or one object of it by name. `namespace: 'all'` omits the namespace segment. */
  | { role: Role; namespace?: number | 'all'; name?: Term; subresource?: string }
  /** A literal path, sent byte for byte. */
  | { path: Term }

/** The body of a request, which may contain holes. */
export type RequestBody =
  /** JSON with holes. */
  | Term
  /** A text that is sent verbatim. */
  | { $text: Term }
  /** Bytes that are sent verbatim. */
  | { $base64: string }
  /** A value in an encoding. Its media type is the Content-Type unless the request sets another. */
  | { $as: Encoding; $value: Term; envelope?: EnvelopeOptions }

/** A step that sends one request and waits for its answer. */
export type RequestStep = {
  /** The label by which later steps and judges refer to this request. */
  as: string
  method: string
  to: PathTemplate
  query?: Record<string, Term>
  /** Null omits a default header: Accept, or Content-Type of a request with a body. */
  headers?: Record<string, Term>
  body?: RequestBody
  who?: Identity
  /**
   * Another server than the target: a setting of an alternate configuration, such as
   * `SomeGate=true`, or what `onSetup`, `onAgent` or the name of a host gives.
   */
  server?: string
}

/** A list read chunk by chunk to its end, with other steps after each chunk. */
export type PagedListStep = { pagedList: RequestStep; between?: RequestStep[][] }

/**
 * A watch. The step ends when the response has begun. Events are recorded during later steps, until
 * the stream is closed or ends. A `slow` reader pauses after every chunk, a `halting` one now and
 * then. A `late` one reads nothing until a step waits for its stream.
 */
export type WatchStep = { watch: RequestStep; reader?: ReadPace }

export const readPaces = ['steady', 'slow', 'halting', 'late'] as const

/** How fast the harness reads a watch. */
export type ReadPace = (typeof readPaces)[number]

/**
 * Waits until a stream has shown an object at a version, an event of a type, this many events, or
 * its end. The wait continues while events arrive, and then for a time that depends on how fast the
 * target answers. A `patient` wait is longer, for verdicts that depend on whether the event arrives
 * at all.
 */
export type WaitStep = { as: string; waitOn: string; isPatient?: true } & (
  | { version: Term }
  | { type: string }
  | { events: number }
  | { end: true }
)

/**
 * A request that is repeated until its answer has this status, or succeeds with a body that
 * contains `shows`, or the time limit is reached. The last answer is recorded. Arrays in `shows`
 * match any entries, in any order. With `isRefused` it is repeated until the answer is a 4xx or 5xx
 * other than 429 and 503, which ask the client to retry. With `laterSecondThan` it is repeated
 * until the server's clock is in a later second than at the answer with that label.
 */
export type PollStep = {
  poll: RequestStep
  status?: number
  shows?: Term
  isRefused?: true
  laterSecondThan?: string
}

/**
 * A definition that the cases of a run share, given by its spec without the group. The first case
 * that needs it creates it and waits until its types are served. The recorded answer is the created
 * definition.
 */
export type DefineTypeStep = { as: string; define: Term }

/**
 * Asks the target whether it accepts a configuration: files (a document that is written as JSON, or
 * a literal text), a command line of the node agent, feature gates, and facts about the
 * environment, such as options of the program that reads the files.
 */
export type ConfigCheckStep = {
  as: string
  accepts: {
    files: ConfigFileTerm[]
    flags?: Term[]
    gates?: Record<string, boolean>
    facts?: Record<string, string>
  }
}

/** A file of a configuration check: a document, or a literal text. */
export type ConfigFileTerm = { name: string } & ({ document: Term } | { text: Term })

/** The client closes a stream. */
export type CloseStep = { as: string; close: string }

/** A step that may be part of a lane: a sequence in a concurrent step. */
export type SingleStep = RequestStep | WatchStep | WaitStep | CloseStep

/** Lanes of steps that are performed concurrently; each lane in order. */
export type ConcurrentStep = { concurrent: SingleStep[][] }

/**
 * An operation outside the API, by the target's controls; a check that uses one declares the need.
 * `expire` makes all issued versions and tokens too old, by compacting or by advancing the clock.
 * `corrupt` makes the stored data unreadable for the object that an earlier answer showed.
 * `failHealthCheck` makes one check of `/livez` fail until the end of the scenario.
 */
export type ControlStep =
  | { as: string; control: 'compact' | 'expire' | 'failHealthCheck' }
  | { as: string; control: 'corrupt'; object: string }
  | { as: string; control: 'advance'; ms: number }

/** Any step of a scenario. */
export type Step =
  | SingleStep
  | PagedListStep
  | ConcurrentStep
  | ControlStep
  | PollStep
  | DefineTypeStep
  | ConfigCheckStep

/** The steps to perform on a target, as data. A case file contains one scenario. */
export type Scenario = { steps: Step[] }

export const isPagedListStep = (step: Step): step is PagedListStep => 'pagedList' in step
export const isConcurrentStep = (step: Step): step is ConcurrentStep => 'concurrent' in step
export const isWatchStep = (step: Step): step is WatchStep => 'watch' in step
export const isWaitStep = (step: Step): step is WaitStep => 'waitOn' in step
export const isCloseStep = (step: Step): step is CloseStep => 'close' in step
export const isRequestStep = (step: Step): step is RequestStep => 'method' in step
export const isPollStep = (step: Step): step is PollStep => 'poll' in step
export const isDefineTypeStep = (step: Step): step is DefineTypeStep => 'define' in step
export const isConfigCheckStep = (step: Step): step is ConfigCheckStep => 'accepts' in step
export const isControlStep = (step: Step): step is ControlStep => 'control' in step

/** Returns all requests of a scenario, including those inside compound steps. */
export function requestsOf(scenario: Scenario): RequestStep[] {
  return scenario.steps.flatMap(step => {
    if (isPagedListStep(step)) return [step.pagedList, ...(step.between ?? []).flat()]
    if (isConcurrentStep(step)) return step.concurrent.flat().flatMap(requestIn)
    if (isPollStep(step)) return [step.poll]
    return isControlStep(step) || isDefineTypeStep(step) || isConfigCheckStep(step)
      ? []
      : requestIn(step)
  })
}

function requestIn(step: SingleStep): RequestStep[] {
  if (isWatchStep(step)) return [step.watch]
  return isWaitStep(step) || isCloseStep(step) ? [] : [step]
}
