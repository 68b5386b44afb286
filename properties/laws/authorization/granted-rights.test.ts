import { expect, it } from 'vitest'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { requireRolesInForce } from './granted-rights.ts'

it.each([
  [404, 'no SelfSubjectReview shows as whom a request acts: 404 NotFound'],
  [403, 'the administrator cannot act as another user: 403 NotFound'],
])('names what a server lacks that answers a SelfSubjectReview with %s', (status, because) => {
  const history = historyOfExchanges(exchangeOf('user a', status, { reason: 'NotFound' }))

  expect(requireRolesInForce(history, 'a').next().value).toEqual({ kind: 'notApplicable', because })
})
