import { expect, test } from 'vitest'
import type { History } from '../history/history.ts'
import {
  got,
  historyOf,
  listed as listOf,
  object,
  refusedCreate,
  verdictsOf,
  wrote,
} from '../history/written.ts'
import { listed, notOvertaken, prepared } from './premises.ts'

const a = object('a', '1')

/** A create, a PUT based on it that is answered as a conflict, and a read. */
const conflict = (found: string): History => {
  const history = historyOf([
    wrote(a),
    wrote(object('a', '2'), { basedOn: '1' }),
    got('after', object('a', found)),
  ])
  const put = history.exchanges[1]
  if (put?.answer) put.answer.status = 409
  return history
}

const steps = { put: 'write-2', of: 'write-1', after: 'after' }

test('a conflict counts where the version that the PUT carried is still stored', () => {
  expect(verdictsOf(notOvertaken(conflict('1'), steps))).toEqual([])
})

test('a conflict where another version is stored says nothing', () => {
  expect(verdictsOf(notOvertaken(conflict('9'), steps))).toEqual(['unmet'])
})

test('a create refused before the first read says nothing, a later one is no set-up', () => {
  const read = got('read', a)

  expect(verdictsOf(prepared(historyOf([wrote(a), refusedCreate('b'), read])))).toEqual(['unmet'])
  expect(verdictsOf(prepared(historyOf([wrote(a), read, refusedCreate('b')])))).toEqual([])
})

test.each([
  ['null items', { items: null, metadata: {} }, []],
  ['no items', { metadata: {} }, []],
  ['an object', a, ['unmet']],
])('a list that answers %s is a list or not', (_, body, wanted) => {
  const history = historyOf([listOf('list', [])])
  const [list] = history.exchanges
  if (list?.answer) list.answer.body = body

  expect(verdictsOf(listed(history, ...history.exchanges))).toEqual(wanted)
})
