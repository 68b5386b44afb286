// Checks what admission policies do. Each matches only objects with a label of its case, in the
// namespaces of the run.

import {
  annotationIn,
  bindPolicy,
  bindingStepLabel,
  createWithVerdict,
  createProbe,
  definePolicy,
  inForceStepLabel,
  isNotBad,
  otherAnnotation,
  patchProbe,
  untilRefused,
  verdictAnnotation,
} from '../../../properties/dsl/policy-steps.ts'
import { pollUntil } from '../../../properties/dsl/custom-steps.ts'
import { caseName, get, nameFrom } from '../../../properties/dsl/steps.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import { asDryRun } from '../../../properties/dsl/write-steps.ts'
import { writesOf } from '../../../properties/dsl/webhook-steps.ts'
import type { History } from '../../../properties/history/history.ts'
import { anyRefusal } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  isNotStored,
  isReached,
  refusalShows,
  requireInForce,
  requirePolicies,
  showsAnnotation,
  warns,
  writeIsAdmitted,
  writeIsRefused,
} from '../../../properties/laws/admission/policies.ts'
import { requireSuccess } from '../../../properties/laws/preconditions.ts'
import {
  badMessage,
  notBad,
  refusingPolicy,
} from '../../../properties/scenarios/admission/policies.ts'
import { example } from '../../check.ts'

const params = {
  paramKind: {
    apiVersion: { $word: 'apiVersion', of: 'core' },
    kind: { $word: 'kind', of: 'core' },
  },
} as const satisfies { [member: string]: Term }

const paramNamed = (
  logical: string,
  parameterNotFoundAction: string,
): { [member: string]: Term } => ({
  paramRef: { name: caseName(logical), namespace: { $namespace: 0 }, parameterNotFoundAction },
})

/** Objects have the verdict that the parameter has. */
const asParameter = {
  ...params,
  validations: [
    {
      expression: `${annotationIn('object', verdictAnnotation)} == ${annotationIn('params', verdictAnnotation)}`,
    },
  ],
} satisfies { [member: string]: Term }

function* boundPolicyDenies(history: History): Generator<Observation> {
  yield* requirePolicies(history, 'a')
  yield* requireSuccess(history, 'probe a', 'good')
  yield* isReached(
    history,
    inForceStepLabel('a'),
    'A policy with a binding takes effect.',
    anyRefusal('a refusal'),
  )
  yield* writeIsRefused(history, 'bad', 'A write that violates a validation is refused.')
  yield* isNotStored(history, 'bad stored')
}

function* unboundPolicyDoesNothing(history: History): Generator<Observation> {
  yield* requirePolicies(history, 'b')
  yield* requireInForce(history, 'a', 'b')
  yield* writeIsAdmitted(history, 'free', 'A policy without a binding has no effect.')
}

function* parametersDecide(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'parameter')
  yield* requireInForce(history, 'a')
  yield* writeIsAdmitted(history, 'equal', 'An object that its parameter admits is admitted.')
  yield* writeIsRefused(
    history,
    'different',
    'An object that its parameter does not admit is refused.',
  )
  yield* requireSuccess(history, 'changed parameter')
  yield* isReached(history, 'changed', 'A change of a parameter takes effect.', 'success')
}

function* missingParametersDecide(history: History): Generator<Observation> {
  yield* requireInForce(history, 'a')
  yield* requirePolicies(history, 'b')
  yield* requireSuccess(history, 'probe b', 'parameter')
  yield* writeIsRefused(history, 'denied', 'Without its parameter, Deny refuses a write.')
  yield* writeIsAdmitted(history, 'allowed', 'Without its parameter, Allow admits a write.')
  yield* isReached(
    history,
    'b with parameter',
    'A new parameter takes effect.',
    anyRefusal('a refusal'),
  )
}

function* failurePolicyDecides(history: History): Generator<Observation> {
  yield* requireInForce(history, 'a', 'b')
  const says = 'An expression that fails admits if failures are ignored.'
  yield* writeIsAdmitted(history, 'ignored', says)
  yield* writeIsRefused(history, 'fatal', 'An expression that fails refuses a write by default.')
}

function* dryRunsAreJudged(history: History): Generator<Observation> {
  yield* requireInForce(history, 'a')
  yield* requireSuccess(history, 'good')
  yield* writeIsRefused(history, 'bad', 'A dry run that violates a validation is refused.')
  yield* isNotStored(history, 'good stored')
}

