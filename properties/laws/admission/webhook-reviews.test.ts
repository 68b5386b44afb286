import { expect, test } from 'vitest'
import {
  inForceStepLabel,
  calledStepLabel,
  registrationStepLabel,
} from '../../dsl/webhook-steps.ts'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { observationTexts } from '../../history/test-writes.ts'
import { requireHook, wrongAnswerFails } from './webhook-reviews.ts'

const says = 'A wrong answer is a failed call.'

function history({ registration = 201, earlier = 1, wrong = 500, stored = 404, calls = 1 } = {}) {
  return historyOfExchanges(
    exchangeOf('probe', 201, { metadata: { name: 'probe' } }),
    exchangeOf(registrationStepLabel('a'), registration, {}),
    exchangeOf(inForceStepLabel('a'), 403, {}),
    exchangeOf(calledStepLabel('a'), 200, { calls: [], earlier }),
    exchangeOf('wrong', wrong, {}),
    exchangeOf('wrong calls', 200, { calls: Array.from({ length: calls }, () => ({ body: {} })) }),
    exchangeOf('wrong stored', stored, {}),
    exchangeOf('right', 201, {}),
  )
}
const judge = (of: Parameters<typeof history>[0]) =>
  observationTexts(wrongAnswerFails(history(of), 'wrong', says))

test('an invalid response has to refuse the write, with any code', () => {
  expect(judge({})).toEqual(['held'])
  expect(judge({ wrong: 403 })).toEqual(['held'])
  expect(judge({ wrong: 201 })).toEqual([says, 'held'])
  expect(judge({ stored: 200 })).toEqual(['held', 'A write that was refused stores nothing.'])
})

test('a 503 answer or a webhook that was not called is inconclusive', () => {
  expect(judge({ wrong: 503 })).toEqual(['preconditionUnmet'])
  expect(judge({ calls: 0 })).toEqual(['preconditionUnmet'])
})

test('the rule does not apply if webhooks cannot be registered or reached', () => {
  const kinds = (of: Parameters<typeof history>[0]) =>
    [...requireHook(history(of), 'a')].map(({ kind }) => kind)

  expect(kinds({})).toEqual([])
  expect(kinds({ registration: 422 })).toContain('notApplicable')
  expect(kinds({ earlier: 0 })).toEqual(['notApplicable'])
})
