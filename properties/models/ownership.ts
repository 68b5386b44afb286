// Who owns which field of one object, and what becomes of the object: a model of server-side apply
// over all ways of writing, from its rules alone.

import type { Json } from '../dsl/term.ts'
import { canonical, isBelow } from './field-paths.ts'
import type { FieldPath } from './field-paths.ts'
import { holder, ownedBy } from './field-shapes.ts'
import type { Fields } from './field-shapes.ts'

export type Operation = 'Apply' | 'Update'

/** Applies of a manager are kept apart from its other writes, and those of each subresource. */
export type Owner = { manager: string; operation: Operation; subresource?: string }

/** An owner as a key. */
export type OwnerKey = string
export const ownerKey = ({ manager, operation, subresource = '' }: Owner): OwnerKey =>
  JSON.stringify([operation, subresource, manager])
export const ownerOf = (key: OwnerKey): Owner => {
  const [operation, subresource, manager] = JSON.parse(key) as [Operation, string, string]
  return { manager, operation, ...(subresource === '' ? {} : { subresource }) }
}

export type Owners = ReadonlyMap<OwnerKey, ReadonlySet<FieldPath>>

export type State = {
  /** Undefined while there is no object. */
  fields: Fields | undefined
  owners: Owners
}

export type Write =
  /** The object as it is to be, whichever way it was said; `clears` drops all that is recorded. */
  | { sort: 'update'; manager: string; fields: Fields; clears?: boolean }
  | { sort: 'apply'; manager: string; fields: Fields; isForced: boolean }

/** A field that an apply would take, and who owns it. */
export type Conflict = { owner: OwnerKey; path: FieldPath }

export type Outcome =
  | { did: 'conflict'; conflicts: Conflict[] }
  | { did: 'write'; state: State; isChanged: boolean }

export const nothing: State = { fields: undefined, owners: new Map() }

/** Who owns what was there before anybody was recorded. */
const firstOwner = ownerKey({ manager: 'before-first-apply', operation: 'Update' })

/** What a write does to an object. */
export const written = (state: State, write: Write): Outcome =>
  write.sort === 'apply' ? applied(state, write) : updated(state, write)

/** The places where two objects differ. */
function differences(from: Fields, to: Fields) {
  const paths = new Set([...from.keys(), ...to.keys()])
  const taken = [...paths].filter(path => to.has(path) && !isSame(from.get(path), to.get(path)))
  const removed = [...paths].filter(path => !to.has(path))
  return { taken: new Set(taken), removed: new Set(removed) }
}

function updated(
  state: State,
  { manager, fields: next, clears = false }: Extract<Write, { sort: 'update' }>,
): Outcome {
  const { fields = new Map(), owners: recorded } = state
  const { taken, removed } = differences(fields, next)
  const isChanged = taken.size + removed.size > 0
  // Where nothing is recorded, nothing is until somebody applies.
  const isFollowed = state.fields === undefined || (recorded.size > 0 && !clears)
  if (!isFollowed) return wrote({ fields: next, owners: new Map() }, isChanged || recorded.size > 0)

  const key = ownerKey({ manager, operation: 'Update' })
  const left = withoutFields(recorded, new Set([...taken, ...removed]))
  const own = new Set([...(left.get(key) ?? []), ...taken])
  return wrote({ fields: next, owners: withOwner(left, key, own) }, isChanged)
}

function applied(
  state: State,
  { manager, fields: given, isForced }: Extract<Write, { sort: 'apply' }>,
): Outcome {
  const fields: Fields = state.fields ?? new Map()
  const recorded = followed(state)
  const key = ownerKey({ manager, operation: 'Apply' })
  const own = ownedBy(given)
  const before = recorded.get(key) ?? new Set()
  const others = withOwner(recorded, key, new Set())
  const kept = new Set([...own, ...[...others.values()].flatMap(set => [...set])])
  const next = withoutDropped(new Map([...fields, ...given]), before, kept)
  const { taken, removed } = differences(fields, next)

  const conflicts = [...others].flatMap(([owner, set]) =>
    [...set].filter(path => taken.has(path)).map(path => ({ owner, path })),
  )
  if (conflicts.length > 0 && !isForced) return { did: 'conflict', conflicts }
  const left = withoutFields(others, new Set([...taken, ...removed]))
  const owners = withOwner(left, key, own)
  const isChanged = taken.size + removed.size > 0 || !isEqual(owners, state.owners)
  return wrote({ fields: next, owners }, isChanged)
}

/** Somebody owns what is there; where nothing is recorded, it is who came before the first apply. */
const followed = ({ fields, owners }: State): Owners =>
  owners.size > 0 || fields === undefined
    ? owners
    : withOwner(new Map(), firstOwner, new Set(fields.keys()))

/** What its manager no longer names goes, with all below it, unless somebody owns some of it. */
function withoutDropped(
  fields: Fields,
  before: ReadonlySet<FieldPath>,
  kept: ReadonlySet<FieldPath>,
): Fields {
  const isKept = (path: FieldPath): boolean =>
    kept.has(path) || [...kept].some(one => isBelow(one, path))
  const dropped = [...before].filter(path => !isKept(path))
  const isGone = (path: FieldPath): boolean =>
    dropped.some(one => one === path || (isBelow(path, one) && !isKept(path)))
  const left = [...fields].filter(([path]) => !isGone(path))
  const paths = left.map(([path]) => path)
  const holds = (path: FieldPath): boolean => paths.some(one => isBelow(one, path))
  return new Map(left.filter(([path, value]) => value !== holder || holds(path)))
}

const withoutFields = (owners: Owners, gone: ReadonlySet<FieldPath>): Owners =>
  new Map(
    [...owners]
      .map(([key, set]) => [key, new Set([...set].filter(path => !gone.has(path)))] as const)
      .filter(([, set]) => set.size > 0),
  )

function withOwner(owners: Owners, key: OwnerKey, set: ReadonlySet<FieldPath>): Owners {
  const next = new Map(owners)
  if (set.size > 0) next.set(key, set)
  else next.delete(key)
  return next
}

const wrote = (state: State, isChanged: boolean): Outcome => ({ did: 'write', state, isChanged })

const isSame = (one: Json | typeof holder | undefined, other: typeof one): boolean =>
  one === other || (isValue(one) && isValue(other) && canonical(one) === canonical(other))

const isValue = (one: Json | typeof holder | undefined): one is Json =>
  one !== holder && one !== undefined

export const isEqual = (one: Owners, other: Owners): boolean =>
  one.size === other.size && [...one].every(([key, set]) => isSameSet(set, other.get(key)))

const isSameSet = (one: ReadonlySet<FieldPath>, other: ReadonlySet<FieldPath> | undefined) =>
  other !== undefined && one.size === other.size && [...one].every(path => other.has(path))
