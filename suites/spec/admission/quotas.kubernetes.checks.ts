// Checks what quotas do. The objects are in a namespace of the case; most are pod templates, which
// have no effect.

import { concurrently } from '../../../properties/dsl/steps.ts'
import { asDryRun } from '../../../properties/dsl/write-steps.ts'
import {
  bodyValueAt,
  exchangeAt,
  isSuccess,
  type History,
} from '../../../properties/history/history.ts'
import { verify, type Observation } from '../../../properties/history/observation.ts'
import { isNotStored, isReached } from '../../../properties/laws/admission/policies.ts'
import { isForbidden } from '../../../properties/laws/admission/forbidden.ts'
import {
  fitsQuota,
  requireCounting,
  requireNoDefaults,
  requireQuota,
} from '../../../properties/laws/admission/quotas.ts'
import { requireSuccess } from '../../../properties/laws/preconditions.ts'
import {
  changeQuota,
  countedTemplates,
  createPod,
  createTemplate,
  deleteTemplate,
  listTemplates,
  quotaInForce,
  templateQuotaInForce,
  readQuota,
  readTemplate,
  untilUsed,
} from '../../../properties/scenarios/admission/quotas.ts'
import { example } from '../../check.ts'

const used = (count: number) => ({ [countedTemplates]: String(count) })

function* usageIsShown(history: History): Generator<Observation> {
  yield* requireCounting(history)
  yield* requireSuccess(history, 'before')
  yield* isReached(history, 'counted', 'Objects that exist are counted.', 'a usage of 1')
  yield* requireSuccess(history, 'later')
  yield* isReached(history, 'charged', 'An object that is created is counted.', 'a usage of 2')
}

const writers = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(name => `template ${name}`)
const most = 3

function* quotaHolds(history: History): Generator<Observation> {
  yield* requireQuota(history)
  yield* requireSuccess(history, 'first', 'list')
  const list = exchangeAt(history, 'list')
  const items = bodyValueAt(list, '/items')
  const count = Array.isArray(items) ? items.length : 0
  yield verify(count <= most, {
    says: 'Creates at the same time do not exceed a quota together.',
    expected: `at most ${most} objects`,
    got: `${count} objects`,
    at: list,
  })
  const admitted = ['first', ...writers].filter(label => isSuccess(exchangeAt(history, label)))
  yield verify(admitted.length <= most, {
    says: 'Creates at the same time do not exceed a quota together.',
    expected: `at most ${most} successes`,
    got: `${admitted.length} successes`,
    at: 'list',
  })
}

export default [
  example(
    'K8S-ADM-016',
    [
      createTemplate('before'),
      ...templateQuotaInForce(used(5)),
      untilUsed('counted', used(1)),
      createTemplate('later'),
      untilUsed('charged', used(2)),
    ],
    usageIsShown,
  ),
  example(
    'K8S-ADM-017',
    [
      ...templateQuotaInForce(used(1)),
      createTemplate('first'),
      untilUsed('charged', used(1)),
      createTemplate('second'),
      readTemplate('second stored', 'second'),
    ],
    function* (history) {
      yield* requireQuota(history)
      yield* fitsQuota(history, 'first', 'A create within the quota succeeds.')
      yield* isForbidden(history, 'second', {
        says: 'A create beyond the quota is refused.',
        texts: [
          'exceeded quota: ',
          ['requested', 'used', 'limited'].map(word => `${word}: ${countedTemplates}=1`).join(', '),
        ],
      })
      yield* isNotStored(history, 'second stored')
    },
  ),
  example(
    'K8S-ADM-018',
    [
      ...templateQuotaInForce(used(most)),
      createTemplate('first'),
      untilUsed('charged', used(1)),
      concurrently(...writers.map(name => [createTemplate(name)])),
      listTemplates('list'),
    ],
    quotaHolds,
  ),
  example(
    'K8S-ADM-019',
    [
      ...templateQuotaInForce(used(1)),
      createTemplate('first'),
      deleteTemplate('deleted', 'first'),
      untilUsed('freed', used(0)),
      createTemplate('second'),
    ],
    function* (history) {
      yield* requireQuota(history)
      yield* requireSuccess(history, 'first', 'deleted')
      yield* isReached(history, 'freed', 'A deleted object is no longer counted.', 'a usage of 0')
      yield* fitsQuota(history, 'second', 'After a delete the quota has space again.')
    },
  ),
  example(
    'K8S-ADM-020',
    [
      ...templateQuotaInForce(used(1)),
      asDryRun(createTemplate('tried'), 'tried'),
      readQuota('quota after'),
      createTemplate('first'),
      untilUsed('charged', used(1)),
      asDryRun(createTemplate('second'), 'second'),
    ],
    function* (history) {
      yield* requireQuota(history)
      yield* requireSuccess(history, 'tried', 'quota after')
      yield* fitsQuota(history, 'first', 'A dry run uses nothing of a quota.')
      const says = 'A dry run beyond the quota is refused.'
      yield* isForbidden(history, 'second', { says, texts: ['exceeded quota: '] })
    },
  ),
  example(
    'K8S-ADM-021',
    [
      ...quotaInForce({ 'requests.cpu': '1' }),
      createPod('without'),
      createPod('first', { cpu: '600m' }),
      untilUsed('charged', { 'requests.cpu': '600m' }),
      createPod('second', { cpu: '500m' }),
      createPod('third', { cpu: '0.4' }),
    ],
    function* (history) {
      yield* requireQuota(history)
      yield* requireNoDefaults(history, 'without')
      yield* fitsQuota(history, 'first', 'A pod whose requests fit is admitted.')
      yield* isForbidden(history, 'without', {
        says: 'A pod whose containers do not request what a quota limits is refused.',
        texts: ['must specify requests.cpu'],
      })
      yield* isForbidden(history, 'second', {
        says: 'A pod whose requests exceed the rest of a quota is refused.',
        texts: ['requested: requests.cpu=500m, used: requests.cpu=600m, limited: requests.cpu=1'],
      })
      yield* fitsQuota(history, 'third', 'A pod that requests the rest of a quota is admitted.')
    },
  ),
  example(
    'K8S-ADM-022',
    [
      ...quotaInForce({ pods: '0' }, { scopes: ['BestEffort'] }),
      createPod('inside'),
      createPod('outside', { cpu: '1m' }),
    ],
    function* (history) {
      yield* requireQuota(history)
      yield* requireNoDefaults(history, 'inside')
      const says = 'A pod in the scope of a quota counts.'
      yield* isForbidden(history, 'inside', { says, texts: ['exceeded quota: '] })
      yield* fitsQuota(history, 'outside', 'A pod outside the scope of a quota does not count.')
    },
  ),
  example(
    'K8S-ADM-023',
    [
      ...templateQuotaInForce(used(1)),
      createTemplate('first'),
      changeQuota('raised', used(2)),
      // A dry run can be repeated, also at another endpoint.
      { poll: { ...asDryRun(createTemplate('second')), as: 'second' }, status: 201 },
    ],
    function* (history) {
      yield* requireQuota(history)
      yield* requireSuccess(history, 'first', 'raised')
      const says = 'A new limit of a quota takes effect.'
      yield* isReached(history, 'second', says, 'success')
    },
  ),
]
