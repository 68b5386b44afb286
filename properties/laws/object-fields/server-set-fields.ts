// Laws of the fields that genuine servers fill in, replace or drop, and of what they look like.

import type { Exchange, History } from '../../history/history.ts'
import { at, read, succeeded } from '../../history/history.ts'
import { holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { foreign } from '../../scenarios/object-fields/server-set-fields.ts'
import { done } from '../premises.ts'
import { answeredForGood } from '../status.ts'

/** What a field of an answer is, as one of the rule's own sentences wants it. */
export type FieldRule = {
  /** A JSON pointer into the answer. */
  at: string
  says: string
  expected: string
  is: (value: unknown) => boolean
}

/** The rule put to the test on the answer to one step. */
export function fieldIs(
  history: History,
  label: string,
  { at: pointer, says, expected, is }: FieldRule,
): Observation {
  const got = read(at(history, label), pointer)
  return holds(is(got), { says, expected: `${pointer}: ${expected}`, got, at: label })
}

/** Whether a value is a text of a form. */
export const isText =
  (form: RegExp) =>
  (value: unknown): boolean =>
    typeof value === 'string' && form.test(value)

/** Every step is carried out, and its answer has a field as the rule says. */
export const everyAnswerHas = (rule: (history: History, exchange: Exchange) => FieldRule) =>
  function* (history: History): Generator<Observation> {
    for (const exchange of history.exchanges) {
      yield* done(history, exchange.step)
      yield fieldIs(history, exchange.step, rule(history, exchange))
    }
  }

/** K8S-OBJ-002: a body need not say what its path says. */
export function* isTakenForItsPath(history: History): Generator<Observation> {
  yield* done(history, 'twin')
  const create = yield* answeredForGood(history, 'create')
  yield holds(succeeded(create), {
    says: 'A body without kind and apiVersion is taken for an object of its path.',
    expected: 'success',
    got: create.answer?.status,
    at: create,
  })
}

/** K8S-OBJ-013: an object of a type without namespaces gets none. */
export function* namespaceIsDropped(history: History): Generator<Observation> {
  const create = yield* answeredForGood(history, 'create')
  yield holds(succeeded(create) && read(create, '/metadata/namespace') === undefined, {
    says: 'A namespace in the body of an object that has none is dropped.',
    expected: 'success, without metadata.namespace',
    got: create.answer?.text,
    at: create,
  })
}

/** K8S-OBJ-016: nothing of what the server sets is taken from a body. */
export function* serverSetIsReplaced(history: History): Generator<Observation> {
  yield* done(history, 'create')
  for (const [place, value] of Object.entries(foreign))
    yield fieldIs(history, 'create', {
      at: place,
      says: 'What a create brings for fields that the server sets is dropped or replaced.',
      expected: `not ${String(value)}`,
      is: got => got !== value,
    })
}
