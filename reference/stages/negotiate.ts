import type { Form, Incoming } from '../api/call.ts'
import type { Endpoint, Parts } from '../api/parts.ts'
import { notAcceptable, unsupportedMediaType } from '../api/status.ts'

/** The media types of a call, before its body is read. @throws 406, then 415 (ERR-022) */
export function negotiate(
  http: Incoming,
  endpoint: Endpoint,
  at: Pick<Parts, 'codecs' | 'patches'>,
): Form {
  const served = Object.keys(at.codecs)
  if (endpoint.answers === 'text') return { answer: 'text/plain', body: defaultOf(served) }
  const answer = accepted(http.headers.accept, served)
  if (answer === undefined) throw notAcceptable(served)
  if (endpoint.takes === 'nothing') return { answer, body: answer }
  const given = mediaTypeOf(http.headers['content-type'] ?? '')
  // No kind of patch goes without saying (PTCH-023).
  const [bodies, unsaid] =
    endpoint.takes === 'patch' ? [Object.keys(at.patches), ''] : [served, defaultOf(served)]
  const body = given || unsaid
  if (!bodies.includes(body)) throw unsupportedMediaType(bodies)
  return { answer, body }
}

type Clause = { mediaType: string; parameters: readonly string[]; quality: number }

/**
 * The first served type that a header accepts, by quality, then by how exact the clause is, then
 * by its place. A clause that asks for a conversion which is not served is skipped.
 */
function accepted(header: string | undefined, served: readonly string[]): string | undefined {
  if (header === undefined || header.trim() === '') return defaultOf(served)
  const clauses = header
    .split(',')
    .map(clauseOf)
    .filter(({ parameters }) => !parameters.some(asksForMore))
    .sort((a, b) => b.quality - a.quality || starsOf(a) - starsOf(b))
  for (const { mediaType } of clauses) {
    const fit = served.find(type => matches(mediaType, type))
    if (fit !== undefined) return fit
  }
  return undefined
}

function clauseOf(text: string): Clause {
  const [mediaType = '', ...rest] = text.split(';').map(part => part.trim().toLowerCase())
  const quality = rest.map(part => /^q *= *([\d.]+)$/.exec(part)?.[1]).find(Boolean)
  const parameters = rest.filter(part => !part.startsWith('q'))
  return { mediaType, parameters, quality: quality === undefined ? 1 : Number(quality) || 0 }
}

const asksForMore = (parameter: string): boolean => /^as *=/.test(parameter)

const starsOf = ({ mediaType }: Clause): number => mediaType.split('*').length

const matches = (wanted: string, type: string): boolean =>
  wanted === type ||
  wanted === '*/*' ||
  (wanted === 'application/*' && type.startsWith('application/'))

/** The type of a Content-Type; its parameters, such as a charset, say nothing here. */
const mediaTypeOf = (header: string): string => (header.split(';')[0] ?? '').trim().toLowerCase()

const defaultOf = (served: readonly string[]): string => served[0] ?? ''
