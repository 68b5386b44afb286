// Checks which writes admission policies leave out.

import {
  annotationIn,
  bindPolicy,
  createWithVerdict,
  createProbe,
  definePolicy,
  matchConstraintsFor,
  namespaceIn,
  otherAnnotation,
  untilRefused,
} from '../../../properties/dsl/policy-steps.ts'
import { caseName } from '../../../properties/dsl/steps.ts'
import { writesOf } from '../../../properties/dsl/webhook-steps.ts'
import type { History } from '../../../properties/history/history.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  requireInForce,
  writeIsAdmitted,
  writeIsRefused,
} from '../../../properties/laws/admission/policies.ts'
import { notBad, refusingPolicy } from '../../../properties/scenarios/admission/policies.ts'
import { example } from '../../check.ts'

const onlyMatched = (label: string, says: string) =>
  function* (history: History): Generator<Observation> {
    yield* requireInForce(history, 'a')
    yield* writeIsRefused(history, 'matched', 'An object that a policy matches is refused.')
    yield* writeIsAdmitted(history, label, says)
  }

const checks = [
  example(
    'K8S-ADM-007',
    [
      ...refusingPolicy(),
      createWithVerdict('matched', 'bad'),
      createWithVerdict('unlabelled', 'bad', { policies: [] }),
    ],
    onlyMatched('unlabelled', 'An object without the labels of the objectSelector is admitted.'),
  ),
  example(
    'K8S-ADM-008',
    [
      ...refusingPolicy({
        matchConstraints: { ...matchConstraintsFor('a'), namespaceSelector: namespaceIn(0) },
      }),
      createWithVerdict('matched', 'bad'),
      createWithVerdict('elsewhere', 'bad', { namespace: 1 }),
    ],
    onlyMatched('elsewhere', 'A namespace that the namespaceSelector does not match is left out.'),
  ),
  example(
    'K8S-ADM-009',
    [
      ...refusingPolicy({
        matchConstraints: {
          ...matchConstraintsFor('a'),
          excludeResourceRules: [
            { ...writesOf('core'), operations: ['*'], resourceNames: [caseName('excluded')] },
          ],
        },
      }),
      createWithVerdict('matched', 'bad'),
      createWithVerdict('excluded', 'bad'),
    ],
    onlyMatched('excluded', 'A name that excludeResourceRules contain is left out.'),
  ),
  example(
    'K8S-ADM-010',
    [
      createProbe('a', { [otherAnnotation]: 'yes' }),
      definePolicy('a', {
        ...notBad,
        matchConditions: [
          { name: 'other', expression: `${annotationIn('object', otherAnnotation)} == 'yes'` },
        ],
      }),
      bindPolicy('a'),
      untilRefused('a'),
      createWithVerdict('matched', 'bad', { annotations: { [otherAnnotation]: 'yes' } }),
      createWithVerdict('unmet', 'bad'),
    ],
    onlyMatched('unmet', 'An object for which a match condition is false is left out.'),
  ),
]

export default checks.map(check => ({
  ...check,
  needs: ['feature admission-policies' as const, ...check.needs],
}))
