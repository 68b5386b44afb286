// Checks how genuine servers treat Protobuf and CBOR where the specification is silent.

import {
  cborAnswerIsSelfDescribed,
  watchIsNotServedInYaml,
  duplicateCborKeysAreRefused,
} from '../../../properties/laws/encodings/binary-bodies.ts'
import { streamsMatchJson } from '../../../properties/laws/encodings/encodings.ts'
import { acceptHeader, bytesBody, mediaTypeTerm } from '../../../properties/dsl/media-steps.ts'
import type { RequestStep } from '../../../properties/dsl/scenario.ts'
import {
  cborGate,
  encodingChoice,
  watchInEncoding,
} from '../../../properties/scenarios/encodings/encodings.ts'
import { create, get, list, caseName, versionFrom, watch } from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

const behindTheGate = { needs: [`alternate ${cborGate}` as const] }
const inCbor = { headers: acceptHeader(mediaTypeTerm('cbor')), server: cborGate }
const fromStart = { resourceVersion: versionFrom('start'), query: { timeoutSeconds: 1 } }

const text = (value: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])

const metadata = Buffer.concat([
  text('metadata'),
  Buffer.from([0xa1]),
  text('name'),
  text('touchstone-cbor'),
])

/**
 * A create in CBOR, as a dry run. The object consists only of `metadata`, the given number of
 * times.
 */
const metadataTimes = (as: string, times: number): RequestStep => ({
  ...create(as, 'main', 'x', { server: cborGate }),
  query: { dryRun: 'All', fieldValidation: 'Ignore' },
  headers: { 'content-type': mediaTypeTerm('cbor') },
  body: bytesBody(Buffer.concat([Buffer.from([0xa0 + times]), ...Array(times).fill(metadata)])),
})

export default [
  property(
    'K8S-ENC-050',
    watchInEncoding(encodingChoice('protobuf')),
    streamsMatchJson('protobuf', ';stream=watch'),
    { needs: ['feature protobuf'] },
  ),
  example(
    'K8S-ENC-051',
    [
      list('start', 'main'),
      watch('json', 'main', fromStart),
      watch('yaml', 'main', { ...fromStart, headers: acceptHeader(mediaTypeTerm('yaml')) }),
    ],
    watchIsNotServedInYaml,
  ),
  example(
    'K8S-ENC-052',
    [
      create('object', 'main', 'x'),
      get('get', 'main', caseName('x'), inCbor),
      list('list', 'main', inCbor),
    ],
    cborAnswerIsSelfDescribed,
    behindTheGate,
  ),
  example(
    'K8S-ENC-053',
    [metadataTimes('twin', 1), metadataTimes('twice', 2)],
    duplicateCborKeysAreRefused,
    behindTheGate,
  ),
]
