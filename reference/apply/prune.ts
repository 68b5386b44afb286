import type { ApiObject } from '../api/object.ts'
import type { Walk } from '../lib/turns.ts'
import { difference, type FieldSet, intersection, noFields, union } from './field-set.ts'
import { fieldSetOf } from './field-set-of.ts'
import type { Managers, Owned } from './managers.ts'
import { withNamedParents, withoutFields } from './remove.ts'
import type { Convert, Typed } from './versions.ts'

type Claims = {
  /** Everybody's, with what the manager applies now. */
  readonly managers: Managers
  readonly own: Owned
  /** What the manager applied before. */
  readonly last: Owned
}

/**
 * The object without what its manager applied last time and now leaves out, unless somebody else
 * claims it. A conversion may not be possible without a part, so all is done in whole objects.
 */
export function* pruned(
  merged: Typed,
  { managers, own, last }: Claims,
  convert: Convert,
): Walk<Typed> {
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
function claimsByVersion(managers: Managers, first: string): ClaimsByVersion {
  const claims = new Map<string, FieldSet>()
  for (const { apiVersion, fields } of managers.values()) {
    claims.set(apiVersion, union(claims.get(apiVersion) ?? noFields, fields))
  }
  const isFirst = (apiVersion: string) => Number(apiVersion === first)
  return new Map([...claims].sort(([a], [b]) => isFirst(b) - isFirst(a)))
}

type Claiming = { readonly claims: ClaimsByVersion; readonly convert: Convert }

/** Puts back what somebody claims, version by version. */
function* withClaims(whole: Typed, less: Typed, { claims, convert }: Claiming): Walk<Typed> {
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

function* namedFields({ object, schema }: Typed): Walk<FieldSet> {
  const fields = yield* fieldSetOf(object, schema)
  yield
  return withNamedParents(fields, schema)
}

const without = (typed: Typed, fields: FieldSet): Typed => ({
  ...typed,
  // Of an object something always remains: its kind.
  object: withoutFields(typed.object, fields, typed.schema) as ApiObject,
})

/** Puts back what somebody claims of what was taken out. */
function* withClaimed(whole: Typed, less: Typed, claims: FieldSet): Walk<Typed> {
  const stays = union(yield* namedFields(less), withNamedParents(claims, whole.schema))
  const all = yield* namedFields(whole)
  yield
  return without(whole, difference(all, stays))
}

/** Puts back what was taken out although the manager had never applied it. */
function* withUnowned(whole: Typed, less: Typed, lastFields: FieldSet): Walk<Typed> {
  const all = yield* namedFields(whole)
  const gone = difference(all, yield* namedFields(less))
  yield
  return without(whole, intersection(gone, lastFields))
}
