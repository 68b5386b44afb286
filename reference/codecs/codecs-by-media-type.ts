import type { Dialect } from '../api/dialect.ts'
import type { FeatureGates } from '../api/feature-gates.ts'
import { cborCodec } from './cbor-codec.ts'
import type { Codec } from './codec.ts'
import { jsonCodec } from './json-codec.ts'
import { yamlCodec } from './yaml-codec.ts'
import { protobufCodec } from './protobuf-codec.ts'

type Words = Pick<Dialect, 'apiDomain' | 'protobufType' | 'checksProtobufEnvelope' | 'cborStrings'>

/**
 * Returns the supported codecs by media type. The first one is for clients without a preference
 * (ENC-001 to ENC-032).
 */
export const codecsByMediaType = (
  { apiDomain, protobufType, checksProtobufEnvelope, cborStrings }: Words,
  gates: Pick<FeatureGates, 'CBORServingAndStorage'>,
): { readonly [mediaType: string]: Codec } => ({
  'application/json': jsonCodec,
  'application/yaml': yamlCodec,
  [protobufType]: protobufCodec({
    mediaType: protobufType,
    apiDomain,
    heedsEnvelope: checksProtobufEnvelope,
  }),
  ...(gates.CBORServingAndStorage && { 'application/cbor': cborCodec({ strings: cborStrings }) }),
})