function* mutationsApply(history: History): Generator<Observation> {
  yield* requirePolicies(history, 'a')
  yield* requireSuccess(history, 'probe a')
  yield* isReached(
    history,
    inForceStepLabel('a'),
    'A mutating policy takes effect.',
    'the new annotation',
  )
  for (const label of ['created', 'stored'])
    for (const [annotation, how] of [
      [applied, 'apply configuration'],
      [patched, 'JSON patch'],
    ] as const) {
      const says = `An object has the changes of an ${how}.`
      yield* showsAnnotation(history, label, { annotation, wanted: 'yes', says })
    }
}

const applied = 'touchstone/applied'
const patched = 'touchstone/patched'
const mutations: Term = [
  {
    patchType: 'ApplyConfiguration',
    applyConfiguration: {
      expression: `Object{metadata: Object.metadata{annotations: {'${applied}': 'yes'}}}`,
    },
  },
  {
    patchType: 'JSONPatch',
    jsonPatch: {
      expression:
        '[JSONPatch{op: "add", path: "/metadata/annotations/" + ' +
        `jsonpatch.escapeKey('${patched}'), value: 'yes'}]`,
    },
  },
]

const faulty = (expression: string): { [member: string]: Term } => ({
  validations: [{ expression }],
})

function* faultsAreRefused(history: History): Generator<Observation> {
  yield* requirePolicies(history, 'a')
  for (const label of ['no syntax', 'no name', 'no condition']) {
    yield* writeIsRefused(history, label, 'A policy with an invalid expression is refused.')
  }
}

