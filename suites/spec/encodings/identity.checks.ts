// The same object in every encoding.

import {
  readsAlike,
  shownAlike,
  streamsAlike,
  writtenAlike,
} from '../../../properties/laws/encodings/encodings.ts'
import { notesOf } from '../../../properties/laws/notes.ts'
import { answered } from '../../../properties/history/history.ts'
import type { Exchange } from '../../../properties/history/history.ts'
import { accepting, media } from '../../../properties/dsl/media-steps.ts'
import {
  cborDoor,
  readAs,
  shownAs,
  spokenIn,
  watchedAs,
  writtenIn,
} from '../../../properties/scenarios/encodings/encodings.ts'
import { list, versionOf, watch } from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

const [yaml, protobuf, cbor] = [spokenIn('yaml'), spokenIn('protobuf'), spokenIn('cbor')]
const behindTheGate = { needs: [`door ${cborDoor}` as const] }

/** What a watch was answered with, in a few words. */
const streamOf = (exchange: Exchange): string =>
  exchange.stream
    ? `a stream of ${exchange.answer?.headers['content-type'] ?? 'no type'}`
    : answered(exchange)

/** A watch of one collection with each of some Accept values. */
const watches = (door: string | undefined, ...types: Parameters<typeof media>[0][]) => [
  list('start', 'main'),
  ...types.map(type =>
    watch(type, 'main', {
      resourceVersion: versionOf('start'),
      headers: accepting(media(type)),
      query: { timeoutSeconds: 1 },
      ...(door === undefined ? {} : { door }),
    }),
  ),
]

export default [
  property('ENC-003', writtenIn(yaml), writtenAlike('yaml')),
  property('ENC-004', shownAs(yaml), shownAlike('yaml')),
  property('ENC-013', readAs(yaml, protobuf), readsAlike(['yaml', 'protobuf'], { mayLack: true })),
  example('ENC-025', watches(undefined, 'protobuf'), notesOf(streamOf, 'protobuf'), {
    needs: ['feature protobuf'],
  }),
  example('ENC-026', watches(undefined, 'yaml'), notesOf(streamOf, 'yaml')),
  property('ENC-027', shownAs(cbor), shownAlike('cbor'), behindTheGate),
  property('ENC-028', writtenIn(cbor), writtenAlike('cbor'), behindTheGate),
  property('ENC-031', watchedAs(cbor), streamsAlike('cbor-seq'), behindTheGate),
  example('ENC-032', watches(cborDoor, 'cbor', 'cbor-seq'), notesOf(streamOf, 'cbor', 'cbor-seq'), {
    ...behindTheGate,
  }),
]
