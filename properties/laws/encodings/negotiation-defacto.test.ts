import { expect, test } from 'vitest'
import { exchangeOf, historyOf } from '../../history/test-history.ts'
import { verdictsOf } from '../../history/written.ts'
import { comeIn } from './negotiation-defacto.ts'

const about = { role: 'main' as const, name: 't-0-x' }
const created = exchangeOf('object', 201, { metadata: { name: 't-0-x' } })
const missing = exchangeOf('get', 404, undefined, { about })
const judge = comeIn('JSON comes first.', { get: 'json' })

test('a get of what was created is answered', () => {
  expect(verdictsOf(judge(historyOf(created, missing)))).toContain('JSON comes first.')
})

test('a get of what was never created says nothing', () => {
  expect(verdictsOf(judge(historyOf(missing)))).toEqual(['unmet'])
})
