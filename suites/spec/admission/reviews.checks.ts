// Checks the reviews that admission webhooks receive.

import { containsPart, valueAt } from '../../../properties/dsl/term.ts'
import type { RequestStep } from '../../../properties/dsl/scenario.ts'
import {
  defineSharedType,
  createCustomObject,
  definitionVersion,
  specOf,
  typeSpec,
} from '../../../properties/dsl/custom-steps.ts'
import {
  caseName,
  deleteObject,
  fromAnswer,
  rawRequest,
  put,
} from '../../../properties/dsl/steps.ts'
import {
  createForWebhooks,
  reviewStub,
  webhookLabels,
  writesOf,
} from '../../../properties/dsl/webhook-steps.ts'
import { apply, asDryRun, patch } from '../../../properties/dsl/write-steps.ts'
import {
  answerSummary,
  bodyValueAt,
  exchangeAt,
  isSuccess,
} from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import { applicable, precondition, verify } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  callOf,
  inRequest,
  requireHook,
  reviewShows,
  clientPartOf,
  wrongAnswerFails,
} from '../../../properties/laws/admission/webhook-reviews.ts'
import {
  oldObjectIsStored,
  uidsAreDistinct,
} from '../../../properties/laws/admission/review-properties.ts'
import {
  chainsOfWrites,
  reviewed,
  reviewedWrites,
  writesOfTwoHooks,
  wrongAnswers,
} from '../../../properties/scenarios/admission/webhooks.ts'
import { example, property } from '../../check.ts'

const created = createForWebhooks('created', 'core', 'x')
const createdMain = createForWebhooks('created main', 'main', 'y')
const mergePatched = patch('patched', 'core', caseName('x'), {
  type: 'merge',
  body: { metadata: { annotations: { 'touchstone/change': 'one' } } },
})
const deleted = deleteObject('deleted', 'core', caseName('x'))
const updated = put('updated', 'core', caseName('x'), {
  $edit: fromAnswer('patched', ''),
  set: { '/metadata/annotations/touchstone~1change': 'two' },
})
const coreWrites = [created, mergePatched, updated, deleted]
const withMain = { rules: [writesOf('main')] }

const labelsOf = (writes: RequestStep[]): string[] => writes.map(({ as }) => as)

/** Judges the review of each write. */
const eachReview = (
  writes: RequestStep[],
  judge: (history: History, label: string) => Iterable<Observation>,
) =>
  function* (history: History): Generator<Observation> {
    yield* requireHook(history, 'a')
    for (const label of labelsOf(writes)) yield* judge(history, label)
  }

/** The type of a write, by its role. */
const typeOf = ({ context }: History, label: string) =>
  context.types[label === createdMain.as ? 'main' : 'core']

const ownReview = (history: History): object => ({
  kind: 'AdmissionReview',
  apiVersion: `admission.${history.context.apiDomain}/v1`,
})

function* reviewIsOfItsKind(history: History, label: string): Generator<Observation> {
  const { body } = yield* callOf(history, label)
  yield verify(containsPart(ownReview(history), body), {
    says: 'A webhook receives an AdmissionReview of v1.',
    expected: ownReview(history),
    got: { kind: valueAt(body, '/kind'), apiVersion: valueAt(body, '/apiVersion') },
    at: label,
  })
}

function* reviewHasRequest(history: History, label: string): Generator<Observation> {
  const { body } = yield* callOf(history, label)
  const request = valueAt(body, '/request')
  yield verify(typeof request === 'object' && request !== null, {
    says: 'A review has a request.',
    expected: 'an object `request`',
    got: request ?? 'nothing',
    at: label,
  })
}

const versions = [
  definitionVersion('v1', specOf({ size: { type: 'integer' } })),
  definitionVersion('v2', specOf({ size: { type: 'integer' } }), { storage: false }),
]
const twoVersions = defineSharedType('type', typeSpec(versions))
const inOther = createCustomObject(
  'created',
  { of: 'type' },
  'x',
  { spec: { size: 1 } },
  { set: webhookLabels('a') },
)
const otherVersion = {
  operations: ['CREATE'],
  apiGroups: [fromAnswer('type', '/spec/group')],
  apiVersions: ['v2'],
  resources: [fromAnswer('type', '/spec/names/plural')],
}

function* originalRequestIsKept(history: History): Generator<Observation> {
  yield* requireHook(history, 'a')
  const spec = (member: string) => bodyValueAt(exchangeAt(history, 'type'), `/spec/${member}`)
  const [group, kind, resource] = [spec('group'), spec('names/kind'), spec('names/plural')]
  const rows: [string, unknown][] = [
    ['/kind', { group, version: 'v2', kind }],
    ['/resource', { group, version: 'v2', resource }],
    ['/requestKind', { group, version: 'v1', kind }],
    ['/requestResource', { group, version: 'v1', resource }],
    ['/requestSubResource', undefined],
    ['/object/apiVersion', `${String(group)}/v2`],
  ]
  const says =
    'A review of another version has the kind of that version, and that of the request as well.'
  for (const [pointer, wanted] of rows)
    yield* reviewShows(history, 'created', { pointer, wanted, says })
}

