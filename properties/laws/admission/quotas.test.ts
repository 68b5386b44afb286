import { expect, it } from 'vitest'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { countedStep, enforcedStep, quotaStep } from '../../scenarios/admission/quotas.ts'
import { requireCounting, requireQuota } from './quotas.ts'

const path = '/api/v1/namespaces/own/pods?dryRun=All'
const request = { method: 'POST', path }

const judge = (...statuses: number[]) => [
  ...requireQuota(
    historyOfExchanges(
      exchangeOf(quotaStep, 201, {}),
      exchangeOf(countedStep, 200, {}),
      ...statuses.map((status, nth) => exchangeOf(`pod ${nth}`, status, {}, { request })),
    ),
  ),
]

it('rules about quotas do not apply if the limited objects are not served', () => {
  expect(judge(404)).toMatchObject([
    {
      kind: 'notApplicable',
      because: 'the server does not serve the pods that the quota of this rule limits',
    },
  ])
  expect(judge(405)).toMatchObject([{ kind: 'notApplicable' }])
})

it('rules about quotas apply if creates are refused or succeed', () => {
  expect(judge(201)).toEqual([])
  expect(judge(403)).toEqual([])
  expect(judge(500)).toEqual([])
})

it('rules about quotas apply if only a create beyond the quota returns 404', () => {
  expect(judge(201, 404)).toEqual([])
})

it('rules about counts need limits that something has counted or enforces', () => {
  const filled = { status: { hard: { pods: '1' } } }
  const counting = (created: object, problem?: string) => [
    ...requireCounting(
      historyOfExchanges(
        exchangeOf(quotaStep, 201, created),
        exchangeOf(countedStep, 200, filled),
        exchangeOf(enforcedStep, problem ? 201 : 403, {}, problem ? { problem } : {}),
      ),
    ),
  ]

  expect(counting({})).toEqual([])
  expect(counting({}, 'not refused in time')).toEqual([])
  expect(counting(filled)).toEqual([])
  expect(counting(filled, 'not refused in time')).toMatchObject([{ kind: 'notApplicable' }])
})
