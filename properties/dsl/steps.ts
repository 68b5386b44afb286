// Builds the steps that most scenarios consist of.

import { isWaitStep } from './scenario.ts'
import type {
  WaitStep,
  CloseStep,
  ControlStep,
  Identity,
  ReadPace,
  RequestStep,
  Scenario,
  SingleStep,
  Step,
  ConcurrentStep,
  PagedListStep,
  WatchStep,
} from './scenario.ts'
import type { Role, Term } from './term.ts'

/**
 * Options of most steps: the namespace by index, the identity, headers, and the server if it is not
 * the target.
 */
export type CommonStepOptions = {
  namespace?: number | 'all'
  who?: Identity
  headers?: Record<string, Term>
  server?: string
}

/** Options of lists. `match` is the value of `resourceVersionMatch`. */
export type ListStepOptions = CommonStepOptions & {
  limit?: Term
  continue?: Term
  resourceVersion?: Term
  match?: string
  labelSelector?: Term
  fieldSelector?: Term
  query?: Record<string, Term>
}

/** The value at a JSON pointer in an earlier answer. */
export const fromAnswer = (label: string, pointer: string): Term => ({
  $seen: label,
  at: pointer,
})

/** The `resourceVersion` in an earlier answer. */
export const versionFrom = (label: string): Term => fromAnswer(label, '/metadata/resourceVersion')
export const nameFrom = (label: string): Term => fromAnswer(label, '/metadata/name')

/** The continue token in an earlier list. */
export const tokenFrom = (label: string): Term => fromAnswer(label, '/metadata/continue')

/** The name of this case for a logical name. */
export const caseName = (logical: string): Term => ({ $name: logical })

/**
 * The target's sample object of a role, with a logical name and with the given content. A null
 * content omits the field.
 */
export const sampleTerm = (role: Role, logical?: string, content?: string | null): Term => ({
  $sample: role,
  ...(logical === undefined ? {} : { name: caseName(logical) }),
  ...(content === undefined ? {} : { content }),
})

/** A term with values set and then dropped, by JSON pointer. */
export const editTerm = (term: Term, set: Record<string, Term>, drop: string[] = []): Term => ({
  $edit: term,
  set,
  drop,
})

/** POST of a sample (or of another body) to its collection. */
export function create(
  as: string,
  role: Role,
  logical: string | undefined,
  more: CommonStepOptions & {
    content?: string
    body?: Term
    set?: Record<string, Term>
    drop?: string[]
  } = {},
): RequestStep {
  const base = more.body ?? sampleTerm(role, logical, more.content)
  const body = more.set || more.drop ? editTerm(base, more.set ?? {}, more.drop) : base
  return {
    as,
    method: 'POST',
    to: { role, ...namespaceOption(more) },
    body,
    ...optionalFields(more),
  }
}

export const get = (
  as: string,
  role: Role,
  name: Term,
  more: CommonStepOptions & { resourceVersion?: Term; query?: Record<string, Term> } = {},
): RequestStep => ({
  as,
  method: 'GET',
  to: { role, name, ...namespaceOption(more) },
  query: {
    ...more.query,
    ...(more.resourceVersion === undefined ? {} : { resourceVersion: more.resourceVersion }),
  },
  ...optionalFields(more),
})

export function list(as: string, role: Role, more: ListStepOptions = {}): RequestStep {
  const query: Record<string, Term | undefined> = {
    limit: more.limit,
    continue: more.continue,
    resourceVersion: more.resourceVersion,
    resourceVersionMatch: more.match,
    labelSelector: more.labelSelector,
    fieldSelector: more.fieldSelector,
  }
  const set = Object.entries(query).filter(
    (entry): entry is [string, Term] => entry[1] !== undefined,
  )
  return {
    as,
    method: 'GET',
    to: { role, ...namespaceOption(more) },
    query: { ...Object.fromEntries(set), ...more.query },
    ...optionalFields(more),
  }
}

/** PUT of a body, usually an earlier answer with some values changed. */
export const put = (
  as: string,
  role: Role,
  name: Term,
  body: Term,
  more: CommonStepOptions = {},
): RequestStep => ({
  as,
  method: 'PUT',
  to: { role, name, ...namespaceOption(more) },
  body,
  ...optionalFields(more),
})

/** A change for `updateFrom` that every type allows: the annotations, with this text. */
export const annotatedWith = (text: string): Record<string, Term> => ({
  '/metadata/annotations': { change: text },
})

/** PUT of the object in an earlier answer with changes. It sends the version read there. */
export const updateFrom = (
  as: string,
  role: Role,
  of: string,
  set: Record<string, Term>,
  more: CommonStepOptions & { drop?: string[] } = {},
): RequestStep => put(as, role, nameFrom(of), editTerm(fromAnswer(of, ''), set, more.drop), more)

