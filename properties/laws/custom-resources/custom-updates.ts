// Laws of definitions that change; for the labels see scenarios/custom-updates.ts.

import type { History } from '../../history/history.ts'
import { answerSummary, exchangeAt, bodyValueAt, isFinalRefusal } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import {
  answersAgree,
  canonicalText,
  requireEstablishedTypes,
  hasStatusCode,
  answerIncludes,
} from './custom-answers.ts'
import { requireUntouched } from '../other-writers.ts'
import { requireSuccess } from '../preconditions.ts'
import { refusesWith } from '../status.ts'

/** K8S-CR-013: objects are read as their type is now; writing stores them so. */
export function* currentSchemaApplies(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'type established')
  yield* requireSuccess(history, 'object', 'before', 'changed', 'changed back')
  const says = 'Objects that were stored before are read by the schema as it is now.'
  yield* isSpec('after', { a: 'a', c: 'c' }, says)
  const same = ['/metadata/uid', '/metadata/resourceVersion', '/metadata/generation']
  const unchanged = 'A change of its type is no change of an object.'
  yield* requireUntouched(history, 'before', 'after')
  yield* answersAgree(history, ['before', 'after'], same, unchanged)
  yield* requireSuccess(history, 'written')
  const stored = 'What the schema no longer knows is gone once the object is written.'
  yield* isSpec('at last', { a: 'other', b: 'new', c: 'c' }, stored)

  function* isSpec(label: string, spec: unknown, rule: string): Generator<Observation> {
    yield* requireSuccess(history, label)
    const [expected, got] = [spec, bodyValueAt(exchangeAt(history, label), '/spec')].map(
      canonicalText,
    )
    yield verify(expected === got, { says: rule, expected, got, at: label })
  }
}

/** K8S-CR-025: what was wrong before may stay as it is, and is not made wrong anew. */
export function* existingFaultsAreTolerated(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'type established')
  yield* requireSuccess(history, 'object', 'tightened')
  yield* precondition(
    exchangeAt(history, 'refused').answer?.status === 422,
    'the schema is not in force yet',
  )
  const says = 'A change leaves alone what did not fit before and stays as it was.'
  yield* answerIncludes(history, 'elsewhere', { spec: { a: 'much too long', b: 2 } }, says)
  const causes = [{ reason: 'FieldValueTooLong', field: 'spec.a' }]
  const wrong = 'A change to what does not fit is refused, whatever was there before.'
  for (const label of ['as wrong', 'wrong again'])
    yield* refusesWith(history, label, { code: 422, reason: 'Invalid', causes }, wrong)
  yield* answerIncludes(history, 'mended', { spec: { a: 'ok' } }, 'What did not fit may be mended.')
}

const fixed = {
  'other scope': 'spec.scope',
  'other group': 'spec.group',
  'other plural': 'spec.names.plural',
  'other version': 'status.storedVersions[0]',
}

/** K8S-CR-012: scope, group and plural of a definition stay, and its stored versions are kept. */
export function* immutablePartsAreRefused(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'type established')
  yield* requireSuccess(history, 'twin', 'after')
  const says = 'Scope, group and plural of an established definition stay, and stored versions do.'
  for (const [label, field] of Object.entries(fixed)) {
    const causes = [{ reason: 'FieldValueInvalid', field }]
    yield* refusesWith(history, label, { code: 422, reason: 'Invalid', causes }, says)
  }
  yield* answersAgree(history, ['twin', 'after'], ['/spec'], says)
}

/** K8S-CR-014: a definition that is too large is refused, and the server goes on. */
export function* tooLargeDefinitionIsRefused(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'type established')
  const large = exchangeAt(history, 'large')
  yield* precondition(large.answer !== undefined, `large: ${answerSummary(large)}`)
  yield verify(isFinalRefusal(large), {
    says: 'A definition of several megabytes is refused.',
    expected: 'a refusal (4xx)',
    got: answerSummary(large),
    at: large,
  })
  yield* hasStatusCode(history, 'after large', 404, 'A definition that is refused is not stored.')
}
