// Defines terms: JSON with holes. A scenario is data, but some values are known only while it is
// performed (a version that the target issued, the namespaces leased to this case). Holes stand for
// them, so that a scenario can be generated, shrunk, saved and replayed without the target.

import type { MediaWord } from '../../fixtures/dialects/dialect.ts'
import type { TokenKey, TokenSpec } from '../../fixtures/objects/tokens.ts'
import type { Json, Role } from '../../fixtures/objects/tested-types.ts'

export { escapeSegment, isJsonObject } from '../../fixtures/objects/json.ts'
export type { Json, Role }

/** A placeholder in a term. It is filled with a value while the scenario is performed. */
export type Hole =
  /** A value in the body of an earlier answer, by step label and JSON pointer. */
  | { $seen: string; at: string }
  /** The name of this case for a logical one. Equal logical names give equal names. */
  | { $name: string }
  /** One of the namespaces leased to this case: 0, 1 or 2. */
  | { $namespace: number }
  /**
   * The target's sample object of a role, with the run label, the given content, and one of the
   * type's two values of `status`. A null content omits the field.
   */
  | { $sample: Role; name?: Term; content?: string | null; status?: 0 | 1 }
  /** A term with values set and then dropped, by JSON pointer. */
  | { $edit: Term; set?: Record<string, Term>; drop?: string[] }
  /** A name of the role's type, such as its kind or its apiVersion. */
  | { $word: 'kind' | 'apiVersion' | 'resource' | 'version' | 'group'; of: Role }
  /** An API group in the target's API domain: `meta` gives `meta.<api-domain>`. */
  | { $group: string }
  /** A media type named as in the dialect, and the form of `meta.<api-domain>/v1` to request. */
  | { $media: MediaWord; as?: ObjectForm }
  /** The nth health check that an earlier answer lists; the count wraps around. */
  | { $check: string; nth: number }
  /** The health check that the target's controls can make fail. */
  | { $failing: 'check' }
  /** The URL of a path at the host of the run, or the certificate of its authority. */
  | { $host: string }
  | { $hostAuthority: 'pem' | 'base64' }
  /** A token of an issuer at that host, signed when it is sent. Claims may contain holes. */
  | TokenHole
  | { $join: Term[] }
  /** The JSON text of an object's members except `without`, each preceded by a comma. */
  | { $members: Term; without: string[] }
  | { $repeat: string; times: number }

/** A token of an issuer at the host, signed when it is sent. Claims may contain holes. */
export type TokenHole = {
  $token: string
  claims?: Record<string, Term>
  without?: string[]
  key?: TokenKey
  lifeSeconds?: number
}

/** A JSON value in which holes may occur at any depth. */
export type Term = null | boolean | number | string | Hole | Term[] | { [key: string]: Term }

/** The alternative forms in which a server can return objects. */
export const objectForms = ['Table', 'PartialObjectMetadata', 'PartialObjectMetadataList'] as const
export type ObjectForm = (typeof objectForms)[number]

/** The values that fill the holes. */
export type HoleValues = {
  seen(label: string): unknown
  name(logical: string): string
  namespace(index: number): string
  sample(
    role: Role,
    name: string | undefined,
    content: string | null | undefined,
    status?: 0 | 1,
  ): Json
  word(word: 'kind' | 'apiVersion' | 'resource' | 'version' | 'group', role: Role): string
  group(name: string): string
  media(word: MediaWord): string
  /** Returns the names of the health checks that an answer lists. */
  checks(label: string): string[]
  failing(): string | undefined
  /** The host of the run, once it has started. */
  hosts?(): RunHost | undefined
}

/** What the holes need of the host of issuers. */
export type RunHost = {
  url: string
  certificateAuthority: string
  tokenOf(spec: TokenSpec): string
}

/** Thrown when a hole refers to an answer that does not exist or lacks the value. */
export class DanglingReference extends Error {
  override name = 'DanglingReference'
}

/**
 * Returns the term with every hole filled.
 * @throws DanglingReference when a hole refers to a missing answer or value; the step is then
 * skipped
 */
export function fillTerm(term: Term, from: HoleValues): Json {
  if (term === null || typeof term !== 'object') return term
  if (Array.isArray(term)) return term.map(part => fillTerm(part, from))
  if ('$seen' in term && typeof term.$seen === 'string')
    return seenValue(term.$seen, String(term.at), from)
  if ('$name' in term) return from.name(String(term.$name))
  if ('$namespace' in term) return from.namespace(Number(term.$namespace))
  if ('$sample' in term) return sample(term as Hole & { $sample: Role }, from)
  if ('$word' in term) return from.word(term.$word as 'kind', term.of as Role)
  if ('$group' in term) return from.group(String(term.$group))
  if ('$media' in term) return mediaType(term as Hole & { $media: MediaWord }, from)
  if ('$check' in term) return check(String(term.$check), Number(term.nth), from)
  if ('$failing' in term) return knownCheck(from.failing(), 'the target can make no check fail')
  if ('$host' in term) return `${hostsOf(from).url}${String(term.$host)}`
  if ('$hostAuthority' in term) return authority(String(term.$hostAuthority), from)
  if ('$token' in term) return token(term as TokenHole, from)
  if ('$join' in term) return (fillTerm(term.$join as Term, from) as Json[]).join('')
  if ('$members' in term) return membersText(fillTerm(term.$members as Term, from), term.without)
  if ('$repeat' in term) return String(term.$repeat).repeat(Number(term.times))
  if ('$edit' in term) return edit(term as Hole & { $edit: Term }, from)

  const entries = Object.entries(term).map(([key, part]) => [key, fillTerm(part, from)] as const)
  return Object.fromEntries(entries)
}