export const deleteObject = (
  as: string,
  role: Role,
  name: Term,
  more: CommonStepOptions & { body?: Term } = {},
): RequestStep => ({
  as,
  method: 'DELETE',
  to: { role, name, ...namespaceOption(more) },
  ...(more.body === undefined ? {} : { body: more.body }),
  ...optionalFields(more),
})

/** A request to a literal path. */
export const rawRequest = (
  as: string,
  method: string,
  path: Term,
  more: Omit<CommonStepOptions, 'namespace'> & {
    body?: RequestStep['body']
    query?: Record<string, Term>
  } = {},
): RequestStep => ({
  as,
  method,
  to: { path },
  ...(more.body === undefined ? {} : { body: more.body }),
  ...(more.query ? { query: more.query } : {}),
  ...optionalFields(more),
})

/**
 * Reads a list chunk by chunk to its end, and performs some of the steps in `between` after each
 * chunk.
 */
export const listByChunks = (
  request: RequestStep,
  between: RequestStep[][] = [],
): PagedListStep => ({
  pagedList: request,
  between,
})

/** Performs several lanes of steps at the same time. */
export const concurrently = (...lanes: SingleStep[][]): ConcurrentStep => ({ concurrent: lanes })

/** Options of watches. `initialEvents` is the value of `sendInitialEvents`. */
export type WatchStepOptions = Omit<ListStepOptions, 'limit' | 'continue'> & {
  bookmarks?: boolean
  initialEvents?: boolean
  reader?: ReadPace
}

/** A watch of a collection. */
export function watch(as: string, role: Role, more: WatchStepOptions = {}): WatchStep {
  const { bookmarks, initialEvents, reader, query, ...options } = more
  const request = list(as, role, {
    ...options,
    query: {
      watch: '1',
      ...(bookmarks === undefined ? {} : { allowWatchBookmarks: String(bookmarks) }),
      ...(initialEvents === undefined ? {} : { sendInitialEvents: String(initialEvents) }),
      ...query,
    },
  })
  return { watch: request, ...(reader === undefined ? {} : { reader }) }
}

/** Waits until a stream shows an object at the version in an earlier answer. */
export const awaitVersion = (stream: string, label: string): WaitStep => ({
  as: `${stream} shows ${label}`,
  waitOn: stream,
  version: versionFrom(label),
})

/**
 * Makes the wait longer, for verdicts on whether the event arrives at all: a late event is not a
 * lost one.
 */
export const waitLonger = (step: WaitStep): WaitStep => ({ ...step, isPatient: true })

/** Makes every top-level wait of the scenario a longer one. */
export const waitLongerEverywhere = ({ steps: all }: Scenario): Scenario =>
  scenarioWith(...all.map(step => (isWaitStep(step) ? waitLonger(step) : step)))

/** Waits until a stream has delivered this number of events. */
export const awaitEventCount = (stream: string, events: number): WaitStep => ({
  as: `${stream} has ${events} events`,
  waitOn: stream,
  events,
})

/** Waits until a stream has delivered an event of this type. */
export const awaitEventType = (stream: string, type: string): WaitStep => ({
  as: `${stream} has a ${type}`,
  waitOn: stream,
  type,
})

/** Waits until a stream has ended. */
export const awaitEnd = (stream: string): WaitStep => ({
  as: `${stream} ends`,
  waitOn: stream,
  end: true,
})

/** Closes a stream on the side of the client. */
export const closeStream = (stream: string): CloseStep => ({
  as: `${stream} is closed`,
  close: stream,
})

/** The version of the last event or bookmark that a stream has shown so far. */
export const lastStreamVersion = (stream: string): Term => fromAnswer(stream, '/version')

/** The version of the last bookmark that a stream has shown so far. */
export const lastStreamBookmark = (stream: string): Term => fromAnswer(stream, '/bookmark')

/** Makes the server discard all versions except the newest. */
export const compactHistory = (as: string): ControlStep => ({ as, control: 'compact' })

/** Makes all versions and continue tokens that were issued so far expire. */
export const expireVersions = (as: string): ControlStep => ({ as, control: 'expire' })

/** Advances the clock of the server by some milliseconds. */
export const advanceClock = (as: string, ms: number): ControlStep => ({
  as,
  control: 'advance',
  ms,
})

/** Returns a scenario of these steps. */
export const scenarioWith = (...all: Step[]) => ({ steps: all })

export const namespaceOption = (more: CommonStepOptions) =>
  more.namespace === undefined ? {} : { namespace: more.namespace }
export const optionalFields = (more: CommonStepOptions) => ({
  ...(more.who ? { who: more.who } : {}),
  ...(more.headers ? { headers: more.headers } : {}),
  ...(more.server === undefined ? {} : { server: more.server }),
})
