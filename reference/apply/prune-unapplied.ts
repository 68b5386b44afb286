import type { ApiObject } from '../api/object.ts'
import type { ResumableTask, WaitingTask } from '../lib/event-loop.ts'
import { difference, type FieldSet, intersection, noFields, union } from './field-set.ts'
import { fieldSetOf } from './field-set-of.ts'
import type { ManagedFields, ManagedFieldsEntry } from './managed-fields.ts'
import { withNamedParents, withoutFields } from './without-fields.ts'
import type { ConvertVersion, VersionedObject } from './versioned-object.ts'

type Claims = {
  /** All managers, with the fields that the manager applies now. */
  readonly managers: ManagedFields
  readonly own: ManagedFieldsEntry
  /** The fields that the manager applied before. */
  readonly last: ManagedFieldsEntry
}

/**
 * Removes the fields that the manager applied last time and now omits, unless another manager owns
 * them. A conversion may need fields that are to be removed, so it always gets a whole object.
 */
export function* pruneUnapplied(
  merged: VersionedObject,
  { managers, own, last }: Claims,
  convert: ConvertVersion,
): WaitingTask<VersionedObject> {
  const whole = last.fields.size === 0 ? undefined : yield* convert(merged, last.apiVersion)
  if (!whole) return merged
  const lastFields = withNamedParents(last.fields, whole.schema)
  const claims = claimsByVersion(managers, last.apiVersion)
  yield
  const less = without(whole, lastFields)
  const owned = yield* withClaims(whole, less, { claims, convert })
  const same = yield* convert(owned, last.apiVersion)
  const rest = same ? yield* withUnowned(whole, same, lastFields) : whole
  return (yield* convert(rest, own.apiVersion)) ?? rest
}

type ClaimsByVersion = ReadonlyMap<string, FieldSet>

/**
 * Collects the owned fields by version. The version `first` comes first, because conversions of
 * others may need its fields.
 */
function claimsByVersion(managers: ManagedFields, first: string): ClaimsByVersion {
  const claims = new Map<string, FieldSet>()
  for (const { apiVersion, fields } of managers.values()) {
    claims.set(apiVersion, union(claims.get(apiVersion) ?? noFields, fields))
  }
  const isFirst = (apiVersion: string) => Number(apiVersion === first)
  return new Map([...claims].sort(([a], [b]) => isFirst(b) - isFirst(a)))
}

type Claiming = { readonly claims: ClaimsByVersion; readonly convert: ConvertVersion }

/** Restores the fields that a manager owns, one version at a time. */
function* withClaims(
  whole: VersionedObject,
  less: VersionedObject,
  { claims, convert }: Claiming,
): WaitingTask<VersionedObject> {
  let [full, result] = [whole, less]
  for (const [apiVersion, fields] of claims) {
    const next = yield* convert(full, apiVersion)
    const left = next && (yield* convert(result, apiVersion))
    if (!left) continue
    full = next
    result = yield* withClaimed(full, left, fields)
  }
  return result
}

function* namedFields({ object, schema }: VersionedObject): ResumableTask<FieldSet> {
  const fields = yield* fieldSetOf(object, schema)
  yield
  return withNamedParents(fields, schema)
}

const without = (typed: VersionedObject, fields: FieldSet): VersionedObject => ({
  ...typed,
  // Removing fields leaves an object, because `kind` is never removed.
  object: withoutFields(typed.object, fields, typed.schema) as ApiObject,
})

/** Restores the removed fields that are in `claims`. */
function* withClaimed(
  whole: VersionedObject,
  less: VersionedObject,
  claims: FieldSet,
): ResumableTask<VersionedObject> {
  const stays = union(yield* namedFields(less), withNamedParents(claims, whole.schema))
  const all = yield* namedFields(whole)
  yield
  return without(whole, difference(all, stays))
}

/** Restores removed fields that the manager had never applied. */
function* withUnowned(
  whole: VersionedObject,
  less: VersionedObject,
  lastFields: FieldSet,
): ResumableTask<VersionedObject> {
  const all = yield* namedFields(whole)
  const gone = difference(all, yield* namedFields(less))
  yield
  return without(whole, intersection(gone, lastFields))
}
