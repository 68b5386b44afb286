// The rules of ownership: who has what after a write, and what an apply makes of an object. Pure;
// the text of a manager, the time and the versions of a type come from outside.

import type { Walk } from '../lib/turns.ts'
import { compare, type Comparison } from './compare.ts'
import { difference, type FieldSet, intersection, union } from './field-set.ts'
import { fieldSetOf } from './field-set-of.ts'
import { managerKey, type Manager, type Managers, type Owned, withOwned } from './managers.ts'
import { merged } from './merge.ts'
import { finished, type Left } from './portions.ts'
import { pruned } from './prune.ts'
import { reconciled } from './reconcile.ts'
import type { Convert, Typed } from './versions.ts'

export type Rules = {
  readonly convert: Convert
  /** Those fields of a set that a write on this path does change. */
  readonly tracked: (fields: FieldSet) => FieldSet
}

export type Conflict = { readonly owner: Owned; readonly fields: FieldSet }

/**
 * What a write leaves to all others who own something, and what it changed.
 * @throws Unnameable
 */
export function* update(
  change: { readonly before: Typed; readonly after: Typed },
  { managers }: { readonly managers: Managers },
  rules: Rules,
): Walk<{ readonly managers: Managers; readonly own: FieldSet }> {
  const settled = yield* taken(change, { managers: current(managers, change.before, rules), rules })
  const { added, modified } = settled.comparison
  const own = rules.tracked(union(modified, added))
  return { managers: settled.managers, own }
}

/**
 * The object with what is applied and without what this manager applied before and no longer does;
 * or who stands against it.
 * @throws Unnameable
 */
export function* apply(
  live: Typed,
  applied: Typed,
  { managers, manager, isForced }: { managers: Managers; manager: Manager; isForced: boolean },
  rules: Rules,
): Walk<{ object: unknown; managers: Managers } | { conflicts: readonly Conflict[] }> {
  const { schema } = live
  const all = current(managers, live, rules)
  const key = managerKey(manager)
  const last = all.get(key)
  yield
  const fields = rules.tracked(yield* fieldSetOf(applied.object, schema))
  yield
  const own: Owned = { ...last, ...manager, fields }
  const claimed = new Map(all).set(key, own)
  // An object merged with one is one.
  const object = (yield* merged(live.object, applied.object, schema)) as Typed['object']
  const whole = { ...live, object }
  yield
  const claims = last && { managers: claimed, own, last }
  const next = claims ? yield* pruned(whole, claims, rules.convert) : whole
  const settled = yield* taken(
    { before: live, after: next },
    { managers: claimed, rules, except: key },
  )
  if (!isForced && settled.conflicts.length > 0) return { conflicts: settled.conflicts }
  return { object: next.object, managers: withOwned(settled.managers, own) }
}

/** The managers of versions that are still there, with sets of today's form of their types. */
function current(managers: Managers, live: Typed, { convert }: Rules): Managers {
  const versions = new Map<string, Typed | undefined>()
  const next = new Map<string, Owned>()
  for (const [key, owned] of managers) {
    const { apiVersion } = owned
    if (!versions.has(apiVersion)) versions.set(apiVersion, convert(live, apiVersion))
    const typed = versions.get(apiVersion)
    if (!typed) continue
    next.set(key, { ...owned, fields: reconciled(owned.fields, typed.schema) })
  }
  return next
}

type Taking = { readonly managers: Managers; readonly rules: Rules; readonly except?: string }

/** What others lose to a change: the fields that it sets to another value, or that it removes. */
function* taken(
  change: { readonly before: Typed; readonly after: Typed },
  { managers, rules, except }: Taking,
): Walk<{ managers: Managers; comparison: Comparison; conflicts: readonly Conflict[] }> {
  const { apiVersion } = change.before
  const comparisons = new Map<string, Comparison>()
  const left: Left = []
  const others = [...managers].flatMap(([key, owned]) => (key === except ? [] : [owned.apiVersion]))
  for (const version of new Set([apiVersion, ...others])) {
    const found = comparisonIn(version, change, { rules, left })
    if (left.length > 0) yield* finished(left)
    if (found) comparisons.set(version, trackedOf(found, rules))
  }
  const comparison = comparisons.get(apiVersion)
  if (!comparison) throw new Error('an object has no form in its own version')
  const conflicts: Conflict[] = []
  const next = new Map<string, Owned>()
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

/** What a change is in a version of the type, if it can be seen there. */
function comparisonIn(
  apiVersion: string,
  { before, after }: { readonly before: Typed; readonly after: Typed },
  { rules, left }: { readonly rules: Rules; readonly left: Left },
): Comparison | undefined {
  const [old, next] = [rules.convert(before, apiVersion), rules.convert(after, apiVersion)]
  if (!old || !next) return undefined
  return compare({ before: old.object, after: next.object }, old.schema, left)
}

const trackedOf = ({ added, modified, removed }: Comparison, { tracked }: Rules): Comparison => ({
  added: tracked(added),
  modified: tracked(modified),
  removed: tracked(removed),
})
