// Checks that an object is the same in every encoding.

import {
  readsMatchJson,
  answersMatchJson,
  streamsMatchJson,
  writesMatchJson,
} from '../../../properties/laws/encodings/encodings.ts'
import { notesOf } from '../../../properties/laws/notes.ts'
import { answerSummary } from '../../../properties/history/history.ts'
import type { Exchange } from '../../../properties/history/history.ts'
import { acceptHeader, mediaTypeTerm } from '../../../properties/dsl/media-steps.ts'
import {
  cborGate,
  readsInEncodings,
  readInEncoding,
  encodingChoice,
  watchInEncoding,
  writesInEncoding,
} from '../../../properties/scenarios/encodings/encodings.ts'
import { list, versionFrom, watch } from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

const [yaml, protobuf, cbor] = [
  encodingChoice('yaml'),
  encodingChoice('protobuf'),
  encodingChoice('cbor'),
]
const behindTheGate = { needs: [`alternate ${cborGate}` as const] }

/** Describes the answer to a watch in a few words. */
const streamOf = (exchange: Exchange): string =>
  exchange.stream
    ? `a stream of ${exchange.answer?.headers['content-type'] ?? 'no type'}`
    : answerSummary(exchange)

/** Watches of one collection, one for each of the given media types. */
const watches = (server: string | undefined, ...types: Parameters<typeof mediaTypeTerm>[0][]) => [
  list('start', 'main'),
  ...types.map(type =>
    watch(type, 'main', {
      resourceVersion: versionFrom('start'),
      headers: acceptHeader(mediaTypeTerm(type)),
      query: { timeoutSeconds: 1 },
      ...(server === undefined ? {} : { server }),
    }),
  ),
]

export default [
  property('ENC-003', writesInEncoding(yaml), writesMatchJson('yaml')),
  property('ENC-004', readInEncoding(yaml), answersMatchJson('yaml')),
  property(
    'ENC-013',
    readsInEncodings(yaml, protobuf),
    readsMatchJson(['yaml', 'protobuf'], { mayLack: true }),
  ),
  example('ENC-025', watches(undefined, 'protobuf'), notesOf(streamOf, 'protobuf'), {
    needs: ['feature protobuf'],
  }),
  example('ENC-026', watches(undefined, 'yaml'), notesOf(streamOf, 'yaml')),
  property('ENC-027', readInEncoding(cbor), answersMatchJson('cbor'), behindTheGate),
  property('ENC-028', writesInEncoding(cbor), writesMatchJson('cbor'), behindTheGate),
  property('ENC-031', watchInEncoding(cbor), streamsMatchJson('cbor-seq'), {
    ...behindTheGate,
    allowsClusterScope: true,
  }),
  example('ENC-032', watches(cborGate, 'cbor', 'cbor-seq'), notesOf(streamOf, 'cbor', 'cbor-seq'), {
    ...behindTheGate,
  }),
]
