import { expect, test } from 'vitest'
import type { History } from '../history/history.ts'
import {
  getAnswer,
  historyOfWrites,
  listAnswer as listOf,
  listedObject,
  refusedCreate,
  observationTexts,
  acknowledgedWrite,
} from '../history/test-writes.ts'
import { requireLists, requireNotOvertaken, requireSetup } from './preconditions.ts'

const a = listedObject('a', '1')

/**
 * Returns a history of a create, a PUT based on it that is answered with a conflict, and a read.
 */
const conflict = (found: string): History => {
  const history = historyOfWrites([
    acknowledgedWrite(a),
    acknowledgedWrite(listedObject('a', '2'), { basedOn: '1' }),
    getAnswer('after', listedObject('a', found)),
  ])
  const put = history.exchanges[1]
  if (put?.answer) put.answer.status = 409
  return history
}

const steps = { put: 'write-2', of: 'write-1', after: 'after' }

test('a conflict counts if the version that the PUT sent is still stored', () => {
  expect(observationTexts(requireNotOvertaken(conflict('1'), steps))).toEqual([])
})

test('a conflict is inconclusive if another version is stored', () => {
  expect(observationTexts(requireNotOvertaken(conflict('9'), steps))).toEqual(['preconditionUnmet'])
})

test('a refused create is inconclusive during the set-up, before the first read', () => {
  const read = getAnswer('read', a)

  expect(
    observationTexts(
      requireSetup(historyOfWrites([acknowledgedWrite(a), refusedCreate('b'), read])),
    ),
  ).toEqual(['preconditionUnmet'])
  expect(
    observationTexts(
      requireSetup(historyOfWrites([acknowledgedWrite(a), read, refusedCreate('b')])),
    ),
  ).toEqual([])
})

test.each([
  ['null items', { items: null, metadata: {} }, []],
  ['no items', { metadata: {} }, []],
  ['an object', a, ['preconditionUnmet']],
])('a list that answers %s is a list or not', (_, body, wanted) => {
  const history = historyOfWrites([listOf('list', [])])
  const [list] = history.exchanges
  if (list?.answer) list.answer.body = body

  expect(observationTexts(requireLists(history, ...history.exchanges))).toEqual(wanted)
})
