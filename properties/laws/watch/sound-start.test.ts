import { expect, test } from 'vitest'
import {
  historyOfWrites,
  listAnswer,
  listedObject,
  acknowledgedDelete,
  observationTexts,
  acknowledgedWrite,
} from '../../history/test-writes.ts'
import { watchEventDocument, awaitExchangeOf, watchExchangeOf } from '../../history/test-watches.ts'
import { watchDeliversEveryChange } from './reliable.ts'

const [a1, b2, a3, end] = [
  listedObject('a', '1'),
  listedObject('b', '2'),
  listedObject('a', '3'),
  listedObject('end', '9'),
] as const

/** Judges a watch from the version of a list that was sent after three writes. */
const judged = (version: string, events: unknown[], ordered = true): string[] =>
  observationTexts(
    watchDeliversEveryChange({ parts: ['watch'], waits: ['wait'], marker: 'write-9' })(
      historyOfWrites(
        [
          acknowledgedWrite(a1),
          acknowledgedWrite(b2),
          acknowledgedWrite(a3, { basedOn: '1' }),
          acknowledgedDelete('b'),
          listAnswer('start', [a3], { version }),
          watchExchangeOf('watch', [...events, watchEventDocument('ADDED', end)], {
            from: version,
          }),
          acknowledgedWrite(end),
          awaitExchangeOf('wait'),
          listAnswer('final', [a3, end], { version: '9' }),
        ],
        { ordered },
      ),
    ),
  )

const repeated = 'A watch from a version delivers no change at or before it.'
const removal = watchEventDocument('DELETED', listedObject('b', '4'))

test('a watch that repeats what a consistent list shows breaks its rule', () => {
  expect(judged('4', [])).toEqual(['held'])
  expect(judged('4', [watchEventDocument('MODIFIED', a3)])).toContain(repeated)
  expect(judged('4', [removal])).toContain(repeated)
})

test('a list that is older than an earlier write is not a fault of the watch', () => {
  expect(judged('2', [watchEventDocument('MODIFIED', a3), removal])).toEqual(['preconditionUnmet'])
  expect(judged('3', [removal])).toEqual(['preconditionUnmet'])
})

test('with unordered versions a list is not judged', () => {
  expect(judged('4', [removal], false)).toContain(repeated)
})
