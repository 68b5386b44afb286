import { expect, test } from 'vitest'
import { historyOf, listed, object, removed, verdictsOf, wrote } from '../../history/written.ts'
import { told, waited, watched } from '../../history/written-watch.ts'
import { tellsEveryChange } from './reliable.ts'

const [a1, b2, a3, end] = [
  object('a', '1'),
  object('b', '2'),
  object('a', '3'),
  object('end', '9'),
] as const

/** What a law of watches says of one from the version of a list, sent after three writes. */
const judged = (version: string, events: unknown[], ordered = true): string[] =>
  verdictsOf(
    tellsEveryChange({ parts: ['watch'], waits: ['wait'], marker: 'write-9' })(
      historyOf(
        [
          wrote(a1),
          wrote(b2),
          wrote(a3, { basedOn: '1' }),
          removed('b'),
          listed('start', [a3], { version }),
          watched('watch', [...events, told('ADDED', end)], { from: version }),
          wrote(end),
          waited('wait'),
          listed('final', [a3, end], { version: '9' }),
        ],
        { ordered },
      ),
    ),
  )

const repeated = 'A watch from a version delivers no change at or before it.'
const removal = told('DELETED', object('b', '4'))

test('a watch that repeats what a sound list shows breaks its rule', () => {
  expect(judged('4', [])).toEqual(['held'])
  expect(judged('4', [told('MODIFIED', a3)])).toContain(repeated)
  expect(judged('4', [removal])).toContain(repeated)
})

test('a list that is older than an earlier write is not the fault of the watch', () => {
  expect(judged('2', [told('MODIFIED', a3), removal])).toEqual(['unmet'])
  expect(judged('3', [removal])).toEqual(['unmet'])
})

test('versions without an order say nothing of a list', () => {
  expect(judged('4', [removal], false)).toContain(repeated)
})
