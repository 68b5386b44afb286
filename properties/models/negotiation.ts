// What the law leaves to a server that chooses how to show an answer, by the Accept header. The
// specification says little: the answer is of a listed type, and 406 is for lists of which nothing
// is served (ENC-001, ENC-005, ENC-006, ENC-029). Where blanks may stand is HTTP's (RFC 9110, 5.6).
// Of weights, of wildcards, of parameters beside those of forms and of which type of several it is,
// nothing is said; nor of letter case, which HTTP ignores (8.3.1) and a genuine server does not.

import type { ObjectForm } from '../dsl/term.ts'
import { objectForms } from '../dsl/term.ts'

/** A way to show an answer: a media type in lower case, and the form if it is not the plain one. */
export type Representation = { type: string; form?: ObjectForm }

export type NegotiationOutcome = {
  /** One of these ways it is shown, */
  shown: Representation[]
  /** or it is refused with 406. */
  mayRefuse: boolean
  /** Whether that leaves everything open: the law says nothing of this header. */
  isUnknown: boolean
}

/** What a part of the list asks for: ways that it names, and ways that it may mean. */
type Asked = { named: Representation[]; perhaps: Representation[]; mayRefuse?: true }

export type AvailableRepresentations = {
  /** All ways in which this answer can be shown. */
  ways: Representation[]
  /** The group of the forms, `meta.<api-domain>`. */
  group: string
}

/** What may come of a request with this Accept header, for an answer that can be shown in these ways. */
export function negotiate(
  header: string | null | undefined,
  served: AvailableRepresentations,
): NegotiationOutcome {
  const { ways } = served
  const everything = { shown: ways, mayRefuse: true, isUnknown: true }
  if (header === null || header === undefined)
    return { shown: ways.filter(isPlainJson), mayRefuse: false, isUnknown: false }
  const parts = header.split(',').map(trimmed)
  // Members that are empty are ignored (RFC 9110, 5.6.1); of nothing at all nothing is said.
  const members = parts.filter(part => part !== '')
  // One that is no media type may spoil the others: a genuine server gives up at some of them, and
  // knows no blanks but spaces.
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

/** Whether an answer of a status is one of those; `way` is how it was shown. */
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
  // Metadata of one object where the answer is a list, or of a list where it is one: a genuine
  // server refuses whatever else stands in the header. Of Tables it is said that one may fall back.
  const isOfOtherNumber = named.length === 0 && rest.some(piece => piece.includes('Partial'))
  return {
    named,
    perhaps: isUnclear ? ofType : [],
    ...(isOfOtherNumber ? { mayRefuse: true } : {}),
  }
}

const isInRange = (type: string, main: string, sub: string): boolean =>
  (main === '*' || type.startsWith(`${main}/`)) && (sub === '*' || type.endsWith(`/${sub}`))

/** The form that parameters name; nothing for none of them. */
function formAsked(pieces: string[], group: string): ObjectForm | undefined | 'unclear' {
  const read = pieces.map(piece => parameter.exec(piece))
  const named = new Map(read.map(match => [match?.[1] ?? '', match?.[2] ?? '']))
  const form = objectForms.find(one => one === named.get('as'))
  if (pieces.length === 0) return undefined
  const isWhole = pieces.length === 3 && named.size === 3 && form !== undefined
  return isWhole && named.get('g') === group && named.get('v') === 'v1' ? form : 'unclear'
}