const checks = [
  example(
    'K8S-ADM-001',
    [
      ...refusingPolicy(),
      createWithVerdict('good', 'good'),
      createWithVerdict('bad', 'bad'),
      get('bad stored', 'core', caseName('bad')),
    ],
    boundPolicyDenies,
  ),
  example(
    'K8S-ADM-002',
    [
      createProbe('a'),
      definePolicy('a', {
        validations: [
          {
            expression: isNotBad,
            reason: 'Forbidden',
            message: 'unused',
            messageExpression: `'touchstone found ' + object.metadata.annotations['${verdictAnnotation}']`,
          },
          {
            expression: `${annotationIn('object', verdictAnnotation)} != 'worse'`,
            message: badMessage,
          },
        ],
      }),
      bindPolicy('a'),
      untilRefused('a'),
      createWithVerdict('bad', 'bad'),
      createWithVerdict('worse', 'worse'),
    ],
    function* (history) {
      yield* requireInForce(history, 'a')
      const made = { code: 403, reason: 'Forbidden', text: 'touchstone found bad' }
      yield* refusalShows(history, 'bad', made)
      yield* refusalShows(history, 'worse', { code: 422, reason: 'Invalid', text: badMessage })
    },
  ),
  example(
    'K8S-ADM-003',
    [
      createProbe('a'),
      createProbe('b'),
      definePolicy('a', notBad),
      definePolicy('b', notBad),
      bindPolicy('b'),
      untilRefused('b'),
      createWithVerdict('free', 'bad'),
      bindPolicy('a'),
      untilRefused('a'),
    ],
    unboundPolicyDoesNothing,
  ),
  example(
    'K8S-ADM-004',
    [
      createProbe('a'),
      definePolicy('a', notBad),
      bindPolicy(
        'a',
        { validationActions: ['Warn'] },
        { logical: 'warning', as: 'warning binding' },
      ),
      // The second binding only shows when both are in force.
      bindPolicy('a', {
        matchResources: { resourceRules: [{ ...writesOf('core'), operations: ['UPDATE'] }] },
      }),
      untilRefused('a'),
      createWithVerdict('warned', 'bad'),
    ],
    function* (history) {
      yield* requireInForce(history, 'a')
      yield* requireSuccess(history, 'warning binding')
      yield* writeIsAdmitted(history, 'warned', 'A violation whose action is Warn is admitted.')
      yield* warns(history, 'warned', badMessage)
    },
  ),
  example(
    'K8S-ADM-005',
    [
      createWithVerdict('parameter', 'good', { policies: [] }),
      createProbe('a'),
      definePolicy('a', asParameter),
      bindPolicy('a', paramNamed('parameter', 'Deny')),
      untilRefused('a'),
      createWithVerdict('equal', 'good'),
      createWithVerdict('different', 'bad'),
      {
        ...patchProbe('changed parameter', 'a', { [verdictAnnotation]: 'bad' }),
        to: { role: 'core', name: caseName('parameter') },
      },
      pollUntil(patchProbe('changed', 'a', { [verdictAnnotation]: 'bad' }), 200),
    ],
    parametersDecide,
  ),
  example(
    'K8S-ADM-006',
    [
      createProbe('a'),
      createProbe('b'),
      definePolicy('b', asParameter),
      bindPolicy('b', paramNamed('parameter', 'Allow')),
      definePolicy('a', asParameter),
      bindPolicy('a', paramNamed('parameter', 'Deny')),
      untilRefused('a'),
      createWithVerdict('denied', 'good'),
      createWithVerdict('allowed', 'bad', { policies: ['b'] }),
      createWithVerdict('parameter', 'good', { policies: [] }),
      {
        poll: patchProbe('b with parameter', 'b', {
          [verdictAnnotation]: 'bad',
          'touchstone/probe': nameFrom(bindingStepLabel('b')),
        }),
        isRefused: true,
      },
    ],
    missingParametersDecide,
  ),
  example(
    'K8S-ADM-011',
    [
      createProbe('a', { [otherAnnotation]: 'one' }),
      createProbe('b', { [otherAnnotation]: 'one' }),
      ...(['a', 'b'] as const).flatMap(policy => [
        definePolicy(policy, {
          failurePolicy: policy === 'a' ? 'Ignore' : 'Fail',
          // Fails without the annotation.
          validations: [
            { expression: `object.metadata.annotations['${otherAnnotation}'] == 'one'` },
          ],
        }),
        bindPolicy(policy),
        untilRefused(policy, { [otherAnnotation]: 'two' }),
      ]),
      createWithVerdict('ignored', 'good'),
      createWithVerdict('fatal', 'good', { policies: ['b'] }),
    ],
    failurePolicyDecides,
  ),
  example(
    'K8S-ADM-012',
    [
      ...refusingPolicy(),
      asDryRun(createWithVerdict('good', 'good'), 'good'),
      asDryRun(createWithVerdict('bad', 'bad'), 'bad'),
      get('good stored', 'core', caseName('good')),
    ],
    dryRunsAreJudged,
  ),
  example(
    'K8S-ADM-013',
    [
      createProbe('a'),
      definePolicy('a', { mutations, reinvocationPolicy: 'Never' }, { kind: 'mutating' }),
      bindPolicy('a', {}, { kind: 'mutating' }),
      pollUntil(
        patchProbe(inForceStepLabel('a'), 'a', {
          'touchstone/probe': nameFrom(bindingStepLabel('a')),
        }),
        {
          metadata: { annotations: { [applied]: 'yes' } },
        },
      ),
      createWithVerdict('created', 'good'),
      get('stored', 'core', caseName('created')),
    ],
    mutationsApply,
  ),
  example(
    'K8S-ADM-014',
    [
      definePolicy('a', notBad),
      bindPolicy('a'),
      definePolicy('a', faulty('true &&'), { logical: 'x', as: 'no syntax' }),
      definePolicy('a', faulty('nothing == 1'), { logical: 'y', as: 'no name' }),
      definePolicy('a', faulty("'text'"), { logical: 'z', as: 'no condition' }),
    ],
    faultsAreRefused,
  ),
  example(
    'K8S-ADM-015',
    [
      createProbe('a'),
      definePolicy('a', {
        variables: [
          { name: 'given', expression: annotationIn('object', verdictAnnotation) },
          { name: 'isBad', expression: "variables.given == 'bad'" },
        ],
        validations: [{ expression: '!variables.isBad' }],
      }),
      bindPolicy('a'),
      untilRefused('a'),
      createWithVerdict('good', 'good'),
      createWithVerdict('bad', 'bad'),
    ],
    function* (history) {
      yield* requirePolicies(history, 'a')
      yield* requireSuccess(history, 'probe a', 'good')
      const says = 'A policy whose validation uses variables takes effect.'
      yield* isReached(history, inForceStepLabel('a'), says, anyRefusal('a refusal'))
      yield* writeIsRefused(history, 'bad', 'A validation sees the values of variables.')
    },
  ),
]

export default checks.map(check => ({
  ...check,
  needs: ['feature admission-policies' as const, ...check.needs],
}))
