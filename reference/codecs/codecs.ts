import type { Dialect } from '../api/dialect.ts'
import type { Gates } from '../api/gates.ts'
import { cbor } from './cbor-codec.ts'
import type { Codec } from './codec.ts'
import { json } from './json-codec.ts'
import { yaml } from './yaml-codec.ts'
import { protobufCodec } from './protobuf.ts'

type Words = Pick<Dialect, 'apiDomain' | 'protobufType' | 'heedsEnvelope' | 'cborStrings'>

/** What is spoken, by media type; the first is for clients that do not care (ENC-001 to ENC-032). */
export const codecsOf = (
  { apiDomain, protobufType, heedsEnvelope, cborStrings }: Words,
  gates: Pick<Gates, 'CBORServingAndStorage'>,
): { readonly [mediaType: string]: Codec } => ({
  'application/json': json,
  'application/yaml': yaml,
  [protobufType]: protobufCodec({ mediaType: protobufType, apiDomain, heedsEnvelope }),
  ...(gates.CBORServingAndStorage && { 'application/cbor': cbor({ strings: cborStrings }) }),
})
