import { expect, test } from 'vitest'
import {
  historyOfWrites,
  listAnswer,
  listedObject,
  refusedCreate,
  observationTexts,
  acknowledgedWrite,
} from '../../history/test-writes.ts'
import { listCarriesItsOwnVersion } from './list-versions.ts'

const [a, b] = [listedObject('a', '1'), listedObject('b', '2')]
const lists = (exact: (typeof a)[], at = '2') =>
  historyOfWrites([
    acknowledgedWrite(a),
    acknowledgedWrite(b),
    listAnswer('seen', [a, b], { version: '2' }),
    acknowledgedWrite(listedObject('a', '3'), { basedOn: '1' }),
    listAnswer('exact', exact, { version: at, query: { resourceVersion: '2' } }),
  ])

test('the state at the version of a list is the state it showed', () => {
  expect(observationTexts(listCarriesItsOwnVersion(lists([b, a])))).toEqual(['held'])
})

test('another state at the version of a list breaks the rule', () => {
  expect(observationTexts(listCarriesItsOwnVersion(lists([a])))).toEqual([
    'A list has the version of the state that it returns.',
  ])
})

test('a list at another version than requested is inconclusive', () => {
  expect(
    observationTexts(listCarriesItsOwnVersion(lists([listedObject('a', '3'), b], '3'))),
  ).toEqual(['preconditionUnmet'])
})

test('a collection that could not be filled is inconclusive', () => {
  const history = historyOfWrites([
    refusedCreate('a'),
    listAnswer('seen', []),
    listAnswer('exact', []),
  ])

  expect(observationTexts(listCarriesItsOwnVersion(history))).toEqual(['preconditionUnmet'])
})
