// Judges the fields that genuine servers set, replace or drop, and their form.

import type { Exchange, History } from '../../history/history.ts'
import { answerSummary, exchangeAt, bodyValueAt, isSuccess } from '../../history/history.ts'
import { verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { clientSetValues } from '../../scenarios/object-fields/server-set-fields.ts'
import { requireSuccess } from '../preconditions.ts'
import { requireFinalAnswer } from '../status.ts'

/** A rule about one field of an answer, with its sentence for reports. */
export type FieldRule = {
  /** A JSON pointer into the answer. */
  pointer: string
  says: string
  expected: string
  is: (value: unknown) => boolean
}

/** Returns the observation of the rule on the answer to a step. */
export function fieldFollowsRule(
  history: History,
  label: string,
  { pointer, says, expected, is }: FieldRule,
): Observation {
  const got = bodyValueAt(exchangeAt(history, label), pointer)
  return verify(is(got), { says, expected: `${pointer}: ${expected}`, got, at: label })
}

/** Returns a predicate for strings that match a form. */
export const matchesForm =
  (form: RegExp) =>
  (value: unknown): boolean =>
    typeof value === 'string' && form.test(value)

/** Every step succeeds, and a field of its answer follows the rule. */
export const everyAnswerFollowsRule = (rule: (history: History, exchange: Exchange) => FieldRule) =>
  function* (history: History): Generator<Observation> {
    for (const exchange of history.exchanges) {
      yield* requireSuccess(history, exchange.step)
      yield fieldFollowsRule(history, exchange.step, rule(history, exchange))
    }
  }

/** K8S-OBJ-002: a body may omit kind and apiVersion, which its path determines. */
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

/** K8S-OBJ-011: a body may omit the namespace, which its path determines. */
export function* bodyNamespaceDefaultsToPath(history: History): Generator<Observation> {
  for (const [twin, label] of [
    ['twin main', 'absent'],
    ['twin core', 'empty'],
  ] as const) {
    yield* requireSuccess(history, twin)
    const create = yield* requireFinalAnswer(history, label)
    const wanted = create.about?.namespace
    const got = bodyValueAt(create, '/metadata/namespace')
    yield verify(isSuccess(create) && got === wanted, {
      says: 'A namespace that the body omits is set from the path.',
      expected: `success, with metadata.namespace ${String(wanted)}`,
      got: isSuccess(create) ? got : answerSummary(create),
      at: create,
    })
  }
}

/** K8S-OBJ-013: an object of a cluster-scoped type gets no namespace. */
export function* namespaceIsDropped(history: History): Generator<Observation> {
  const create = yield* requireFinalAnswer(history, 'create')
  yield verify(isSuccess(create) && bodyValueAt(create, '/metadata/namespace') === undefined, {
    says: 'A namespace in the body of a cluster-scoped object is dropped.',
    expected: 'success, without metadata.namespace',
    got: create.answer?.text,
    at: create,
  })
}

/** K8S-OBJ-016: values in a body are ignored for fields that the server sets. */
export function* serverSetIsReplaced(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'create')
  for (const [place, value] of Object.entries(clientSetValues))
    yield fieldFollowsRule(history, 'create', {
      pointer: place,
      says: 'Values in a create for fields that the server sets are dropped or replaced.',
      expected: `not ${String(value)}`,
      is: got => got !== value,
    })
}
