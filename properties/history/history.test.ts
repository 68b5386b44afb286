import { expect, it } from 'vitest'
import {
  answerSummary,
  exchangeAt,
  chunksOf,
  otherItems,
  hasStep,
  itemsOf,
  itemKey,
  logicalName,
  NoSuchStep,
  ownItems,
  rolesIn,
  isFinalRefusal,
  isSuccess,
} from './history.ts'
import { exchangeOf, historyOfExchanges } from './test-history.ts'

const item = (name: string, namespace: string) => ({ metadata: { name, namespace } })

it('finds the exchange of a label, and names a missing label', () => {
  const history = historyOfExchanges(exchangeOf('a', 200), exchangeOf('a', 404))

  expect(exchangeAt(history, 'a').answer?.status).toBe(200)
  expect(hasStep(history, 'b')).toBe(false)
  expect(() => exchangeAt(history, 'b')).toThrow(NoSuchStep)
  expect(() => exchangeAt(history, 'b')).toThrow(/\bb\b/)
})

it('finds the chunks of one walk, but not those of a longer label', () => {
  const history = historyOfExchanges(
    ...['page', 'page#1', 'pages', 'page#2'].map(s => exchangeOf(s, 200)),
  )

  expect(chunksOf(history, 'page').map(one => one.step)).toEqual(['page', 'page#1', 'page#2'])
})

it('distinguishes successes, refusals and other answers', () => {
  const kinds = [0, 200, 202, 299, 301, 400, 410, 422, 429, 500, 503].map(status => {
    const exchange = exchangeOf('a', status)
    return [
      status,
      isSuccess(exchange) ? 'success' : isFinalRefusal(exchange) ? 'refusal' : 'neither',
    ]
  })

  expect(kinds).toEqual([
    [0, 'neither'],
    [200, 'success'],
    [202, 'success'],
    [299, 'success'],
    [301, 'neither'],
    [400, 'refusal'],
    [410, 'refusal'],
    [422, 'refusal'],
    [429, 'neither'],
    [500, 'neither'],
    [503, 'neither'],
  ])
})

it('summarizes an answer', () => {
  expect(answerSummary(exchangeOf('a', 404, { reason: 'NotFound' }))).toBe('404 NotFound')
  expect(answerSummary(exchangeOf('a', 500, 'oops'))).toBe('500')
  expect(answerSummary(exchangeOf('a', 0, undefined, { problem: 'reset' }))).toBe('nothing (reset)')
})

it('reads only a well-formed list as a list', () => {
  expect(itemsOf(exchangeOf('a', 200, { items: [item('x', 'own')] }))).toHaveLength(1)
  expect(itemsOf(exchangeOf('a', 200, { items: [] }))).toEqual([])
  for (const body of [{ items: [7] }, { items: [{}] }, { items: 'many' }, {}, [], 'text', null])
    expect(itemsOf(exchangeOf('a', 200, body))).toBeUndefined()
  expect(itemsOf(exchangeOf('a', 404, { items: [] }))).toBeUndefined()
})

it('distinguishes its own items, those of others in its namespaces, and the rest', () => {
  const items = [item('t-0-a', 'own'), item('root-ca', 'own0'), item('t-0-b', 'x'), item('c', 'x')]
  const list = exchangeOf('a', 200, { items })
  const history = historyOfExchanges(list)

  expect(ownItems(history, list).map(itemKey)).toEqual(['own/t-0-a', 'x/t-0-b'])
  expect(otherItems(history, list).map(itemKey)).toEqual(['own0/root-ca'])
  expect(ownItems(history, list).map(one => logicalName(history, one))).toEqual(['a', 'b'])
})

it('treats objects of others as foreign in lists of a cluster-scoped main type', () => {
  const about = { role: 'main' } as const
  const listOf = (name: string) =>
    exchangeOf('list', 200, { items: [{ metadata: { name } }] }, { about })
  const history = historyOfExchanges()
  const main = { ...history.context.types.main, namespaced: false }

  expect(otherItems(history, listOf('standard'))).toEqual([])
  history.context.types.main = main
  expect(otherItems(history, listOf('standard')).map(itemKey)).toEqual(['/standard'])
  expect(otherItems(history, listOf('t-0-a'))).toEqual([])
})

it('names the roles of the objects in a history, or all if there are none', () => {
  const list = exchangeOf('list', 200, { items: [] }, { about: { role: 'core' } })

  expect(rolesIn(historyOfExchanges(list), ['main', 'core'])).toEqual(['core'])
  expect(rolesIn(historyOfExchanges(), ['main', 'core'])).toEqual(['main', 'core'])
})
