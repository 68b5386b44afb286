import { expect, it } from 'vitest'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { observationTexts } from '../../history/test-writes.ts'
import { getAnswersTheObject, listHoldsItsScope, pathDoesNotShowObject } from './scopes.ts'

type Shown = { name: string; namespace?: string; uid?: string }

const created = (step: string, metadata: Shown, role: Role = 'main') =>
  exchangeOf(
    step,
    201,
    { kind: 'Lease', metadata },
    {
      request: { method: 'POST' },
      about: role === 'cluster' ? { role } : { role, namespace: 'own' },
    },
  )

const here = { name: 't-0-x', namespace: 'own' }
const there = { name: 't-0-x', namespace: 'own0' }
const says = 'The path returns the object.'

const judgeGet = (made: Shown, read: Shown) =>
  observationTexts(
    getAnswersTheObject(
      historyOfExchanges(
        created('made', made),
        exchangeOf('read', 200, { metadata: read }, { about: { role: 'main' } }),
      ),
      { reading: 'read', of: 'made', says },
    ),
  )

it.each([
  ['held', { ...here, uid: 'u' }, { ...here, uid: 'u' }],
  [says, { ...here, uid: 'u' }, { ...here, uid: 'v' }],
  [says, { ...here, uid: 'u' }, here],
  ['held', here, here],
  [says, here, there],
  [says, here, { ...here, name: 't-0-x1' }],
  ['preconditionUnmet', here, { name: 't-0-x' }],
  ['preconditionUnmet', { name: 't-0-x' }, { name: 't-0-x' }],
])('a get of a created object: %s', (wanted, made, read) => {
  expect(judgeGet(made, read)).toEqual([wanted])
})

const judgeList = (items: Shown[], ...made: Shown[]) =>
  observationTexts(
    listHoldsItsScope(
      historyOfExchanges(
        ...made.map((one, index) => created(`made ${index}`, one)),
        exchangeOf(
          'all',
          200,
          { metadata: {}, items: items.map(metadata => ({ metadata })) },
          { about: { role: 'main' } },
        ),
      ),
      'all',
      says,
    ),
  )

it('compares lists by places if objects have no uids', () => {
  expect(judgeList([here, there], here, there)).toEqual(['held'])
  expect(judgeList([here], here, there)).toEqual([says])
  expect(judgeList([here, here], here, there)).toEqual([says])
})

it('compares lists by uids, whatever the items show beside them', () => {
  const [one, two] = [
    { ...here, uid: 'u' },
    { ...there, uid: 'v' },
  ]

  expect(judgeList([{ name: 't-0-x', uid: 'u' }, two], one, two)).toEqual(['held'])
  expect(judgeList([one, one], one, two)).toEqual([says])
})

it('does not judge a list without uids and namespaces', () => {
  expect(judgeList([{ name: 't-0-x' }], here)).toEqual(['preconditionUnmet'])
})

it('needs no namespace of objects of a cluster-scoped type', () => {
  const history = historyOfExchanges(
    created('made', { name: 't-0-x' }, 'cluster'),
    exchangeOf(
      'all',
      200,
      { metadata: {}, items: [{ metadata: { name: 't-0-x' } }] },
      { about: { role: 'cluster' } },
    ),
  )

  expect(observationTexts(listHoldsItsScope(history, 'all', says))).toEqual(['held'])
})

const judgePath = (made: Shown, body: unknown) =>
  observationTexts(
    pathDoesNotShowObject(
      historyOfExchanges(created('made', made), exchangeOf('other', 200, body)),
      { reading: 'other', of: 'made', says },
    ),
  )

it.each([
  ['held', here, { paths: ['t-0-x'] }],
  [says, here, { metadata: here }],
  [says, here, { items: [{ metadata: here }] }],
  [says, { ...here, uid: 'u-1' }, { rows: ['u-1'] }],
])('a path that must not show an object: %s', (wanted, made, body) => {
  expect(judgePath(made, body)).toEqual([wanted])
})
