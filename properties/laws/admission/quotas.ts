// Judges what quotas do to writes.

import { answerSummary, bodyValueAt, exchangeAt, isSuccess } from '../../history/history.ts'
import type { Exchange, History } from '../../history/history.ts'
import { applicable, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { requireDecision } from '../decisions.ts'
import { requireSuccess } from '../preconditions.ts'
import { countedStep, enforcedStep, quotaStep } from '../../scenarios/admission/quotas.ts'

/**
 * The rules apply to servers that store quotas, count what objects use of them, and serve the
 * objects that the quota of the case limits.
 */
export function* requireQuota(history: History): Generator<Observation> {
  const created = exchangeAt(history, quotaStep)
  yield* applicable(
    ![403, 404, 405].includes(created.answer?.status ?? 0),
    `the server stores no quotas: the create returned ${answerSummary(created)}`,
  )
  yield* requireSuccess(history, quotaStep)
  const counted = exchangeAt(history, countedStep)
  yield* applicable(
    counted.problem === undefined,
    'nothing counts the usage of quotas: the status of a new one does not show its limits',
  )
  const creates = history.exchanges.filter(({ request }) => request.method === 'POST')
  const served = new Set(creates.filter(isSuccess).map(placeOf))
  const unserved = creates.find(one => isNotFound(one) && !served.has(placeOf(one)))
  yield* applicable(
    unserved === undefined,
    `the server does not serve the ${unserved ? placeOf(unserved).split('/').at(-1) : ''} that the quota of this rule limits`,
  )
}

/**
 * The rules about counts apply to servers that count what objects use of a quota. A create that
 * itself fills in the status shows no counting, unless writes are checked against the quota.
 */
export function* requireCounting(history: History): Generator<Observation> {
  yield* requireQuota(history)
  const isFilledAtCreate = bodyValueAt(exchangeAt(history, quotaStep), '/status/hard') !== undefined
  yield* applicable(
    !isFilledAtCreate || exchangeAt(history, enforcedStep).problem === undefined,
    'nothing counts the usage of quotas: their creates fill in the status, and the limits are not enforced',
  )
}

const isNotFound = ({ answer }: Exchange): boolean => [404, 405].includes(answer?.status ?? 0)

const placeOf = ({ request }: Exchange): string => request.path.split('?')[0] ?? ''

/** The rules apply where the server itself adds no requests to pods, as limit ranges do. */
export function* requireNoDefaults(history: History, label: string): Generator<Observation> {
  const requests = bodyValueAt(exchangeAt(history, label), '/spec/containers/0/resources/requests')
  yield* applicable(requests === undefined, 'the server adds requests to the containers of pods')
}

/** A create that fits is not refused for the quota. */
export function* fitsQuota(history: History, label: string, says: string): Generator<Observation> {
  const write = yield* requireDecision(history, label)
  const isOfQuota = String(bodyValueAt(write, '/message')).includes('quota')
  if (!isSuccess(write) && !isOfQuota) return yield* requireSuccess(history, label)
  yield verify(isSuccess(write), {
    says,
    expected: 'success',
    got: answerSummary(write),
    at: write,
  })
}
