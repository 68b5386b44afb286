// Laws of the rules of custom types; for the labels see scenarios/custom-rules.ts.

import type { History } from '../../history/history.ts'
import { at } from '../../history/history.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt } from '../../dsl/term.ts'
import { agree, defined, isAnswered, isCarriedOut, shows } from './custom-answers.ts'
import { done } from '../premises.ts'
import { causesOf, refusesWith } from '../status.ts'

type Rule = { name: string; field: string; reason: string; message: string }

/** K8S-CR-060: what keeps the rules is accepted. What breaks one is refused where it does. */
export const rulesAreKept = (rules: Rule[]) =>
  function* (history: History): Generator<Observation> {
    yield* defined(history, 'gadgets')
    for (const { name, field, reason } of rules) {
      yield* isCarriedOut(history, `kept ${name}`, 'An object that keeps the rules is accepted.')
      const says = 'An object that breaks a rule is refused (422) where it does.'
      const refusal = { code: 422, reason: 'Invalid', causes: [{ reason, field }] }
      yield* refusesWith(history, `broken ${name}`, refusal, says)
    }
  }

/** K8S-CR-061: a refusal by a rule says what the rule says. */
export const rulesSayWhy = (rules: Rule[]) =>
  function* (history: History): Generator<Observation> {
    yield* defined(history, 'gadgets')
    for (const { name, message } of rules) {
      yield* done(history, `kept ${name}`)
      const broken = at(history, `broken ${name}`)
      yield* given(broken.answer?.status === 422, `broken ${name} was not refused`)
      const got = causesOf(broken).map(cause => String(valueAt(cause, '/message')))
      yield holds(
        got.some(text => text.includes(message)),
        {
          says: 'A refusal by a rule gives the message of the rule, or the rule itself.',
          expected: message,
          got,
          at: broken,
        },
      )
    }
  }

/** K8S-CR-062: rules about changes look at the object as it was, and at nothing before it was. */
export function* transitionsAreJudged(history: History): Generator<Observation> {
  yield* defined(history, 'gadgets')
  yield* done(history, 'object')
  const kept = 'A change that keeps the rules about changes is taken.'
  const steps = ['first owner', 'other field', 'level rises', 'no owner', 'new owner']
  for (const label of steps) yield* isAnswered(history, label, 200, kept)
  const says = 'A change that breaks a rule about changes is refused where it does.'
  for (const [label, field] of [
    ['other owner', 'spec.owner'],
    ['level falls', 'spec.level'],
  ] as const) {
    const causes = [{ reason: 'FieldValueInvalid', field }]
    yield* refusesWith(history, label, { code: 422, reason: 'Invalid', causes }, says)
  }
  const unchanged = 'A change that is refused changes nothing.'
  yield* shows(history, 'after', { spec: { owner: 'b', level: 2, size: 2 } }, unchanged)
  yield* agree(history, ['new owner', 'after'], ['/spec'], unchanged)
}
