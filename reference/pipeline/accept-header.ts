// Parses the Accept header.

/** One of the media types in an Accept header, in lower case. */
export type AcceptClause = {
  /** `type/subtype`; either may be `*`. */
  readonly mediaType: string
  /** By lower-case name; values as sent, without quotes. */
  readonly parameters: ReadonlyMap<string, string>
  readonly quality: number
}

// A header has a few kilobytes at most, but each clause is compared with every media type.
const clausesMax = 100
const parametersMax = 20

/**
 * Parses a header into clauses in the order in which they are tried: by quality, then exact clauses
 * before those with `*`, then as written (ENC-005 to ENC-008). An absent header accepts anything.
 */
export function acceptClausesOf(header: string | undefined): readonly AcceptClause[] {
  if (header === undefined || header.trim() === '') return [anything]
  return header
    .split(',', clausesMax)
    .map(clauseOf)
    .sort((a, b) => b.quality - a.quality || starsOf(a) - starsOf(b))
}

const anything: AcceptClause = { mediaType: '*/*', parameters: new Map(), quality: 1 }

function clauseOf(text: string): AcceptClause {
  const [mediaType = '', ...rest] = text.split(';', parametersMax).map(part => part.trim())
  const parameters = new Map(rest.map(parameterOf))
  const quality = parameters.get('q')
  return {
    mediaType: mediaType.toLowerCase(),
    parameters,
    quality: quality === undefined ? 1 : qualityOf(quality),
  }
}

function parameterOf(text: string): [string, string] {
  const [name = '', value = ''] = text.split('=', 2).map(part => part.trim())
  return [name.toLowerCase(), value.replace(/^"(.*)"$/, '$1')]
}

const qualityOf = (text: string): number => (/^[01](\.\d{0,3})?$/.test(text) ? Number(text) : 0)

const starsOf = ({ mediaType }: AcceptClause): number => mediaType.split('*').length

/** Whether a clause accepts a media type. */
export const acceptsMediaType = ({ mediaType }: AcceptClause, type: string): boolean =>
  mediaType === type ||
  mediaType === '*/*' ||
  (mediaType.endsWith('/*') && type.startsWith(mediaType.slice(0, -1)))
