// Judges how managed fields are kept, cleared, merged and repaired.

import type { History } from '../../history/history.ts'
import { exchangeAt } from '../../history/history.ts'
import { pathsInFieldsV1, conflictPath } from '../../models/field-paths.ts'
import { verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { pathsByManager } from './apply-ownership.ts'
import { managedFieldsEntries, managersIn, trackedShapeOf } from './modeled-writes.ts'
import { acceptsRequest } from '../decisions.ts'
import { firstDifference, differenceSides } from '../../models/json-differences.ts'
import { requireSuccess } from '../preconditions.ts'

/**
 * K8S-APPLY-012: a write that omits managed fields keeps them, and one with an empty entry clears
 * them. So does one with an empty list, unless the type is a custom one: genuine servers drop empty
 * metadata of custom objects before they look at it. No custom type is in the core group.
 */
export function* managedFieldsAreKeptOrCleared(history: History): Generator<Observation> {
  const clearing = ['with none', 'with an empty entry']
  yield* requireSuccess(history, 'object', 'left out', ...clearing, 'first')
  const ownersOf = function* (label: string, wanted: Record<string, string[]>, says: string) {
    yield* requireSuccess(history, label)
    const look = exchangeAt(history, label)
    const found = pathsByManager(managersIn(look.answer?.body, trackedShapeOf(history, look)))
    const got = Object.keys(found).toSorted()
    const names = Object.keys(wanted).toSorted()
    yield verify(names.join() === got.join(), { says, expected: names, got, at: look })
    for (const [owner, fields] of Object.entries(wanted)) {
      const missing = fields.filter(field => !found[owner]?.[field])
      yield verify(missing.length === 0, { says, expected: fields, got: found[owner], at: look })
    }
  }
  const [m, n] = ['m', 'n'].map(name => history.context.prefix + name)
  const ofM = { [`Apply ${m}`]: ['.metadata.annotations.a'] }
  const kept = 'A write without managedFields keeps the stored managedFields and adds to them.'
  yield* ownersOf('kept', { ...ofM, [`Update ${n}`]: ['.metadata.annotations.b'] }, kept)
  const cleared = (by: string) => `A write with ${by} clears the stored managedFields.`
  yield* ownersOf('cleared', {}, cleared('an empty entry of managedFields'))
  const before = {
    'Update before-first-apply': ['.metadata.annotations.a', '.metadata.annotations.b'],
  }
  const followed =
    'An apply to an object without managedFields assigns all existing fields to before-first-apply.'
  yield* ownersOf('followed', { ...ofM, ...before }, followed)
  if (history.context.types.core.group === '')
    yield* ownersOf('cleared again', {}, cleared('an empty list as managedFields'))
}

/** K8S-APPLY-025: if there are more than ten update entries, the oldest are merged. */
export function* oldUpdateEntriesAreMerged(history: History): Generator<Observation> {
  const updates = history.exchanges.filter(({ step }) => step.startsWith('update '))
  yield* requireSuccess(history, 'object', 'look', ...updates.map(({ step }) => step))
  const look = exchangeAt(history, 'look')
  const entries = managedFieldsEntries(look.answer?.body).filter(
    ({ operation }) => operation === 'Update',
  )
  const says =
    'managedFields has at most ten Update entries; the oldest ones become ancient-changes.'
  const names = entries.map(({ manager }) => String(manager))
  yield verify(names.length === 10 && names.includes('ancient-changes'), {
    says,
    expected: 'ten entries, one of them of ancient-changes',
    got: names,
    at: look,
  })
  const owned = entries.flatMap(entry =>
    (pathsInFieldsV1(entry['fieldsV1']) ?? []).map(conflictPath),
  )
  for (const { step } of updates) {
    const field = `.metadata.annotations.${step.slice('update '.length)}`
    const owners = owned.filter(one => one === field).length
    yield verify(owners === 1, { says, expected: `one owner of ${field}`, got: owners, at: look })
  }
}

/** K8S-APPLY-026: an entry without its fieldsType is accepted and changes nothing. */
export function* entriesNeedNoFieldsType(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'before', 'sent back', 'after')
  const [before, after] = ['before', 'after'].map(look => exchangeAt(history, look))
  const says =
    'A write that returns an entry without its fieldsType leaves managedFields unchanged.'
  const difference = firstDifference(
    managedFieldsEntries(before?.answer?.body),
    managedFieldsEntries(after?.answer?.body),
  )
  yield verify(difference === undefined, { says, ...differenceSides(difference), at: 'after' })
  yield* acceptsRequest(history, 'twin', 'A later apply succeeds.')
}
