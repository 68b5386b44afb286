// Checks which answers are compressed, and that compressed and plain answers are equal.

import {
  notesGzipMembers,
  requireCompressed,
  answersAreNotCompressed,
  compressedAnswerIsEqual,
} from '../../../properties/laws/encodings/negotiation-compression.ts'
import { withHeaders } from '../../../properties/dsl/media-steps.ts'
import type { RequestStep } from '../../../properties/dsl/scenario.ts'
import {
  longGets,
  longLists,
  longObject,
} from '../../../properties/scenarios/encodings/negotiation-compression.ts'
import {
  editTerm,
  get,
  closeStream,
  list,
  caseName,
  sampleTerm,
  awaitEventCount,
  versionFrom,
  watch,
} from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

const long = longObject('object', 'main', 'x', { bytes: 150_000 })
const gateShut = 'APIResponseCompression=false'
const gateOpen = 'APIResponseCompression=true'

const gzip = (request: RequestStep): RequestStep =>
  withHeaders(request, { 'accept-encoding': 'gzip' })
const needs = { needs: ['feature response-compression' as const] }

const unasked: Record<string, Record<string, string>> = {
  'no header': {},
  identity: { 'accept-encoding': 'identity' },
  others: { 'accept-encoding': 'br, deflate' },
}
const readsUnasked = Object.entries(unasked).flatMap(([as, headers]) => [
  get(`get with ${as}`, 'main', caseName('x'), { headers }),
  list(`list with ${as}`, 'main', { headers }),
])

export default [
  property('ENC-033', longGets(), compressedAnswerIsEqual, needs),
  property('ENC-034', longLists(), compressedAnswerIsEqual, needs),
  example(
    'ENC-035',
    [long, gzip(get('twin', 'main', caseName('x'))), ...readsUnasked],
    answersAreNotCompressed(
      'A response is not compressed unless the request accepts gzip.',
      ...readsUnasked.map(({ as }) => as),
    ),
  ),
  example(
    'ENC-036',
    [
      long,
      gzip(get('twin', 'main', caseName('x'), { server: gateOpen })),
      gzip(get('get', 'main', caseName('x'), { server: gateShut })),
      gzip(list('list', 'main', { server: gateShut })),
    ],
    function* (history) {
      yield* requireCompressed(history, 'twin')
      yield* answersAreNotCompressed(
        'With its feature gate off, nothing is compressed.',
        'get',
        'list',
      )(history)
    },
    needs,
  ),
  example(
    'ENC-037',
    [
      gzip(longObject('create of 1 KiB', 'main', 'a', { bytes: 1_000 })),
      gzip(longObject('create of 100 KiB', 'main', 'b', { bytes: 100_000 })),
      gzip(longObject('create of 150 KiB', 'main', 'c', { bytes: 150_000 })),
      ...['a', 'b', 'c'].map(name => gzip(get(`get of ${name}`, 'main', caseName(name)))),
      gzip(list('list of 250 KiB', 'main')),
      gzip({
        ...longObject('error of 150 KiB', 'main', 'd', { bytes: 150_000 }),
        body: editTerm(sampleTerm('main', 'd'), {
          '/metadata/labels': { long: { $repeat: 'no label ', times: 20_000 } },
        }),
      }),
      watch('watch', 'main', {
        resourceVersion: versionFrom('create of 1 KiB'),
        headers: { 'accept-encoding': 'gzip' },
      }),
      awaitEventCount('watch', 2),
      closeStream('watch'),
    ],
    notesGzipMembers,
  ),
]
