// Judges updates of definitions. The labels are in scenarios/custom-updates.ts.

import type { History } from '../../history/history.ts'
import { answerSummary, exchangeAt, bodyValueAt, isFinalRefusal } from '../../history/history.ts'
import { anyRefusal, precondition, verify } from '../../history/observation.ts'
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

/** K8S-CR-013: objects are read by the current schema, and written back in that form. */
export function* currentSchemaApplies(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'type established')
  yield* requireSuccess(history, 'object', 'before', 'changed', 'changed back')
  const says = 'Stored objects are read with the pruning and defaults of the current schema.'
  yield* isSpec('after', { a: 'a', c: 'c' }, says)
  const same = ['/metadata/uid', '/metadata/resourceVersion', '/metadata/generation']
  const unchanged =
    'A schema change leaves uid, resourceVersion and generation of stored objects unchanged.'
  yield* requireUntouched(history, 'before', 'after')
  yield* answersAgree(history, ['before', 'after'], same, unchanged)
  yield* requireSuccess(history, 'written')
  const stored =
    'A write after a schema change removes the stored fields that the schema no longer has.'
  yield* isSpec('at last', { a: 'other', b: 'new', c: 'c' }, stored)

  function* isSpec(label: string, spec: unknown, rule: string): Generator<Observation> {
    yield* requireSuccess(history, label)
    const [expected, got] = [spec, bodyValueAt(exchangeAt(history, label), '/spec')].map(
      canonicalText,
    )
    yield verify(expected === got, { says: rule, expected, got, at: label })
  }
}

/** K8S-CR-025: an update may keep existing faults but not add new ones. */
export function* existingFaultsAreTolerated(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'type established')
  yield* requireSuccess(history, 'object', 'tightened')
  yield* precondition(
    exchangeAt(history, 'refused').answer?.status === 422,
    'the schema is not in force yet',
  )
  const says = 'An update that leaves invalid stored values unchanged is accepted.'
  yield* answerIncludes(history, 'elsewhere', { spec: { a: 'much too long', b: 2 } }, says)
  const causes = [{ reason: 'FieldValueTooLong', field: 'spec.a' }]
  const wrong = 'An update to an invalid value is refused, even if the stored value is invalid.'
  for (const label of ['as wrong', 'wrong again'])
    yield* refusesWith(history, label, { code: 422, reason: 'Invalid', causes }, wrong)
  yield* answerIncludes(
    history,
    'mended',
    { spec: { a: 'ok' } },
    'An invalid stored value can be corrected.',
  )
}

const fixed = {
  'other scope': 'spec.scope',
  'other group': 'spec.group',
  'other plural': 'spec.names.plural',
  'other version': 'status.storedVersions[0]',
}

/**
 * K8S-CR-012: the scope, group and plural of a definition are immutable, and stored versions cannot
 * be removed.
 */
export function* immutablePartsAreRefused(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'type established')
  yield* requireSuccess(history, 'twin', 'after')
  const says =
    'The scope, group and plural of an established CRD cannot be changed, and stored versions cannot be removed.'
  for (const [label, field] of Object.entries(fixed)) {
    const causes = [{ reason: 'FieldValueInvalid', field }]
    yield* refusesWith(history, label, { code: 422, reason: 'Invalid', causes }, says)
  }
  yield* answersAgree(history, ['twin', 'after'], ['/spec'], says)
}

/** K8S-CR-014: a definition that is too large is refused, and the server keeps working. */
export function* tooLargeDefinitionIsRefused(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'type established')
  const large = exchangeAt(history, 'large')
  yield* precondition(large.answer !== undefined, `large: ${answerSummary(large)}`)
  yield verify(isFinalRefusal(large), {
    says: 'A CRD of several megabytes is refused.',
    expected: anyRefusal('a refusal (4xx)'),
    got: answerSummary(large),
    at: large,
  })
  yield* hasStatusCode(history, 'after large', 404, 'A refused CRD is not stored.')
}
