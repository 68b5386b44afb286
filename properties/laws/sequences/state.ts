// The objects of a type at one moment of a sequence, and how they came to be so.

import type { Exchange } from '../../history/history.ts'
import type { WriteEffect } from './effects.ts'
import type { ModelObject } from './model-object.ts'

export type SequenceState = {
  /** By `namespace/name`. */
  objects: ReadonlyMap<string, ModelObject>
  /** What was given out so far, to any object. */
  versions: ReadonlySet<unknown>
  uids: ReadonlySet<unknown>
  /** What happened to the objects, in order. */
  changes: readonly SequenceChange[]
}

export type SequenceChange = {
  key: string
  /** How many changes the name has had before. */
  index: number
  before: ModelObject | undefined
  after: ModelObject | undefined
  by: Exchange | 'collector'
}

/** A rule that an answer breaks. */
export type RuleFault = { says: string; expected: unknown; got: unknown }

export const isRuleFault = (next: SequenceState | RuleFault): next is RuleFault => 'says' in next

export const emptyState: SequenceState = {
  objects: new Map(),
  versions: new Set(),
  uids: new Set(),
  changes: [],
}

/** A sound write to one object; the version is undefined while no answer has shown it. */
export type AppliedWrite = {
  key: string
  effect: WriteEffect
  version: unknown
  by: SequenceChange['by']
}

/** The state after a write. */
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

/** The state in which an object is known so. */
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
