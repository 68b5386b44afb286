// Defines the state of a type's objects at one point of a sequence, and the changes that led to it.

import type { Exchange } from '../../history/history.ts'
import type { WriteEffect } from './effects.ts'
import type { ModelObject } from './model-object.ts'

/** The modelled state of all objects of a sequence. */
export type SequenceState = {
  /** By `namespace/name`. */
  objects: ReadonlyMap<string, ModelObject>
  /** All versions issued so far, for any object. */
  versions: ReadonlySet<unknown>
  uids: ReadonlySet<unknown>
  /** The changes of the objects, in order. */
  changes: readonly SequenceChange[]
}

/** A change of one object, and the request (or the garbage collector) that made it. */
export type SequenceChange = {
  key: string
  /** The number of earlier changes of the object. */
  index: number
  before: ModelObject | undefined
  after: ModelObject | undefined
  by: Exchange | 'collector'
}

/** A rule that an answer violates. */
export type RuleFault = { says: string; expected: unknown; got: unknown }

export const isRuleFault = (next: SequenceState | RuleFault): next is RuleFault => 'says' in next

export const emptyState: SequenceState = {
  objects: new Map(),
  versions: new Set(),
  uids: new Set(),
  changes: [],
}

/** A valid write to one object. The version is undefined until an answer shows it. */
export type AppliedWrite = {
  key: string
  effect: WriteEffect
  version: unknown
  by: SequenceChange['by']
}

/** Returns the state after a write. */
export function stateAfter(
  state: SequenceState,
  { key, effect, version, by }: AppliedWrite,
): SequenceState {
  const { does, object } = effect
  const change = {
    key,
    index: state.changes.filter(one => one.key === key).length,
    before: state.objects.get(key),
    after: does === 'remove' ? undefined : { object, version },
    by,
  }
  const next =
    does === 'remove' ? without(state, key) : withKnownObject(state, key, { object, version })
  return {
    ...next,
    uids: new Set([...state.uids, object.metadata['uid']]),
    changes: does === 'keep' ? state.changes : [...state.changes, change],
  }
}

/** Returns the state with other knowledge of an object. */
export const withKnownObject = (
  state: SequenceState,
  key: string,
  stored: ModelObject,
): SequenceState => ({
  ...state,
  objects: new Map(state.objects).set(key, stored),
  versions:
    stored.version === undefined ? state.versions : new Set([...state.versions, stored.version]),
})

const without = (state: SequenceState, key: string): SequenceState => ({
  ...state,
  objects: new Map([...state.objects].filter(([one]) => one !== key)),
})
