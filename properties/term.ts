// JSON with holes. A scenario is data that says what to send; some of it is known only while it is
// performed (a version that the target issued, the names leased to this case). Those places are
// holes, so that a scenario can be generated, shrunk, saved and replayed without the target.

import type { Json, Role } from '../fixtures/objects/probe-types.ts'

export type { Json, Role }

export type Hole =
  /** A value of an earlier answer's body: the step's label and a JSON pointer. */
  | { $seen: string; at: string }
  /** This case's own name for the logical one; equal logical names give equal names. */
  | { $name: string }
  /** One of the namespaces leased to this case: 0, 1 or 2. */
  | { $namespace: number }
  /** The target's sample object of a role, labelled with the run, with the given content. */
  | { $sample: Role; name?: Term; content?: string }
  /** A term with places set and then dropped, by JSON pointer. */
  | { $edit: Term; set?: Record<string, Term>; drop?: string[] }
  /** The text of a role's words: its kind, or its apiVersion. */
  | { $word: 'kind' | 'apiVersion' | 'resource' | 'version' | 'group'; of: Role }
  | { $join: Term[] }
  | { $repeat: string; times: number }

export type Term = null | boolean | number | string | Hole | Term[] | { [key: string]: Term }

/** What the holes are filled from. */
export type Fillings = {
  seen(label: string): unknown
  name(logical: string): string
  namespace(index: number): string
  sample(role: Role, name: string | undefined, content: string | undefined): Json
  word(word: 'kind' | 'apiVersion' | 'resource' | 'version' | 'group', role: Role): string
}

/** A hole refers to an answer that does not exist or lacks the value. */
export class Dangling extends Error {
  override name = 'Dangling'
}

/**
 * The term with every hole filled.
 * @throws Dangling when a hole refers to what was never seen; the step is then recorded as a no-op.
 */
export function fill(term: Term, from: Fillings): Json {
  if (term === null || typeof term !== 'object') return term
  if (Array.isArray(term)) return term.map(part => fill(part, from))
  if ('$seen' in term && typeof term.$seen === 'string') return seen(term.$seen, String(term.at), from)
  if ('$name' in term) return from.name(String(term.$name))
  if ('$namespace' in term) return from.namespace(Number(term.$namespace))
  if ('$sample' in term) return sample(term as Hole & { $sample: Role }, from)
  if ('$word' in term) return from.word(term.$word as 'kind', term.of as Role)
  if ('$join' in term) return (fill(term.$join as Term, from) as Json[]).join('')
  if ('$repeat' in term) return String(term.$repeat).repeat(Number(term.times))
  if ('$edit' in term) return edit(term as Hole & { $edit: Term }, from)

  const entries = Object.entries(term).map(([key, part]) => [key, fill(part, from)] as const)
  return Object.fromEntries(entries)
}

/** The value at a JSON pointer, or undefined. */
export function valueAt(value: unknown, pointer: string): unknown {
  return segments(pointer).reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Object.getOwnPropertyDescriptor(at, key)?.value : undefined),
    value,
  )
}

/** A copy of the value with one place set; missing parents become objects. */
export function withValueAt(value: Json, pointer: string, put: Json | undefined): Json {
  const [key, ...rest] = segments(pointer)
  if (key === undefined) return put ?? null

  const copy: Json[] | Record<string, Json> = Array.isArray(value)
    ? [...value]
    : { ...(typeof value === 'object' && value !== null ? value : {}) }
  const slots = copy as Record<string, Json>
  if (rest.length > 0) {
    if (put === undefined && slots[key] === undefined) return copy
    slots[key] = withValueAt(slots[key] ?? {}, `/${rest.map(escaped).join('/')}`, put)
  } else if (put === undefined) delete slots[key]
  else slots[key] = put
  return copy
}

function seen(label: string, pointer: string, from: Fillings): Json {
  const value = valueAt(from.seen(label), pointer)
  if (value === undefined || value === '') throw new Dangling(`${label} has no ${pointer}`)
  return value as Json
}

function sample(hole: { $sample: Role; name?: Term; content?: string }, from: Fillings): Json {
  const name = hole.name === undefined ? undefined : String(fill(hole.name, from))
  return from.sample(hole.$sample, name, hole.content)
}

function edit(hole: { $edit: Term; set?: Record<string, Term>; drop?: string[] }, from: Fillings): Json {
  const set = Object.entries(hole.set ?? {}).reduce(
    (value, [pointer, term]) => withValueAt(value, pointer, fill(term, from)),
    fill(hole.$edit, from),
  )
  return (hole.drop ?? []).reduce((value, pointer) => withValueAt(value, pointer, undefined), set)
}

const segments = (pointer: string) =>
  pointer.split('/').slice(1).map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))

const escaped = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1')
