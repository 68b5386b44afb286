import { expect, it } from 'vitest'
import { exchangeOf, historyOfExchanges } from '../history/test-history.ts'
import { acceptsParameter } from './parameters.ts'

it.each([
  [200, 500, 'violated'],
  [500, 500, 'preconditionUnmet'],
  [200, 503, 'preconditionUnmet'],
  [200, 200, 'held'],
])('judges a list that returned %i, and with a parameter %i, as %s', (plain, list, kind) => {
  const history = historyOfExchanges(exchangeOf('all', plain), exchangeOf('list', list))

  const rule = { control: 'all', says: 'It is accepted.' }

  expect(acceptsParameter(history, 'list', rule).next().value).toMatchObject({ kind })
})
