import type { ApiObject } from '../api/object.ts'
import type { ResumableTask } from '../lib/event-loop.ts'
import { difference, type FieldSet, intersection, noFields, union } from './field-set.ts'
import { fieldSetOf } from './field-set-of.ts'
import type { ManagedFields, ManagedFieldsEntry } from './managed-fields.ts'
import { withNamedParents, withoutFields } from './without-fields.ts'
import type { ConvertVersion, VersionedObject } from './versioned-object.ts'

type Claims = {
  /** Everybody's, with what the manager applies now. */
  readonly managers: ManagedFields
  readonly own: ManagedFieldsEntry
  /** What the manager applied before. */
  readonly last: ManagedFieldsEntry
}

/**
 * The object without what its manager applied last time and now leaves out, unless somebody else
 * claims it. A conversion may not be possible without a part, so all is done in whole objects.
 */
export function* pruneUnapplied(
  merged: VersionedObject,
  { managers, own, last }: Claims,
  convert: ConvertVersion,
): ResumableTask<VersionedObject> {
  const whole = last.fields.size === 0 ? undefined : convert(merged, last.apiVersion)
  if (!whole) return merged
  const lastFields = withNamedParents(last.fields, whole.schema)
  const claims = claimsByVersion(managers, last.apiVersion)
  yield
  const less = without(whole, lastFields)
  const owned = yield* withClaims(whole, less, { claims, convert })
  const same = convert(owned, last.apiVersion)
  const rest = same ? yield* withUnowned(whole, same, lastFields) : whole
  return convert(rest, own.apiVersion) ?? rest
}

type ClaimsByVersion = ReadonlyMap<string, FieldSet>

/** A version comes first, if something is claimed in it: others may need what is. */
function claimsByVersion(managers: ManagedFields, first: string): ClaimsByVersion {
  const claims = new Map<string, FieldSet>()
  for (const { apiVersion, fields } of managers.values()) {
    claims.set(apiVersion, union(claims.get(apiVersion) ?? noFields, fields))
  }
  const isFirst = (apiVersion: string) => Number(apiVersion === first)
  return new Map([...claims].sort(([a], [b]) => isFirst(b) - isFirst(a)))
}

type Claiming = { readonly claims: ClaimsByVersion; readonly convert: ConvertVersion }

/** Puts back what somebody claims, version by version. */
function* withClaims(
  whole: VersionedObject,
  less: VersionedObject,
  { claims, convert }: Claiming,
): ResumableTask<VersionedObject> {
  let [full, result] = [whole, less]
  for (const [apiVersion, fields] of claims) {
    const next = convert(full, apiVersion)
    const left = next && convert(result, apiVersion)
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
  // Of an object something always remains: its kind.
  object: withoutFields(typed.object, fields, typed.schema) as ApiObject,
})

/** Puts back what somebody claims of what was taken out. */
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

/** Puts back what was taken out although the manager had never applied it. */
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
