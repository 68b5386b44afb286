// Builds small histories for tests.

import { defaultTypes } from '../../fixtures/objects/tested-types.ts'
import type { Exchange, History } from './history.ts'

/** Returns an answered exchange. With `status` 0 it has no answer. */
export function exchangeOf(
  step: string,
  status: number,
  body?: unknown,
  more: Partial<Omit<Exchange, 'request'>> & { request?: Partial<Exchange['request']> } = {},
): Exchange {
  const { request, ...rest } = more
  const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body)
  return {
    step,
    request: { method: 'GET', path: '/x', query: {}, headers: {}, who: 'admin', ...request },
    sentAt: 0,
    answeredAt: 1,
    ...(status === 0
      ? {}
      : {
          answer: { status, headers: {}, text, body: typeof body === 'string' ? undefined : body },
        }),
    ...rest,
  }
}

/** Returns a history of the case `t-0-` in the namespaces `own` and `own0`. */
export const historyOfExchanges = (...exchanges: Exchange[]): History => ({
  exchanges,
  context: {
    dialect: 'cluster',
    apiDomain: 'cluster.example',
    ordered: false,
    prefix: 't-0-',
    namespaces: ['own', 'own0'],
    types: defaultTypes('cluster.example'),
  },
})
