import { expect, test } from 'vitest'
import {
  calledStepLabel,
  inForceStepLabel,
  registrationStepLabel,
} from '../../../properties/dsl/webhook-steps.ts'
import type { Hook } from '../../../properties/dsl/webhook-steps.ts'
import { exchangeOf, historyOfExchanges } from '../../../properties/history/test-history.ts'
import type { Exchange } from '../../../properties/history/history.ts'
import { observationTexts } from '../../../properties/history/test-writes.ts'
import checks from './webhooks.checks.ts'

const judged = (id: string, ...exchanges: Exchange[]) => {
  const check = checks.find(one => one.id === id)
  return observationTexts(check?.judge(historyOfExchanges(...exchanges)) ?? [])
}

const installed = (hook: Hook): Exchange[] => [
  exchangeOf(registrationStepLabel(hook), 201, {}),
  exchangeOf(inForceStepLabel(hook), 403, {}),
  exchangeOf(calledStepLabel(hook), 200, { calls: [], earlier: 1 }),
]
const probe = exchangeOf('probe', 201, {})
const control = exchangeOf('control', 201, {})
const changed = { metadata: { annotations: { 'touchstone-hook': 'a' } } }
const recorded = (count: number) => ({ calls: Array.from({ length: count }, () => ({ body: {} })) })

test('dry runs need not show the effects of webhooks that creates do not have', () => {
  const effects = (real: unknown, dry: unknown, realStatus: number, dryStatus: number) =>
    judged(
      'DRY-005',
      probe,
      ...installed('a'),
      ...installed('b'),
      control,
      exchangeOf('real mutated', 201, real),
      exchangeOf('mutated', 201, dry),
      exchangeOf('real refused', realStatus, {}),
      exchangeOf('refused', dryStatus, {}),
    )

  expect(effects(changed, changed, 403, 403)).toEqual(['held'])
  expect(effects(changed, {}, 403, 403)).toContain('A dry run shows the changes of webhooks.')
  expect(effects(changed, changed, 403, 201)).toContain('A dry run shows the refusals of webhooks.')
  expect(effects({}, {}, 201, 201)).toEqual(['preconditionUnmet'])
  expect(effects(changed, changed, 201, 201)).toEqual(['held', 'preconditionUnmet'])
})

test('webhooks that are not called for creates block no dry runs', () => {
  const blocked = (dry: number, dryCalls: number, callsInAll: number) =>
    judged(
      'DRY-018',
      probe,
      control,
      ...installed('a'),
      exchangeOf('dry a', dry, {}),
      exchangeOf('dry a calls', 200, recorded(dryCalls)),
      exchangeOf('real a', 201, {}),
      exchangeOf('real a calls', 200, recorded(callsInAll)),
    )
  const says = 'A dry run fails if a webhook with side effects would be called.'

  expect(blocked(400, 0, 1)).toEqual(['held'])
  expect(blocked(201, 0, 1)).toContain(says)
  expect(blocked(201, 1, 2)).toContain(says)
  expect(blocked(201, 0, 0)).toEqual(['preconditionUnmet'])
})
