import { expect, it } from 'vitest'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { listsMatchControl } from './list-answers.ts'

it('says that a list without objects is expected to be empty', () => {
  const history = historyOfExchanges(
    exchangeOf('twin', 200, { metadata: {}, items: [] }),
    exchangeOf('negative', 400),
  )

  const found = [...listsMatchControl(['negative'], 'It is no limit.')(history)]

  expect(found).toMatchObject([
    { kind: 'violated', expected: 'an empty list', got: expect.stringMatching(/^400/) },
  ])
})
