import { expect, it } from 'vitest'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { readShowsAppliedValues } from './apply.ts'

it('detects lost annotations, even if one has the right value', () => {
  const applied = { metadata: { annotations: { content: 'one', c: 'two' } } }
  const request = { method: 'PATCH', body: JSON.stringify(applied) }
  const looked = { metadata: { annotations: { content: 'one' } } }
  const about = { role: 'main', name: 'x' } as const
  const history = historyOfExchanges(
    exchangeOf('apply', 200, applied, { request, about }),
    exchangeOf('look', 200, looked),
  )
  history.context.types.main = {
    ...history.context.types.main,
    content: '/metadata/annotations/content',
  }

  const observed = [...readShowsAppliedValues(history, 'apply', 'look', 'says')]

  const broken = observed.flatMap(one => (one.kind === 'violated' ? [one.expected] : []))
  expect(broken).toEqual([expect.stringContaining('"two"')])
})
