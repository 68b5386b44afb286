// The objects of a type at one moment of a sequence, and how they came to be so.

import type { Exchange } from '../../history/history.ts'
import type { Sound } from './effects.ts'
import type { Stored } from './stored.ts'

export type State = {
  /** By `namespace/name`. */
  objects: ReadonlyMap<string, Stored>
  /** What was given out so far, to any object. */
  versions: ReadonlySet<unknown>
  uids: ReadonlySet<unknown>
  /** What happened to the objects, in order. */
  changes: readonly Change[]
}

export type Change = {
  key: string
  /** How many changes the name has had before. */
  index: number
  before: Stored | undefined
  after: Stored | undefined
  by: Exchange | 'collector'
}

/** A rule that an answer breaks. */
export type Fault = { says: string; expected: unknown; got: unknown }

export const isFault = (next: State | Fault): next is Fault => 'says' in next

export const nothing: State = {
  objects: new Map(),
  versions: new Set(),
  uids: new Set(),
  changes: [],
}

/** A sound write to one object; the version is undefined while no answer has shown it. */
export type Done = { key: string; effect: Sound; version: unknown; by: Change['by'] }

/** The state after a write. */
export function after(state: State, { key, effect, version, by }: Done): State {
  const { does, object } = effect
  const change = {
    key,
    index: state.changes.filter(one => one.key === key).length,
    before: state.objects.get(key),
    after: does === 'remove' ? undefined : { object, version },
    by,
  }
  const next = does === 'remove' ? without(state, key) : knowing(state, key, { object, version })
  return {
    ...next,
    uids: new Set([...state.uids, object.metadata['uid']]),
    changes: does === 'keep' ? state.changes : [...state.changes, change],
  }
}

/** The state in which an object is known so. */
export const knowing = (state: State, key: string, stored: Stored): State => ({
  ...state,
  objects: new Map(state.objects).set(key, stored),
  versions:
    stored.version === undefined ? state.versions : new Set([...state.versions, stored.version]),
})

const without = (state: State, key: string): State => ({
  ...state,
  objects: new Map([...state.objects].filter(([one]) => one !== key)),
})
