// Judges the validation rules of custom types. The labels are in scenarios/custom-rules.ts.

import type { History } from '../../history/history.ts'
import { exchangeAt } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt } from '../../dsl/term.ts'
import {
  answersAgree,
  requireEstablishedTypes,
  hasStatusCode,
  requestSucceeds,
  answerIncludes,
} from './custom-answers.ts'
import { requireSuccess } from '../preconditions.ts'
import { statusCauses, refusesWith } from '../status.ts'

type Rule = { name: string; field: string; reason: string; message: string }

/**
 * K8S-CR-060: an object that satisfies the rules is accepted. A violation is refused at its field.
 */
export const rulesAreEnforced = (rules: Rule[]) =>
  function* (history: History): Generator<Observation> {
    yield* requireEstablishedTypes(history, 'gadgets')
    for (const { name, field, reason } of rules) {
      yield* requestSucceeds(
        history,
        `kept ${name}`,
        'An object that satisfies the validation rules of its type is accepted.',
      )
      const says =
        'An object that violates a validation rule is refused with 422, with a cause for its field.'
      const refusal = { code: 422, reason: 'Invalid', causes: [{ reason, field }] }
      yield* refusesWith(history, `broken ${name}`, refusal, says)
    }
  }

/** K8S-CR-061: a refusal by a rule contains the message of the rule. */
export const refusalsCarryRuleMessages = (rules: Rule[]) =>
  function* (history: History): Generator<Observation> {
    yield* requireEstablishedTypes(history, 'gadgets')
    for (const { name, message } of rules) {
      yield* requireSuccess(history, `kept ${name}`)
      const broken = exchangeAt(history, `broken ${name}`)
      yield* precondition(broken.answer?.status === 422, `broken ${name} was not refused`)
      const got = statusCauses(broken).map(cause => String(valueAt(cause, '/message')))
      yield verify(
        got.some(text => text.includes(message)),
        {
          says: 'The refusal of a rule violation has the message of the rule, or else the rule itself.',
          expected: message,
          got,
          at: broken,
        },
      )
    }
  }

/**
 * K8S-CR-062: transition rules compare with the old object, and do not apply if there is no old
 * value.
 */
export function* transitionRulesSeeTheOldObject(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'gadgets')
  yield* requireSuccess(history, 'object')
  const kept = 'A change that satisfies the transition rules is accepted.'
  const steps = ['first owner', 'other field', 'level rises', 'no owner', 'new owner']
  for (const label of steps) yield* hasStatusCode(history, label, 200, kept)
  const says =
    'A change that violates a transition rule is refused with 422, with a cause for its field.'
  for (const [label, field] of [
    ['other owner', 'spec.owner'],
    ['level falls', 'spec.level'],
  ] as const) {
    const causes = [{ reason: 'FieldValueInvalid', field }]
    yield* refusesWith(history, label, { code: 422, reason: 'Invalid', causes }, says)
  }
  const unchanged = 'A change that is refused changes nothing.'
  yield* answerIncludes(history, 'after', { spec: { owner: 'b', level: 2, size: 2 } }, unchanged)
  yield* answersAgree(history, ['new owner', 'after'], ['/spec'], unchanged)
}