/** Returns the value at a JSON pointer, or undefined. */
export function valueAt(value: unknown, pointer: string): unknown {
  return segments(pointer).reduce(valueOf, value)
}

const valueOf = (holder: unknown, key: string): unknown =>
  typeof holder === 'object' && holder !== null
    ? Object.getOwnPropertyDescriptor(holder, key)?.value
    : undefined

/**
 * Returns a copy with the value at the pointer set, or dropped if `put` is undefined. Missing
 * parents become objects. In an array any segment but an index appends, and a dropped entry leaves
 * no gap.
 */
export function withValueAt(value: Json, pointer: string, put: Json | undefined): Json {
  return withValue(value, segments(pointer), put)
}

function withValue(value: Json, path: string[], put: Json | undefined): Json {
  const [key, ...rest] = path
  if (key === undefined) return put ?? null

  const had = valueOf(value, key) as Json | undefined
  if (put === undefined && had === undefined) return value
  const next = rest.length === 0 ? put : withValue(had ?? {}, rest, put)
  if (!Array.isArray(value)) return withMember(value, key, next)
  const index = /^\d+$/.test(key) ? Number(key) : value.length
  return next === undefined ? value.toSpliced(index, 1) : value.toSpliced(index, 1, next)
}

/**
 * Returns an object with one member set. Works for `__proto__`, which an assignment would not
 * create.
 */
function withMember(object: Json, key: string, member: Json | undefined): Json {
  const isObject = typeof object === 'object' && object !== null
  const members = new Map<string, Json>(isObject ? Object.entries(object) : [])
  if (member === undefined) members.delete(key)
  else members.set(key, member)
  return Object.fromEntries(members)
}

function seenValue(label: string, pointer: string, from: HoleValues): Json {
  const value = valueAt(from.seen(label), pointer)
  if (value === undefined || value === '') throw new DanglingReference(`${label} has no ${pointer}`)
  return value as Json
}

function mediaType(
  { $media: word, as }: { $media: MediaWord; as?: ObjectForm },
  from: HoleValues,
): string {
  const form = as === undefined ? '' : `;as=${as};g=${from.group('meta')};v=v1`
  return `${from.media(word)}${form}`
}

function hostsOf(from: HoleValues): RunHost {
  const hosts = from.hosts?.()
  if (!hosts) throw new DanglingReference('the host of the run has not started')
  return hosts
}

function authority(form: string, from: HoleValues): string {
  const { certificateAuthority } = hostsOf(from)
  return form === 'base64'
    ? Buffer.from(certificateAuthority).toString('base64')
    : certificateAuthority
}

function token(hole: TokenHole, from: HoleValues): string {
  const { $token: issuer, claims: described, ...others } = hole
  const claims = described && (fillTerm(described, from) as { [name: string]: Json })
  return hostsOf(from).tokenOf({ issuer, ...others, ...(claims && { claims }) })
}

/** Returns the nth check, escaped for a path or a query. */
function check(label: string, nth: number, from: HoleValues): string {
  const names = from.checks(label)
  return knownCheck(names[nth % names.length], `${label} lists no check`)
}

function knownCheck(name: string | undefined, otherwise: string): string {
  if (name === undefined) throw new DanglingReference(otherwise)
  return escapeCheckName(name)
}

function sample(
  hole: { $sample: Role; name?: Term; content?: string | null; status?: 0 | 1 },
  from: HoleValues,
): Json {
  const name = hole.name === undefined ? undefined : String(fillTerm(hole.name, from))
  return from.sample(hole.$sample, name, hole.content, hole.status)
}

function edit(
  hole: { $edit: Term; set?: Record<string, Term>; drop?: string[] },
  from: HoleValues,
): Json {
  const set = Object.entries(hole.set ?? {}).reduce(
    (value, [pointer, term]) => withValueAt(value, pointer, fillTerm(term, from)),
    fillTerm(hole.$edit, from),
  )
  return (hole.drop ?? []).reduce((value, pointer) => withValueAt(value, pointer, undefined), set)
}

function membersText(object: Json, without: unknown): string {
  const isKept = ([key]: [string, Json]) => !(Array.isArray(without) && without.includes(key))
  const members = typeof object === 'object' && object !== null ? Object.entries(object) : []
  return members
    .filter(isKept)
    .map(([key, value]) => `,${JSON.stringify(key)}:${JSON.stringify(value)}`)
    .join('')
}

const segments = (pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))

/** Escapes the name of a check for a path or a query. Slashes are not escaped. */
export const escapeCheckName = (check: string): string =>
  check.split('/').map(encodeURIComponent).join('/')

/** Reports whether a value contains the wanted part. Arrays match any entries, in any order. */
export function containsPart(wanted: unknown, value: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null) return wanted === value
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(wanted))
    return (
      Array.isArray(value) &&
      wanted.every(one => value.some((other: unknown) => containsPart(one, other)))
    )
  return Object.entries(wanted).every(([key, part]) =>
    containsPart(part, Object.getOwnPropertyDescriptor(value, key)?.value),
  )
}

/** Whether a value is a text that is not empty. */
export const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
