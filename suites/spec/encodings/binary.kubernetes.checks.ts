// What genuine servers do in Protobuf and CBOR where the specification is silent.

import {
  describesItself,
  hasNoWatchInYaml,
  takesNoKeyTwice,
} from '../../../properties/laws/encodings/binary-bodies.ts'
import { streamsAlike } from '../../../properties/laws/encodings/encodings.ts'
import { accepting, bytes, media } from '../../../properties/dsl/media-steps.ts'
import type { Request } from '../../../properties/dsl/scenario.ts'
import { cborDoor, spokenIn, watchedAs } from '../../../properties/scenarios/encodings/encodings.ts'
import { create, get, list, named, versionOf, watch } from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

const behindTheGate = { needs: [`door ${cborDoor}` as const] }
const inCbor = { headers: accepting(media('cbor')), door: cborDoor }
const fromStart = { resourceVersion: versionOf('start'), query: { timeoutSeconds: 1 } }

const text = (value: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])

const metadata = Buffer.concat([
  text('metadata'),
  Buffer.from([0xa1]),
  text('name'),
  text('touchstone-cbor'),
])

/** A create in CBOR of an object with nothing but some maps of metadata, as a dry run. */
const metadataTimes = (as: string, times: number): Request => ({
  ...create(as, 'main', 'x', { door: cborDoor }),
  query: { dryRun: 'All', fieldValidation: 'Ignore' },
  headers: { 'content-type': media('cbor') },
  body: bytes(Buffer.concat([Buffer.from([0xa0 + times]), ...Array(times).fill(metadata)])),
})

export default [
  property(
    'K8S-ENC-050',
    watchedAs(spokenIn('protobuf')),
    streamsAlike('protobuf', ';stream=watch'),
    { needs: ['feature protobuf'] },
  ),
  example(
    'K8S-ENC-051',
    [
      list('start', 'main'),
      watch('json', 'main', fromStart),
      watch('yaml', 'main', { ...fromStart, headers: accepting(media('yaml')) }),
    ],
    hasNoWatchInYaml,
  ),
  example(
    'K8S-ENC-052',
    [
      create('object', 'main', 'x'),
      get('get', 'main', named('x'), inCbor),
      list('list', 'main', inCbor),
    ],
    describesItself,
    behindTheGate,
  ),
  example(
    'K8S-ENC-053',
    [metadataTimes('twin', 1), metadataTimes('twice', 2)],
    takesNoKeyTwice,
    behindTheGate,
  ),
]
