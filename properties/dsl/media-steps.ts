// Steps in other encodings than JSON: what is accepted, and what a body is written in.

import type { Encoding, EnvelopeOptions } from '../../fixtures/client/bodies.ts'
import type { MediaWord } from '../../fixtures/dialects/dialect.ts'
import type { RequestBody, RequestStep } from './scenario.ts'
import type { ObjectForm, Term } from './term.ts'

/** A media type in the dialect's words, with the form in which it is to show objects. */
export const mediaTypeTerm = (word: MediaWord, as?: ObjectForm): Term => ({
  $media: word,
  ...(as === undefined ? {} : { as }),
})

/** The headers of a request that accepts these, in this order: media words or types as they stand. */
export const acceptHeader = (...types: Term[]): { accept: Term } => ({
  accept: { $join: types.flatMap((type, index) => (index === 0 ? [type] : [', ', type])) },
})

/** The same request with headers that its own give way to. */
export const withHeaders = (request: RequestStep, headers: Record<string, Term>): RequestStep => ({
  ...request,
  headers: { ...request.headers, ...headers },
})

/** A value as a body in an encoding; Protobuf may say other things in its envelope than it should. */
export const encodedBody = (
  encoding: Encoding,
  value: Term,
  envelope?: EnvelopeOptions,
): RequestBody => ({
  $as: encoding,
  $value: value,
  ...(envelope === undefined ? {} : { envelope }),
})

/** The same request with its JSON body in another encoding. A body that is none stays as it is. */
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

/** Bytes as a body, as they stand. */
export const bytesBody = (raw: Uint8Array): RequestBody => ({
  $base64: Buffer.from(raw).toString('base64'),
})
