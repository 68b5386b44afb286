import { expect, test } from 'vitest'
import type { Exchange } from '../../history/history.ts'
import {
  historyOfWrites,
  listAnswer,
  listedObject,
  acknowledgedDelete,
  observationTexts,
  acknowledgedWrite,
} from '../../history/test-writes.ts'
import { watchEventDocument, watchExchangeOf } from '../../history/test-watches.ts'
import { eventsAreWholeWrites } from './atomic.ts'

const types = { kind: 'Lease', apiVersion: 'coordination.cluster.example/v1' }

/** Returns an object as events show it. */
const objectAt = (version: string) => {
  const { metadata } = listedObject('a', version)
  return { ...types, metadata: { ...metadata, uid: 'u' } }
}

const whole = [
  watchEventDocument('ADDED', objectAt('1')),
  watchEventDocument('MODIFIED', objectAt('2')),
  watchEventDocument('DELETED', objectAt('3')),
]

const judged = (events: unknown[], stream: Partial<Exchange['stream']> = {}) =>
  observationTexts(
    eventsAreWholeWrites('watch')(
      historyOfWrites([
        position => {
          const watch = watchExchangeOf('watch', events, { from: '0' })(position)
          return { ...watch, stream: { ...watch.stream, ...stream } as Exchange['stream'] & {} }
        },
        acknowledgedWrite(listedObject('a', '1')),
        acknowledgedWrite(listedObject('a', '2'), { basedOn: '1' }),
        acknowledgedDelete('a'),
        listAnswer('final', []),
      ]),
    ),
  )

test('one complete event per write holds', () => {
  const mark = watchEventDocument('BOOKMARK', { ...types, metadata: { resourceVersion: '3' } })
  expect(judged([...whole, mark])).toEqual(['held'])
})

test.each([
  [
    'an event of no known type',
    [{ type: 'SYNC', object: objectAt('1') }],
    'a type and a whole object',
  ],
  [
    'an object without a uid',
    [watchEventDocument('ADDED', { ...types, ...listedObject('a', '1') })],
    'a whole object',
  ],
  [
    'an object without a kind',
    [watchEventDocument('ADDED', { metadata: objectAt('1').metadata })],
    'a whole object',
  ],
  [
    'one write as two events',
    [whole[0], watchEventDocument('MODIFIED', objectAt('1'))],
    'A write produces one event',
  ],
])('%s breaks the rule', (_what, events, says) => {
  expect(judged(events)).toContainEqual(expect.stringContaining(says))
})

test('a truncated document breaks the rule if the server ended the stream', () => {
  const rest = '{"type":"ADDED"'
  const says = 'A watch that ends does not end within a document.'
  expect(judged(whole, { rest, end: { at: 50, how: 'ended' } })).toContain(says)
  expect(judged(whole, { rest, end: { at: 50, how: 'closed' } })).toEqual(['held'])
})

test('events of objects that others changed are inconclusive', () => {
  expect(judged([watchEventDocument('ADDED', objectAt('9'))])).toEqual([
    'held',
    'preconditionUnmet',
  ])
})
