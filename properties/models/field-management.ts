// Models field ownership of one object: server-side apply and all other ways of writing, derived
// only from the rules.

import type { Json } from '../dsl/term.ts'
import { canonicalJson, isBelow } from './field-paths.ts'
import type { FieldPath } from './field-paths.ts'
import { containerMark, appliedPaths } from './field-shapes.ts'
import type { FieldValues } from './field-shapes.ts'

export type ManagerOperation = 'Apply' | 'Update'

/**
 * A field manager. Applies of a manager are recorded separately from its other writes, and each
 * subresource is recorded separately.
 */
export type FieldManager = { manager: string; operation: ManagerOperation; subresource?: string }

/** A field manager serialized as a map key. */
export type FieldManagerKey = string
export const fieldManagerKey = ({
  manager,
  operation,
  subresource = '',
}: FieldManager): FieldManagerKey => JSON.stringify([operation, subresource, manager])
export const fieldManagerOf = (key: FieldManagerKey): FieldManager => {
  const [operation, subresource, manager] = JSON.parse(key) as [ManagerOperation, string, string]
  return { manager, operation, ...(subresource === '' ? {} : { subresource }) }
}

export type ManagedPaths = ReadonlyMap<FieldManagerKey, ReadonlySet<FieldPath>>

/** The modelled state of an object: its fields and their owners. */
export type ManagedState = {
  /** Undefined if the object does not exist. */
  fields: FieldValues | undefined
  owners: ManagedPaths
}

/** A write to a modelled object, by one field manager. */
export type ManagedWrite =
  /** The resulting object of any write but an apply. `clears` drops all recorded ownership. */
  | { sort: 'update'; manager: string; fields: FieldValues; clears?: boolean }
  | { sort: 'apply'; manager: string; fields: FieldValues; isForced: boolean }

/** A field that an apply would change, and its owner. */
export type ApplyConflict = { owner: FieldManagerKey; path: FieldPath }

/** The outcome of a modelled write: a conflict, or the next state. */
export type ManagedOutcome =
  | { did: 'conflict'; conflicts: ApplyConflict[] }
  | { did: 'write'; state: ManagedState; isChanged: boolean }

export const noManagedState: ManagedState = { fields: undefined, owners: new Map() }

/** The owner of fields that existed before ownership was recorded. */
const firstOwner = fieldManagerKey({ manager: 'before-first-apply', operation: 'Update' })

/** Applies a write to the state of an object. */
export const writeManagedState = (state: ManagedState, write: ManagedWrite): ManagedOutcome =>
  write.sort === 'apply' ? applied(state, write) : updated(state, write)

/** Returns the paths at which two objects differ. */
function differences(from: FieldValues, to: FieldValues) {
  const paths = new Set([...from.keys(), ...to.keys()])
  const changed = [...paths].filter(path => to.has(path) && !isSame(from.get(path), to.get(path)))
  const removed = [...paths].filter(path => !to.has(path))
  return { changed: new Set(changed), removed: new Set(removed) }
}

function updated(
  state: ManagedState,
  { manager, fields: next, clears = false }: Extract<ManagedWrite, { sort: 'update' }>,
): ManagedOutcome {
  const { fields = new Map(), owners } = state
  const { changed, removed } = differences(fields, next)
  const isChanged = changed.size + removed.size > 0
  // Without recorded ownership, nothing is recorded until the first apply.
  const isFollowed = state.fields === undefined || (owners.size > 0 && !clears)
  if (!isFollowed) return wrote({ fields: next, owners: new Map() }, isChanged || owners.size > 0)

  const key = fieldManagerKey({ manager, operation: 'Update' })
  const left = withoutFields(owners, new Set([...changed, ...removed]))
  const own = new Set([...(left.get(key) ?? []), ...changed])
  return wrote({ fields: next, owners: withOwner(left, key, own) }, isChanged)
}

function applied(
  state: ManagedState,
  { manager, fields: given, isForced }: Extract<ManagedWrite, { sort: 'apply' }>,
): ManagedOutcome {
  const fields: FieldValues = state.fields ?? new Map()
  const recorded = followed(state)
  const key = fieldManagerKey({ manager, operation: 'Apply' })
  const own = appliedPaths(given)
  const before = recorded.get(key) ?? new Set()
  const others = withOwner(recorded, key, new Set())
  const kept = new Set([...own, ...[...others.values()].flatMap(set => [...set])])
  const next = withoutDropped(new Map([...fields, ...given]), before, kept)
  const { changed, removed } = differences(fields, next)

  const conflicts = [...others].flatMap(([owner, set]) =>
    [...set].filter(path => changed.has(path)).map(path => ({ owner, path })),
  )
  if (conflicts.length > 0 && !isForced) return { did: 'conflict', conflicts }
  const left = withoutFields(others, new Set([...changed, ...removed]))
  const owners = withOwner(left, key, own)
  const isChanged = changed.size + removed.size > 0 || !hasEqualManagers(owners, state.owners)
  return wrote({ fields: next, owners }, isChanged)
}

/**
 * Returns the owners of all fields. Without recorded ownership, the owner is `before-first-apply`.
 */
const followed = ({ fields, owners }: ManagedState): ManagedPaths =>
  owners.size > 0 || fields === undefined
    ? owners
    : withOwner(new Map(), firstOwner, new Set(fields.keys()))

/**
 * Removes the fields that the manager no longer applies, with all below them, unless another
 * manager owns part of them.
 */
function withoutDropped(
  fields: FieldValues,
  before: ReadonlySet<FieldPath>,
  kept: ReadonlySet<FieldPath>,
): FieldValues {
  const isKept = (path: FieldPath): boolean =>
    kept.has(path) || [...kept].some(one => isBelow(one, path))
  const dropped = [...before].filter(path => !isKept(path))
  const isGone = (path: FieldPath): boolean =>
    dropped.some(one => one === path || (isBelow(path, one) && !isKept(path)))
  const left = [...fields].filter(([path]) => !isGone(path))
  const paths = left.map(([path]) => path)
  const holds = (path: FieldPath): boolean => paths.some(one => isBelow(one, path))
  return new Map(left.filter(([path, value]) => value !== containerMark || holds(path)))
}

const withoutFields = (owners: ManagedPaths, gone: ReadonlySet<FieldPath>): ManagedPaths =>
  new Map(
    [...owners]
      .map(([key, set]) => [key, new Set([...set].filter(path => !gone.has(path)))] as const)
      .filter(([, set]) => set.size > 0),
  )

function withOwner(
  owners: ManagedPaths,
  key: FieldManagerKey,
  set: ReadonlySet<FieldPath>,
): ManagedPaths {
  const next = new Map(owners)
  if (set.size > 0) next.set(key, set)
  else next.delete(key)
  return next
}

const wrote = (state: ManagedState, isChanged: boolean): ManagedOutcome => ({
  did: 'write',
  state,
  isChanged,
})

const isSame = (one: Json | typeof containerMark | undefined, other: typeof one): boolean =>
  one === other || (isValue(one) && isValue(other) && canonicalJson(one) === canonicalJson(other))

const isValue = (one: Json | typeof containerMark | undefined): one is Json =>
  one !== containerMark && one !== undefined

export const hasEqualManagers = (one: ManagedPaths, other: ManagedPaths): boolean =>
  one.size === other.size && [...one].every(([key, set]) => isSameSet(set, other.get(key)))

const isSameSet = (one: ReadonlySet<FieldPath>, other: ReadonlySet<FieldPath> | undefined) =>
  other !== undefined && one.size === other.size && [...one].every(path => other.has(path))