function* operationIsEffective(history: History): Generator<Observation> {
  yield* requireHook(history, 'a')
  const operation = function* (label: string) {
    return inRequest(yield* callOf(history, label), '/operation')
  }
  const [create, update] = [yield* operation('created'), yield* operation('updated')]
  yield* precondition(create !== update, `creates and updates are both ${String(create)}`)
  const says = 'The operation of a patch is that which it performs.'
  for (const [label, wanted] of [
    ['patched', update],
    ['applied', create],
    ['applied again', update],
  ] as const)
    yield* reviewShows(history, label, { pointer: '/operation', wanted, says })
}

const applied = (as: string, value: string): RequestStep =>
  apply(as, 'core', caseName('z'), {
    manager: 'touchstone',
    isForced: true,
    body: {
      $edit: { $sample: 'core', name: caseName('z') },
      set: { ...webhookLabels('a'), '/metadata/annotations/touchstone~1change': value },
    },
  })

const selfReviewPath = {
  $join: ['/apis/', { $group: 'authentication' }, '/v1/selfsubjectreviews'],
}
const whoAmI = rawRequest('self', 'POST', selfReviewPath, {
  body: {
    apiVersion: { $join: [{ $group: 'authentication' }, '/v1'] },
    kind: 'SelfSubjectReview',
  },
})

function* userIsDescribed(history: History): Generator<Observation> {
  yield* requireHook(history, 'a')
  const self = exchangeAt(history, 'self')
  yield* applicable(isSuccess(self), `SelfSubjectReview returned ${answerSummary(self)}`)
  const wanted = bodyValueAt(self, '/status/userInfo')
  const got = inRequest(yield* callOf(history, 'created'), '/userInfo')
  const says = 'A review describes the user of the request.'
  for (const member of ['username', 'uid', 'groups', 'extra']) {
    const [is, should] = [got, wanted].map(of => sorted(valueAt(of, `/${member}`)))
    yield verify(is === should, { says, expected: should, got: is, at: 'created' })
  }
}

/** Groups have no order, and an empty member may be omitted. */
const sorted = (value: unknown): string =>
  Array.isArray(value) ? value.map(String).toSorted().join() : JSON.stringify(value ?? '')

function* objectIsIncoming(history: History, label: string): Generator<Observation> {
  const { request } = exchangeAt(history, label)
  const object = inRequest(yield* callOf(history, label), '/object')
  const sent = JSON.parse(request.body ?? 'null') as unknown
  yield verify(containsPart(clientPartOf(sent), object), {
    says: 'The object of a review is that of the request.',
    expected: sent,
    got: object ?? 'nothing',
    at: label,
  })
}

const dry = asDryRun(createForWebhooks('dry', 'core', 'tried'), 'dry')

function* dryRunIsShown(history: History, label: string): Generator<Observation> {
  const got = inRequest(yield* callOf(history, label), '/dryRun') ?? false
  yield verify(got === (label === 'dry'), {
    says: 'The review of a dry run, and of no other request, has dryRun.',
    expected: label === 'dry',
    got,
    at: label,
  })
}

const strict = asDryRun(
  { ...createForWebhooks('strict', 'core', 'tried'), query: { fieldValidation: 'Strict' } },
  'strict',
)
const withPolicy = deleteObject('with a policy', 'core', caseName('x'), {
  body: {
    apiVersion: { $join: [{ $group: 'meta' }, '/v1'] },
    kind: 'DeleteOptions',
    propagationPolicy: 'Orphan',
  },
})

function* optionsAreShown(history: History): Generator<Observation> {
  yield* requireHook(history, 'a')
  for (const [label, wanted] of [
    ['strict', { kind: 'CreateOptions', fieldValidation: 'Strict', dryRun: ['All'] }],
    ['updated', { kind: 'UpdateOptions' }],
    ['with a policy', { kind: 'DeleteOptions', propagationPolicy: 'Orphan' }],
  ] as const) {
    const got = inRequest(yield* callOf(history, label), '/options')
    yield verify(containsPart(wanted, got), {
      says: 'The options of a review are those of the operation.',
      expected: wanted,
      got: got ?? 'nothing',
      at: label,
    })
  }
}

