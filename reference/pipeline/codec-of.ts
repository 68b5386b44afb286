import type { ResponseFormat } from '../api/request.ts'
import type { Parts } from '../parts/parts.ts'
import type { Codec } from '../codecs/codec.ts'

/** Returns the codec of a negotiated media type. */
export function codecOf({ mediaType }: ResponseFormat, { codecs }: Pick<Parts, 'codecs'>): Codec {
  const codec = codecs[mediaType]
  if (!codec) throw new Error(`no codec for ${mediaType}, though it was negotiated`)
  return codec
}
