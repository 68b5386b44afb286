// What the law leaves to a server that chooses how to show an answer, by the Accept header. The
// specification says little: the answer is of a listed type, and 406 is for lists of which nothing
// is served (ENC-001, ENC-005, ENC-006, ENC-029). How headers are written, letter case and blanks
// too, is HTTP's (RFC 9110, 5.6 and 8.3.1). Of weights, of wildcards, of parameters beside those of
// forms and of which type of several it is, nothing is said.

import type { Form } from '../term.ts'
import { forms } from '../term.ts'

/** A way to show an answer: a media type in lower case, and the form if it is not the plain one. */
export type Shown = { type: string; form?: Form }

export type Negotiated = {
  /** One of these ways it is shown, */
  shown: Shown[]
  /** or it is refused with 406. */
  mayRefuse: boolean
  /** Whether that leaves everything open: the law says nothing of this header. */
  isUnknown: boolean
}

/** What a part of the list asks for: ways that it names, and ways that it may mean. */
type Asked = { named: Shown[]; perhaps: Shown[] }

export type Served = {
  /** All ways in which this answer can be shown. */
  ways: Shown[]
  /** The group of the forms, `meta.<api-domain>`. */
  group: string
}

/** What may come of a request with this Accept header, for an answer that can be shown in these ways. */
export function negotiated(header: string | null | undefined, served: Served): Negotiated {
  const { ways } = served
  const everything = { shown: ways, mayRefuse: true, isUnknown: true }
  if (header === null || header === undefined)
    return { shown: ways.filter(isPlainJson), mayRefuse: false, isUnknown: false }
  const parts = header.split(',').map(part => part.trim())
  // Members that are empty are ignored (RFC 9110, 5.6.1); of nothing at all nothing is said.
  const asked = parts.filter(part => part !== '').map(part => askedBy(part, served))
  if (asked.length === 0) return everything
  const named = asked.flatMap(one => one.named)
  const perhaps = asked.flatMap(one => one.perhaps)
  const shown = ways.filter(way => [...named, ...perhaps].some(one => isSame(one, way)))
  const mayRefuse = named.length === 0
  return { shown, mayRefuse, isUnknown: mayRefuse && shown.length === ways.length }
}

/** Whether an answer of a status is one of those; `way` is how it was shown. */
export const isAllowed = (
  { shown, mayRefuse }: Negotiated,
  answer: { status: number; way: Shown },
): boolean => (answer.status === 406 ? mayRefuse : shown.some(way => isSame(way, answer.way)))

export const isSame = (a: Shown, b: Shown): boolean => a.type === b.type && a.form === b.form

/** Without Accept the answer is JSON (ENC-001). */
const isPlainJson = ({ type, form }: Shown): boolean =>
  type === 'application/json' && form === undefined

const token = "[\\w!#$%&'*+.^`|~-]+"
const mediaRange = new RegExp(`^(${token})/(${token})$`)
const parameter = new RegExp(`^(${token})=(${token})$`)

function askedBy(part: string, { ways, group }: Served): Asked {
  const [range = '', ...rest] = part.split(';').map(piece => piece.trim())
  const [, type, subtype] = mediaRange.exec(range.toLowerCase()) ?? []
  // What is no media type may be taken for any, or for none.
  if (type === undefined || subtype === undefined) return { named: [], perhaps: ways }
  if (`${type}${subtype}`.includes('*'))
    return { named: [], perhaps: ways.filter(way => isInRange(way.type, type, subtype)) }

  const ofType = ways.filter(way => way.type === `${type}/${subtype}`)
  const form = formAsked(rest, group)
  if (form === 'unclear') return { named: [], perhaps: ofType }
  return { named: ofType.filter(way => way.form === form), perhaps: [] }
}

const isInRange = (type: string, main: string, sub: string): boolean =>
  (main === '*' || type.startsWith(`${main}/`)) && (sub === '*' || type.endsWith(`/${sub}`))

/** The form that parameters name; nothing for none of them. */
function formAsked(pieces: string[], group: string): Form | undefined | 'unclear' {
  const read = pieces.map(piece => parameter.exec(piece))
  const named = new Map(read.map(match => [match?.[1]?.toLowerCase() ?? '', match?.[2] ?? '']))
  const form = forms.find(one => one === named.get('as'))
  if (pieces.length === 0) return undefined
  const isWhole = pieces.length === 3 && named.size === 3 && form !== undefined
  return isWhole && named.get('g') === group && named.get('v') === 'v1' ? form : 'unclear'
}
