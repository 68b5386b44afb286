// What the answer to a read may be in a state, and what it tells that no answer told before.

import type { Exchange, History, Item } from '../../history/history.ts'
import { answered, isOwn, itemsOf, keyOf, read, succeeded } from '../../history/history.ts'
import { inScope } from '../../history/model.ts'
import { valueAt } from '../../dsl/term.ts'
import { differenceOf, sidesOf } from '../differences.ts'
import { isFault, knowing } from './state.ts'
import type { Fault, State } from './state.ts'
import { filled, storedIn } from './stored.ts'
import type { Stored } from './stored.ts'

const says = 'A read shows each object as the last write left it, and nothing else.'

export function afterGet(state: State, by: Exchange): State | Fault {
  const key = `${by.about?.namespace ?? ''}/${by.about?.name ?? ''}`
  const body = by.answer?.body
  if (succeeded(by) && isObject(body)) return seeing(state, key, storedIn(body))
  const expected = state.objects.has(key) ? key : 404
  return by.answer?.status === expected ? state : { says, expected, got: answered(by) }
}

export const isObject = (body: unknown): body is Item =>
  typeof valueAt(body, '/metadata/name') === 'string'

/** An object is shown as it is known to be; what was not known of it is known from then on. */
function seeing(state: State, key: string, { object: shown, version }: Stored): State | Fault {
  const known = state.objects.get(key)
  if (!known) return { says, expected: 'nothing', got: key }
  const object = filled(known.object, shown)
  const difference = differenceOf(object, shown)
  if (difference) return { says, ...sidesOf(difference) }
  const isRight =
    known.version === undefined ? !state.versions.has(version) : version === known.version
  if (!isRight) return { says, expected: `${key} at ${String(known.version)}`, got: version }
  return knowing(state, key, { object, version })
}

export function afterList(state: State, by: Exchange, history: History): State | Fault {
  const fault = listFault(state, by, history)
  if (fault) return fault
  return ownItems(by, history).reduce<State | Fault>(
    (next, item) => (isFault(next) ? next : seeing(next, keyOf(item), storedIn(item))),
    state,
  )
}

const ownItems = (by: Exchange, history: History): Item[] =>
  (itemsOf(by) ?? []).filter(item => isOwn(history, item))

/** A list holds what its path and its selector mean; so does the answer that deletes all of it. */
export function listFault(state: State, by: Exchange, history: History): Fault | undefined {
  if (!succeeded(by) || !read(by, '/metadata'))
    return { says, expected: 'a list', got: answered(by) }
  const expected = keysMeant(state, by).toSorted().join(' ')
  const got = ownItems(by, history).map(keyOf).toSorted().join(' ')
  return got === expected ? undefined : { says, expected, got }
}

export const keysMeant = ({ objects }: State, by: Exchange): string[] => [
  ...inScope(new Map([...objects].map(([key, { object }]) => [key, object])), by).keys(),
]
