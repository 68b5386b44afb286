// Models content negotiation: the representations that a server may choose for an Accept header. By
// the specification the answer has a listed type, and 406 is for lists of which no type is served
// (ENC-001, ENC-005, ENC-006, ENC-029). HTTP defines where blanks may be (RFC 9110, 5.6). The
// specification is silent about weights, wildcards, parameters other than those of forms, the
// choice among several types, and letter case, which HTTP ignores (8.3.1) and a genuine server does
// not.

import type { ObjectForm } from '../dsl/term.ts'
import { objectForms } from '../dsl/term.ts'

/** A representation: a media type in lower case, and the form unless it is the plain object. */
export type Representation = { type: string; form?: ObjectForm }

/** The answers that the specification permits for an Accept header. */
export type NegotiationOutcome = {
  /** The representations that the answer may have. */
  shown: Representation[]
  /** Whether the answer may be a 406 instead. */
  mayRefuse: boolean
  /** Whether every outcome is allowed, because the specification is silent about this header. */
  isUnknown: boolean
}

/** The representations that a list member names, and those that it may mean. */
type Asked = { named: Representation[]; perhaps: Representation[]; mayRefuse?: true }

/** The representations that an answer can have, before the Accept header is considered. */
export type AvailableRepresentations = {
  /** All representations that this answer can have. */
  ways: Representation[]
  /** The API group of the forms, `meta.<api-domain>`. */
  group: string
}

/**
 * Returns the allowed outcomes of a request with this Accept header, given the representations that
 * the answer can have.
 */
export function negotiate(
  header: string | null | undefined,
  served: AvailableRepresentations,
): NegotiationOutcome {
  const { ways } = served
  const everything = { shown: ways, mayRefuse: true, isUnknown: true }
  if (header === null || header === undefined)
    return { shown: ways.filter(isPlainJson), mayRefuse: false, isUnknown: false }
  const parts = header.split(',').map(trimmed)
  // Empty members are ignored (RFC 9110, 5.6.1). The specification is silent about an empty list.
  const members = parts.filter(part => part !== '')
  // An invalid media type may invalidate the whole list: a genuine server rejects some lists of
  // this kind, and it accepts no blanks but spaces.
  if (members.length === 0 || !members.every(isMediaType)) return everything
  const asked = members.map(part => askedBy(part, served))
  const named = asked.flatMap(one => one.named)
  const perhaps = asked.flatMap(one => one.perhaps)
  const shown = ways.filter(way =>
    [...named, ...perhaps].some(one => isSameRepresentation(one, way)),
  )
  const mayRefuse = named.length === 0 || asked.some(one => one.mayRefuse)
  return { shown, mayRefuse, isUnknown: mayRefuse && shown.length === ways.length }
}

/** Reports whether an answer is an allowed outcome. `way` is its representation. */
export const isAllowedOutcome = (
  { shown, mayRefuse }: NegotiationOutcome,
  answer: { status: number; way: Representation },
): boolean =>
  answer.status === 406 ? mayRefuse : shown.some(way => isSameRepresentation(way, answer.way))

export const isSameRepresentation = (a: Representation, b: Representation): boolean =>
  a.type === b.type && a.form === b.form

/** Without Accept the answer is JSON (ENC-001). */
const isPlainJson = ({ type, form }: Representation): boolean =>
  type === 'application/json' && form === undefined

const token = "[\\w!#$%&'*+.^`|~-]+"
const mediaRange = new RegExp(`^(${token})/(${token})$`)
const parameter = new RegExp(`^(${token})=(${token})$`)

const trimmed = (text: string): string => text.replaceAll(/^ +| +$/g, '')

const piecesOf = (part: string): string[] => part.split(';').map(trimmed)

function isMediaType(part: string): boolean {
  const [range = '', ...rest] = piecesOf(part)
  return mediaRange.test(range) && rest.every(piece => parameter.test(piece))
}

function askedBy(part: string, { ways, group }: AvailableRepresentations): Asked {
  const [range = '', ...rest] = piecesOf(part)
  const [, type = '', subtype = ''] = mediaRange.exec(range.toLowerCase()) ?? []
  if (`${type}${subtype}`.includes('*'))
    return { named: [], perhaps: ways.filter(way => isInRange(way.type, type, subtype)) }

  const ofType = ways.filter(way => way.type === `${type}/${subtype}`)
  const form = formAsked(rest, group)
  const isUnclear = form === 'unclear' || range !== range.toLowerCase()
  const named = isUnclear ? [] : ofType.filter(way => way.form === form)
  // A partial object for a list answer, or a partial list for a single object: a genuine server
  // refuses the request whatever else the header contains. For Tables the specification allows a
  // fallback.
  const isOfOtherNumber = named.length === 0 && rest.some(piece => piece.includes('Partial'))
  return {
    named,
    perhaps: isUnclear ? ofType : [],
    ...(isOfOtherNumber ? { mayRefuse: true } : {}),
  }
}

const isInRange = (type: string, main: string, sub: string): boolean =>
  (main === '*' || type.startsWith(`${main}/`)) && (sub === '*' || type.endsWith(`/${sub}`))

/** Returns the form that the parameters name; undefined without parameters. */
function formAsked(pieces: string[], group: string): ObjectForm | undefined | 'unclear' {
  const read = pieces.map(piece => parameter.exec(piece))
  const named = new Map(read.map(match => [match?.[1] ?? '', match?.[2] ?? '']))
  const form = objectForms.find(one => one === named.get('as'))
  if (pieces.length === 0) return undefined
  const isWhole = pieces.length === 3 && named.size === 3 && form !== undefined
  return isWhole && named.get('g') === group && named.get('v') === 'v1' ? form : 'unclear'
}
