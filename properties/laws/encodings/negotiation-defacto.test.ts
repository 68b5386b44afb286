import { expect, test } from 'vitest'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { observationTexts } from '../../history/test-writes.ts'
import { succeedsInMediaType } from './negotiation-defacto.ts'

const about = { role: 'main' as const, name: 't-0-x' }
const created = exchangeOf('object', 201, { metadata: { name: 't-0-x' } })
const missing = exchangeOf('get', 404, undefined, { about })
const judge = succeedsInMediaType('JSON comes first.', { get: 'json' })

test('a get of a created object is judged', () => {
  expect(observationTexts(judge(historyOfExchanges(created, missing)))).toContain(
    'JSON comes first.',
  )
})

test('a get of an object that was not created is inconclusive', () => {
  expect(observationTexts(judge(historyOfExchanges(missing)))).toEqual(['preconditionUnmet'])
})
