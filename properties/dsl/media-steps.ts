// Builds requests in encodings other than JSON: Accept headers and encoded bodies.

import type { Encoding, EnvelopeOptions } from '../../fixtures/client/bodies.ts'
import type { MediaWord } from '../../fixtures/dialects/dialect.ts'
import type { RequestBody, RequestStep } from './scenario.ts'
import type { ObjectForm, Term } from './term.ts'

/** A media type named as in the dialect, optionally with the form (`as=`) of the objects. */
export const mediaTypeTerm = (word: MediaWord, as?: ObjectForm): Term => ({
  $media: word,
  ...(as === undefined ? {} : { as }),
})

/**
 * An Accept header with these entries, in this order: media words of the dialect or literal types.
 */
export const acceptHeader = (...types: Term[]): { accept: Term } => ({
  accept: { $join: types.flatMap((type, index) => (index === 0 ? [type] : [', ', type])) },
})

/** Returns the request with these headers, which override its own. */
export const withHeaders = (request: RequestStep, headers: Record<string, Term>): RequestStep => ({
  ...request,
  headers: { ...request.headers, ...headers },
})

/**
 * A body in an encoding. `envelope` overrides fields of the Protobuf envelope, to make it wrong.
 */
export const encodedBody = (
  encoding: Encoding,
  value: Term,
  envelope?: EnvelopeOptions,
): RequestBody => ({
  $as: encoding,
  $value: value,
  ...(envelope === undefined ? {} : { envelope }),
})

/** Returns the request with its JSON body in another encoding. Other bodies stay as they are. */
export function withBodyEncoding(
  encoding: Encoding,
  request: RequestStep,
  envelope?: EnvelopeOptions,
): RequestStep {
  const { body } = request
  const isTerm =
    typeof body !== 'object' ||
    body === null ||
    !['$text', '$base64', '$as'].some(key => key in body)
  if (body === undefined || !isTerm) return request
  return { ...request, body: encodedBody(encoding, body as Term, envelope) }
}

/** A body of raw bytes. */
export const bytesBody = (raw: Uint8Array): RequestBody => ({
  $base64: Buffer.from(raw).toString('base64'),
})
