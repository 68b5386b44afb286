import { expect, it } from 'vitest'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { withSampleControl } from './sampled-types.ts'

it('speaks only of the samples that the run tried, of those that are refused', () => {
  const history = historyOfExchanges(exchangeOf('twin', 404))

  expect(withSampleControl()(history).next().value).toMatchObject({
    because: 'the server accepts none of the samples of built-in types that the run tried',
  })
})
