// Laws of unpaged lists and of a list's first chunk (L2 to L5): which state of the collection a
// list may show.

import type { Exchange, History, Item } from '../history.ts'
import { at, keyOf, ownItems, version } from '../history.ts'
import { inScope, stateBefore, unknown } from '../model.ts'
import { given, holds } from '../observation.ts'
import type { Observation } from '../observation.ts'
import { listed } from './premises.ts'

/** Most Recent: the newest state, with every acknowledged write. Sequential histories. */
export function* showsNewestState(history: History, label: string): Generator<Observation> {
  const list = at(history, label)
  yield* listed(history, list)
  yield* showsState(history, list, list, 'A list without a version shows every write acknowledged before it.')
}

/** Exact: the state as of another list, at that list's version. */
export function* showsStateOf(history: History, label: string, earlier: string): Generator<Observation> {
  const [list, before] = [at(history, label), at(history, earlier)]
  yield* listed(history, before, list)
  yield* showsState(history, list, before, 'A list at an exact version shows the collection as of that version.')
  yield holds(version(list) === version(before), {
    says: 'A list at an exact version carries that version.',
    expected: version(before),
    got: version(list),
    at: list,
  })
}

/** The first items of a state, when a limit cuts the list short. */
function* showsState(history: History, list: Exchange, asOf: Exchange, says: string): Generator<Observation> {
  if (!list.about) return
  const state = stateBefore(history, list.about.role, asOf)
  yield* given(state !== unknown, 'a write before the list has no known outcome')
  if (state === unknown) return

  const found = ownItems(history, list).map(shape)
  const wanted = [...inScope(state, list).values()].map(shape)
  const isCut = Number(list.request.query['limit'] ?? 0) > 0 && Number(list.request.query['limit']) < wanted.length
  const missing = wanted.filter(item => !found.includes(item))
  const extra = found.filter(item => !wanted.includes(item))
  yield holds(extra.length === 0 && (isCut || missing.length === 0), {
    says,
    expected: wanted.sort(),
    got: found.sort(),
    at: list,
  })
}

const shape = (item: Item): string => `${keyOf(item)} at ${String(item.metadata['resourceVersion'])}`

