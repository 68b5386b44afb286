// Laws of the fields that genuine servers fill in, replace or drop, and of what they look like.

import type { Exchange, History } from '../../history/history.ts'
import { exchangeAt, bodyValueAt, isSuccess } from '../../history/history.ts'
import { verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { foreignValues } from '../../scenarios/object-fields/server-set-fields.ts'
import { requireSuccess } from '../preconditions.ts'
import { requireFinalAnswer } from '../status.ts'

/** What a field of an answer is, as one of the rule's own sentences wants it. */
export type FieldRule = {
  /** A JSON pointer into the answer. */
  at: string
  says: string
  expected: string
  is: (value: unknown) => boolean
}

/** The rule put to the test on the answer to one step. */
export function fieldFollowsRule(
  history: History,
  label: string,
  { at: pointer, says, expected, is }: FieldRule,
): Observation {
  const got = bodyValueAt(exchangeAt(history, label), pointer)
  return verify(is(got), { says, expected: `${pointer}: ${expected}`, got, at: label })
}

/** Whether a value is a text of a form. */
export const matchesForm =
  (form: RegExp) =>
  (value: unknown): boolean =>
    typeof value === 'string' && form.test(value)

/** Every step is carried out, and its answer has a field as the rule says. */
export const everyAnswerFollowsRule = (rule: (history: History, exchange: Exchange) => FieldRule) =>
  function* (history: History): Generator<Observation> {
    for (const exchange of history.exchanges) {
      yield* requireSuccess(history, exchange.step)
      yield fieldFollowsRule(history, exchange.step, rule(history, exchange))
    }
  }

/** K8S-OBJ-002: a body need not say what its path says. */
export function* bodyTypeDefaultsToPath(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'twin')
  const create = yield* requireFinalAnswer(history, 'create')
  yield verify(isSuccess(create), {
    says: 'A body without kind and apiVersion is read as the type of its path.',
    expected: 'success',
    got: create.answer?.status,
    at: create,
  })
}

/** K8S-OBJ-013: an object of a type without namespaces gets none. */
export function* namespaceIsDropped(history: History): Generator<Observation> {
  const create = yield* requireFinalAnswer(history, 'create')
  yield verify(isSuccess(create) && bodyValueAt(create, '/metadata/namespace') === undefined, {
    says: 'A namespace in the body of a cluster-scoped object is dropped.',
    expected: 'success, without metadata.namespace',
    got: create.answer?.text,
    at: create,
  })
}

/** K8S-OBJ-016: nothing of what the server sets is taken from a body. */
export function* serverSetIsReplaced(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'create')
  for (const [place, value] of Object.entries(foreignValues))
    yield fieldFollowsRule(history, 'create', {
      at: place,
      says: 'Values in a create for fields that the server sets are dropped or replaced.',
      expected: `not ${String(value)}`,
      is: got => got !== value,
    })
}
