// Which answers come compressed, and that they say the same.

import {
  notesPacking,
  packsAt,
  packsNothing,
  packsTheSame,
} from '../../../properties/laws/encodings/negotiation-compression.ts'
import { withHeaders } from '../../../properties/dsl/media-steps.ts'
import type { Request } from '../../../properties/dsl/scenario.ts'
import {
  longGets,
  longLists,
  longObject,
} from '../../../properties/scenarios/encodings/negotiation-compression.ts'
import {
  edited,
  get,
  leave,
  list,
  named,
  sample,
  untilEvents,
  versionOf,
  watch,
} from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

const long = longObject('object', 'main', 'x', { bytes: 150_000 })
const gateShut = 'APIResponseCompression=false'
const gateOpen = 'APIResponseCompression=true'

const gzip = (request: Request): Request => withHeaders(request, { 'accept-encoding': 'gzip' })
const needs = { needs: ['feature response-compression' as const] }

const unasked: Record<string, Record<string, string>> = {
  'no header': {},
  identity: { 'accept-encoding': 'identity' },
  others: { 'accept-encoding': 'br, deflate' },
}
const readsUnasked = Object.entries(unasked).flatMap(([as, headers]) => [
  get(`get with ${as}`, 'main', named('x'), { headers }),
  list(`list with ${as}`, 'main', { headers }),
])

export default [
  property('ENC-033', longGets(), packsTheSame, needs),
  property('ENC-034', longLists(), packsTheSame, needs),
  example(
    'ENC-035',
    [long, gzip(get('twin', 'main', named('x'))), ...readsUnasked],
    packsNothing(
      'An answer is not compressed unless gzip was asked for.',
      ...readsUnasked.map(({ as }) => as),
    ),
  ),
  example(
    'ENC-036',
    [
      long,
      gzip(get('twin', 'main', named('x'), { door: gateOpen })),
      gzip(get('get', 'main', named('x'), { door: gateShut })),
      gzip(list('list', 'main', { door: gateShut })),
    ],
    function* (history) {
      yield* packsAt(history, 'twin')
      yield* packsNothing('With its gate shut nothing is compressed.', 'get', 'list')(history)
    },
    needs,
  ),
  example(
    'ENC-037',
    [
      gzip(longObject('create of 1 KiB', 'main', 'a', { bytes: 1_000 })),
      gzip(longObject('create of 100 KiB', 'main', 'b', { bytes: 100_000 })),
      gzip(longObject('create of 150 KiB', 'main', 'c', { bytes: 150_000 })),
      ...['a', 'b', 'c'].map(name => gzip(get(`get of ${name}`, 'main', named(name)))),
      gzip(list('list of 250 KiB', 'main')),
      gzip({
        ...longObject('error of 150 KiB', 'main', 'd', { bytes: 150_000 }),
        body: edited(sample('main', 'd'), {
          '/metadata/labels': { long: { $repeat: 'no label ', times: 20_000 } },
        }),
      }),
      watch('watch', 'main', {
        resourceVersion: versionOf('create of 1 KiB'),
        headers: { 'accept-encoding': 'gzip' },
      }),
      untilEvents('watch', 2),
      leave('watch'),
    ],
    notesPacking,
  ),
]
