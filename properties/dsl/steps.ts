// Short forms for the steps that most scenarios are made of.

import { isAwait } from './scenario.ts'
import type {
  Await,
  Close,
  Control,
  Identity,
  Reader,
  Request,
  Scenario,
  Single,
  Step,
  Together,
  Walk,
  Watch,
} from './scenario.ts'
import type { Role, Term } from './term.ts'

export type Common = {
  namespace?: number | 'all'
  who?: Identity
  headers?: Record<string, Term>
  door?: string
}

export type ListOptions = Common & {
  limit?: Term
  continue?: Term
  resourceVersion?: Term
  match?: string
  labelSelector?: Term
  fieldSelector?: Term
  query?: Record<string, Term>
}

/** The value that an earlier answer holds at a JSON pointer. */
export const seen = (label: string, at: string): Term => ({ $seen: label, at })

export const versionOf = (label: string): Term => seen(label, '/metadata/resourceVersion')
export const nameOf = (label: string): Term => seen(label, '/metadata/name')
export const tokenOf = (label: string): Term => seen(label, '/metadata/continue')

/** This case's own name for a logical one. */
export const named = (logical: string): Term => ({ $name: logical })

/** The target's sample object of a role under a logical name, with the given content or none. */
export const sample = (role: Role, logical?: string, content?: string | null): Term => ({
  $sample: role,
  ...(logical === undefined ? {} : { name: named(logical) }),
  ...(content === undefined ? {} : { content }),
})

/** A term with places set and then dropped, by JSON pointer. */
export const edited = (term: Term, set: Record<string, Term>, drop: string[] = []): Term => ({
  $edit: term,
  set,
  drop,
})

/** POST of a sample (or of another body) to its collection. */
export function create(
  as: string,
  role: Role,
  logical: string | undefined,
  more: Common & {
    content?: string
    body?: Term
    set?: Record<string, Term>
    drop?: string[]
  } = {},
): Request {
  const base = more.body ?? sample(role, logical, more.content)
  const body = more.set || more.drop ? edited(base, more.set ?? {}, more.drop) : base
  return { as, method: 'POST', to: { role, ...place(more) }, body, ...rest(more) }
}

export const get = (
  as: string,
  role: Role,
  name: Term,
  more: Common & { resourceVersion?: Term; query?: Record<string, Term> } = {},
): Request => ({
  as,
  method: 'GET',
  to: { role, name, ...place(more) },
  query: {
    ...more.query,
    ...(more.resourceVersion === undefined ? {} : { resourceVersion: more.resourceVersion }),
  },
  ...rest(more),
})

export function list(as: string, role: Role, more: ListOptions = {}): Request {
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
    to: { role, ...place(more) },
    query: { ...Object.fromEntries(set), ...more.query },
    ...rest(more),
  }
}

/** PUT of a body, usually an earlier answer with some places changed. */
export const put = (
  as: string,
  role: Role,
  name: Term,
  body: Term,
  more: Common = {},
): Request => ({
  as,
  method: 'PUT',
  to: { role, name, ...place(more) },
  body,
  ...rest(more),
})

/** A change of an object as it stood in an earlier answer: its version is the one read there. */
export const change = (
  as: string,
  role: Role,
  of: string,
  set: Record<string, Term>,
  more: Common & { drop?: string[] } = {},
): Request => put(as, role, nameOf(of), edited(seen(of, ''), set, more.drop), more)

export const remove = (
  as: string,
  role: Role,
  name: Term,
  more: Common & { body?: Term } = {},
): Request => ({
  as,
  method: 'DELETE',
  to: { role, name, ...place(more) },
  ...(more.body === undefined ? {} : { body: more.body }),
  ...rest(more),
})

/** A request to a path of its own, sent as it stands. */
export const raw = (
  as: string,
  method: string,
  path: Term,
  more: Omit<Common, 'namespace'> & {
    body?: Request['body']
    query?: Record<string, Term>
  } = {},
): Request => ({
  as,
  method,
  to: { path },
  ...(more.body === undefined ? {} : { body: more.body }),
  ...(more.query ? { query: more.query } : {}),
  ...rest(more),
})

export const walk = (request: Request, between: Request[][] = []): Walk => ({
  walk: request,
  between,
})
export const together = (...lanes: Single[][]): Together => ({ together: lanes })

export type WatchOptions = Omit<ListOptions, 'limit' | 'continue'> & {
  bookmarks?: boolean
  initialEvents?: boolean
  reader?: Reader
}

/** A watch of a collection. */
export function watch(as: string, role: Role, more: WatchOptions = {}): Watch {
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

/** Until a stream shows an object at the version that an answer gave it. */
export const untilShown = (stream: string, label: string): Await => ({
  as: `${stream} shows ${label}`,
  await: stream,
  shows: versionOf(label),
})

/** For a verdict on whether it comes at all: the wait is a long one, as late is not lost. */
export const patiently = (step: Await): Await => ({ ...step, isPatient: true })

/** All that the scenario waits for at its top level is waited for patiently. */
export const withPatience = ({ steps: all }: Scenario): Scenario =>
  steps(...all.map(step => (isAwait(step) ? patiently(step) : step)))

export const untilEvents = (stream: string, events: number): Await => ({
  as: `${stream} has ${events} events`,
  await: stream,
  events,
})

export const untilType = (stream: string, type: string): Await => ({
  as: `${stream} has a ${type}`,
  await: stream,
  type,
})

export const untilEnd = (stream: string): Await => ({
  as: `${stream} ends`,
  await: stream,
  end: true,
})

export const leave = (stream: string): Close => ({ as: `${stream} is left`, close: stream })

/** The version of the last event or bookmark that a stream has shown so far. */
export const lastVersionOf = (stream: string): Term => seen(stream, '/version')

/** The version of the last bookmark that a stream has shown so far. */
export const lastBookmarkOf = (stream: string): Term => seen(stream, '/bookmark')

export const compact = (as: string): Control => ({ as, control: 'compact' })
export const expire = (as: string): Control => ({ as, control: 'expire' })
export const advance = (as: string, ms: number): Control => ({ as, control: 'advance', ms })

/** A scenario of these steps. */
export const steps = (...all: Step[]) => ({ steps: all })

export const place = (more: Common) =>
  more.namespace === undefined ? {} : { namespace: more.namespace }
export const rest = (more: Common) => ({
  ...(more.who ? { who: more.who } : {}),
  ...(more.headers ? { headers: more.headers } : {}),
  ...(more.door === undefined ? {} : { door: more.door }),
})
