import { expect, test } from 'vitest'
import {
  historyOfWrites,
  listAnswer,
  listedObject,
  observationTexts,
} from '../../history/test-writes.ts'
import { watchEventDocument, watchExchangeOf } from '../../history/test-watches.ts'
import { watchStaysInScope } from './scope-isolation.ts'

const broken = 'A watch delivers only objects of its namespace that match its selectors.'
const dark = listedObject('a', '1', { labels: { shade: 'dark' } })
const light = listedObject('a', '2', { labels: { shade: 'light' } })

const judged = (event: unknown, more: Parameters<typeof watchExchangeOf>[2] = {}) =>
  observationTexts(
    watchStaysInScope('watch')(historyOfWrites([watchExchangeOf('watch', [event], more)])),
  )

const selected = (labelSelector: string) => ({ query: { labelSelector } })
const named = (name: string) => ({ query: { fieldSelector: `metadata.name=${name}` } })

test('an object in the namespace that matches the selectors is in scope', () => {
  expect(judged(watchEventDocument('ADDED', dark), selected('shade=dark'))).toEqual(['held'])
  expect(judged(watchEventDocument('ADDED', dark), named('own-a'))).toEqual(['held'])
  expect(judged(watchEventDocument('ADDED', dark), { namespace: 'all' })).toEqual(['held'])
})

test.each([
  ['a namespace whose name begins alike', listedObject('a', '1', { namespace: 'n0' }), {}],
  ['another shade', light, selected('shade=dark')],
  ['another name', dark, named('own-b')],
])('an event of %s breaks the rule', (_what, shown, more) => {
  expect(judged(watchEventDocument('MODIFIED', shown), more)).toEqual([broken])
})

test('an object without a namespace is not assumed to be in another', () => {
  const { namespace: _, ...metadata } = dark.metadata
  const unnamed = watchEventDocument('ADDED', { ...dark, metadata })
  const other = watchEventDocument('ADDED', listedObject('b', '2', { namespace: 'n0' }))
  const stream = (...events: unknown[]) => historyOfWrites([watchExchangeOf('watch', events)])

  expect(observationTexts(watchStaysInScope('watch')(stream(unnamed)))).toEqual([
    'preconditionUnmet',
  ])
  expect(observationTexts(watchStaysInScope('watch')(stream(unnamed, other)))).toEqual([
    broken,
    'preconditionUnmet',
  ])
  expect(judged(unnamed, { namespace: 'all' })).toEqual(['held'])
})

test('the end of a match is in scope, even if its object does not match', () => {
  const events = (...documents: unknown[]) =>
    observationTexts(
      watchStaysInScope('watch')(
        historyOfWrites([watchExchangeOf('watch', documents, selected('shade=dark'))]),
      ),
    )

  expect(events(watchEventDocument('ADDED', dark), watchEventDocument('DELETED', light))).toEqual([
    'held',
  ])
  expect(events(watchEventDocument('DELETED', light))).toEqual([broken])
  expect(
    events(watchEventDocument('ADDED', dark), watchEventDocument('MODIFIED', light)),
  ).toContain(broken)
})

test('objects of others are ignored, and a watch that is not a stream is inconclusive', () => {
  const theirs = { metadata: { ...light.metadata, name: 'theirs' } }
  expect(judged(watchEventDocument('ADDED', theirs), selected('shade=dark'))).toEqual([])
  expect(
    observationTexts(watchStaysInScope('watch')(historyOfWrites([listAnswer('watch', [])]))),
  ).toEqual(['preconditionUnmet'])
})
