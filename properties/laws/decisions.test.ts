import { expect, it } from 'vitest'
import type { History } from '../history/history.ts'
import { exchangeOf, historyOfExchanges } from '../history/test-history.ts'
import { acceptsRequest, refusesRequest } from './decisions.ts'

const answered = (status: number): History => historyOfExchanges(exchangeOf('patch', status))

it.each([
  [200, 'held'],
  [405, 'violated'],
  [501, 'violated'],
  [500, 'preconditionUnmet'],
  [503, 'preconditionUnmet'],
  [429, 'preconditionUnmet'],
])('judges %i for a valid request as %s', (status, kind) => {
  expect([...acceptsRequest(answered(status), 'patch', 'It is done.')][0]?.kind ?? 'none').toBe(
    kind,
  )
})

it('does not judge 501 as a wrong refusal', () => {
  expect(refusesRequest(answered(501), 'patch', 'It is refused.').next().value).toMatchObject({
    kind: 'preconditionUnmet',
  })
})
