// The rules of field ownership: who owns which fields after a write, and the result of an apply.
// The functions are pure. The name of the manager, the time and the versions of a type are passed
// in.

import type { WaitingTask } from '../lib/event-loop.ts'
import { compareFields, type FieldComparison } from './compare-fields.ts'
import { difference, type FieldSet, intersection, union } from './field-set.ts'
import { fieldSetOf } from './field-set-of.ts'
import {
  managerKey,
  type Manager,
  type ManagedFields,
  type ManagedFieldsEntry,
  withEntry,
} from './managed-fields.ts'
import { mergeApplied } from './merge-applied.ts'
import { finishPending, type PendingWork } from './portioned-walk.ts'
import { pruneUnapplied } from './prune-unapplied.ts'
import { reconcileFieldSet } from './reconcile-field-set.ts'
import type { ConvertVersion, VersionedObject } from './versioned-object.ts'

/** What the ownership rules need to know about a type and a request path. */
export type FieldOwnershipRules = {
  readonly convert: ConvertVersion
  /** Returns the fields of a set that a write on this path can change. */
  readonly tracked: (fields: FieldSet) => FieldSet
}

export type ApplyConflict = { readonly owner: ManagedFieldsEntry; readonly fields: FieldSet }

/**
 * Returns what other managers still own after a write, and which fields it changed.
 * @throws UnidentifiableItem
 */
export function* trackUpdate(
  change: { readonly before: VersionedObject; readonly after: VersionedObject },
  { managers }: { readonly managers: ManagedFields },
  rules: FieldOwnershipRules,
): WaitingTask<{ readonly managers: ManagedFields; readonly own: FieldSet }> {
  const settled = yield* settleOwnership(change, {
    managers: yield* current(managers, change.before, rules),
    rules,
  })
  const { added, modified } = settled.comparison
  const own = rules.tracked(union(modified, added))
  return { managers: settled.managers, own }
}

/**
 * Returns the object with the applied fields, and without those that this manager applied before
 * and now omits. Returns the conflicts instead if there are any.
 * @throws UnidentifiableItem
 */
export function* applyFields(
  live: VersionedObject,
  applied: VersionedObject,
  { managers, manager, isForced }: { managers: ManagedFields; manager: Manager; isForced: boolean },
  rules: FieldOwnershipRules,
): WaitingTask<
  { object: unknown; managers: ManagedFields } | { conflicts: readonly ApplyConflict[] }
> {
  const { schema } = live
  const all = yield* current(managers, live, rules)
  const key = managerKey(manager)
  const last = all.get(key)
  yield
  const fields = rules.tracked(yield* fieldSetOf(applied.object, schema))
  yield
  const own: ManagedFieldsEntry = { ...last, ...manager, fields }
  const claimed = new Map(all).set(key, own)
  // Merging two objects yields an object.
  const object = (yield* mergeApplied(
    live.object,
    applied.object,
    schema,
  )) as VersionedObject['object']
  const whole = { ...live, object }
  yield
  const claims = last && { managers: claimed, own, last }
  const next = claims ? yield* pruneUnapplied(whole, claims, rules.convert) : whole
  const settled = yield* settleOwnership(
    { before: live, after: next },
    { managers: claimed, rules, except: key },
  )
  if (!isForced && settled.conflicts.length > 0) return { conflicts: settled.conflicts }
  return { object: next.object, managers: withEntry(settled.managers, own) }
}

/**
 * Returns the managers whose versions still exist, with their sets adapted to the current schemas.
 */
function* current(
  managers: ManagedFields,
  live: VersionedObject,
  { convert }: FieldOwnershipRules,
): WaitingTask<ManagedFields> {
  const versions = new Map<string, VersionedObject | undefined>()
  const next = new Map<string, ManagedFieldsEntry>()
  for (const [key, owned] of managers) {
    const { apiVersion } = owned
    if (!versions.has(apiVersion)) versions.set(apiVersion, yield* convert(live, apiVersion))
    const typed = versions.get(apiVersion)
    if (!typed) continue
    next.set(key, { ...owned, fields: reconcileFieldSet(owned.fields, typed.schema) })
  }
  return next
}

type Revocation = {
  readonly managers: ManagedFields
  readonly rules: FieldOwnershipRules
  readonly except?: string
}

/**
 * Removes from other managers the fields that a change sets to another value or removes, and
 * returns these as conflicts. The caller decides whether they are refused.
 */
function* settleOwnership(
  change: { readonly before: VersionedObject; readonly after: VersionedObject },
  { managers, rules, except }: Revocation,
): WaitingTask<{
  managers: ManagedFields
  comparison: FieldComparison
  conflicts: readonly ApplyConflict[]
}> {
  const { apiVersion } = change.before
  const comparisons = new Map<string, FieldComparison>()
  const pending: PendingWork = []
  const others = [...managers].flatMap(([key, owned]) => (key === except ? [] : [owned.apiVersion]))
  for (const version of new Set([apiVersion, ...others])) {
    const found = yield* comparisonIn(version, change, { rules, pending })
    if (pending.length > 0) yield* finishPending(pending)
    if (found) comparisons.set(version, trackedOf(found, rules))
  }
  const comparison = comparisons.get(apiVersion)
  if (!comparison) throw new Error('an object has no form in its own version')
  const conflicts: ApplyConflict[] = []
  const next = new Map<string, ManagedFieldsEntry>()
  for (const [key, owned] of managers) {
    if (key === except) continue
    const found = comparisons.get(owned.apiVersion)
    if (!found) continue
    yield
    const lost = intersection(owned.fields, union(found.modified, found.added))
    if (lost.size > 0) conflicts.push({ owner: owned, fields: lost })
    const fields = difference(difference(owned.fields, lost), found.removed)
    if (fields.size > 0) next.set(key, { ...owned, fields })
  }
  return { managers: next, comparison, conflicts }
}

/**
 * Compares the object before and after a change in another version. Returns undefined if the
 * version does not exist.
 */
function* comparisonIn(
  apiVersion: string,
  { before, after }: { readonly before: VersionedObject; readonly after: VersionedObject },
  { rules, pending }: { readonly rules: FieldOwnershipRules; readonly pending: PendingWork },
): WaitingTask<FieldComparison | undefined> {
  const old = yield* rules.convert(before, apiVersion)
  const next = yield* rules.convert(after, apiVersion)
  if (!old || !next) return undefined
  return compareFields({ before: old.object, after: next.object }, old.schema, pending)
}

const trackedOf = (
  { added, modified, removed }: FieldComparison,
  { tracked }: FieldOwnershipRules,
): FieldComparison => ({
  added: tracked(added),
  modified: tracked(modified),
  removed: tracked(removed),
})