const generated = createForWebhooks('generated', 'core', undefined, ['a'], {
  '/metadata/generateName': caseName('g-'),
})
const createdCluster = createForWebhooks('created cluster', 'cluster', 'w')
const onStatus = patch('status', 'status', caseName('s'), {
  type: 'merge',
  body: { metadata: { annotations: { 'touchstone/change': 'one' } } },
})
const statusWrites: RequestStep[] = [
  createForWebhooks('whole', 'status', 's'),
  { ...onStatus, to: { role: 'status', name: caseName('s'), subresource: 'status' } },
]

const inAndOut = [created, createdMain]

export default [
  example(
    'ADM-001',
    [
      ...wrongAnswers('validating', reviewStub({ allowed: true }, { version: 'v1beta1' })),
      ...reviewed(created),
    ],
    function* (history) {
      yield* wrongAnswerFails(history, 'wrong 0', 'An answer of another version is a failed call.')
      yield* reviewIsOfItsKind(history, 'created')
    },
  ),
  example(
    'ADM-002',
    [...wrongAnswers('validating', reviewStub()), ...reviewed(created)],
    function* (history) {
      yield* wrongAnswerFails(history, 'wrong 0', 'An answer without response is a failed call.')
      yield* reviewHasRequest(history, 'created')
    },
  ),
  property('ADM-003', writesOfTwoHooks(), uidsAreDistinct, { observationsMin: 4, scenariosMax: 3 }),
  example(
    'ADM-004',
    reviewedWrites(inAndOut, withMain),
    eachReview(inAndOut, function* (history, label) {
      const { group, version, kind } = typeOf(history, label)
      const says = 'A review names group, version and kind.'
      yield* reviewShows(history, label, {
        pointer: '/kind',
        wanted: { group, version, kind },
        says,
      })
    }),
  ),
  example(
    'ADM-005',
    reviewedWrites(inAndOut, withMain),
    eachReview(inAndOut, function* (history, label) {
      const { group, version, resource } = typeOf(history, label)
      const wanted = { group, version, resource }
      const says = 'A review names group, version and resource.'
      yield* reviewShows(history, label, { pointer: '/resource', wanted, says })
    }),
  ),
  example(
    'ADM-006',
    reviewedWrites(statusWrites, { rules: [writesOf('status', { withStatus: true })] }),
    eachReview(statusWrites, function* (history, label) {
      const wanted = label === 'status' ? 'status' : undefined
      const says = 'A review names the subresource, if the request is for one.'
      yield* reviewShows(history, label, { pointer: '/subResource', wanted, says })
    }),
  ),
  example(
    'ADM-007',
    [twoVersions, ...reviewedWrites([inOther], { rules: [otherVersion] })],
    originalRequestIsKept,
  ),
  example(
    'ADM-008',
    // Genuine servers tell validating webhooks the generated name.
    reviewedWrites([created, generated], {}, 'mutating'),
    eachReview([created, generated], function* (history, label) {
      const wanted = label === 'created' ? `${history.context.prefix}x` : undefined
      const says = 'A review has the name of the request, if the server does not generate it.'
      yield* reviewShows(history, label, { pointer: '/name', wanted, says })
    }),
  ),
  example(
    'ADM-009',
    reviewedWrites([created, createdCluster], { rules: [writesOf('cluster')] }),
    eachReview([created, createdCluster], function* (history, label) {
      const wanted = exchangeAt(history, label).about?.namespace
      const says = 'A review has the namespace of the request, if any.'
      yield* reviewShows(history, label, { pointer: '/namespace', wanted, says })
    }),
  ),
  example(
    'ADM-010',
    reviewedWrites(coreWrites),
    eachReview(coreWrites, function* (history, label) {
      const got = inRequest(yield* callOf(history, label), '/operation')
      yield verify(typeof got === 'string' && got !== '', {
        says: 'A review names the operation.',
        expected: 'an operation',
        got: got ?? 'nothing',
        at: label,
      })
    }),
  ),
  example(
    'ADM-012',
    reviewedWrites([
      created,
      mergePatched,
      updated,
      applied('applied', 'one'),
      applied('applied again', 'two'),
    ]),
    operationIsEffective,
    { needs: ['feature apply'] },
  ),
  example('ADM-013', [...reviewedWrites([created]), whoAmI], userIsDescribed),
  example(
    'ADM-014',
    reviewedWrites([created, mergePatched, updated]),
    eachReview([created, updated], objectIsIncoming),
  ),
  property('ADM-015', chainsOfWrites(), oldObjectIsStored, { observationsMin: 4, scenariosMax: 3 }),
  example('ADM-016', reviewedWrites([created, dry]), eachReview([created, dry], dryRunIsShown)),
  example(
    'ADM-017',
    reviewedWrites([created, strict, mergePatched, updated, withPolicy]),
    optionsAreShown,
  ),
]
