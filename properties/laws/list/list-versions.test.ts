import { expect, test } from 'vitest'
import {
  historyOf,
  listed,
  object,
  refusedCreate,
  verdictsOf,
  wrote,
} from '../../history/written.ts'
import { carriesItsOwnVersion } from './list-versions.ts'

const [a, b] = [object('a', '1'), object('b', '2')]
const lists = (exact: (typeof a)[], at = '2') =>
  historyOf([
    wrote(a),
    wrote(b),
    listed('seen', [a, b], { version: '2' }),
    wrote(object('a', '3'), { basedOn: '1' }),
    listed('exact', exact, { version: at, query: { resourceVersion: '2' } }),
  ])

test('the state at the version of a list is what the list showed', () => {
  expect(verdictsOf(carriesItsOwnVersion(lists([b, a])))).toEqual(['held'])
})

test('another state at the version of a list breaks the rule', () => {
  expect(verdictsOf(carriesItsOwnVersion(lists([a])))).toEqual([
    'A list carries the version of the state that it shows.',
  ])
})

test('a list at another version than the one asked for says nothing of the version it carries', () => {
  expect(verdictsOf(carriesItsOwnVersion(lists([object('a', '3'), b], '3')))).toEqual(['unmet'])
})

test('a collection that could not be filled says nothing', () => {
  const history = historyOf([refusedCreate('a'), listed('seen', []), listed('exact', [])])

  expect(verdictsOf(carriesItsOwnVersion(history))).toEqual(['unmet'])
})
