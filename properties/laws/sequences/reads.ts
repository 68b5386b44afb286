// Checks the answer to a read against a state, and adds the data that no earlier answer showed.

import type { Exchange, History, Item } from '../../history/history.ts'
import {
  answerSummary,
  isOwnItem,
  itemsOf,
  itemKey,
  bodyValueAt,
  isSuccess,
} from '../../history/history.ts'
import { stateInScope } from '../../history/collection-model.ts'
import { firstDifference, differenceSides } from '../../models/json-differences.ts'
import { isRuleFault, withKnownObject } from './state.ts'
import type { RuleFault, SequenceState } from './state.ts'
import { fillServerChosen, modelObjectOf } from './model-object.ts'
import type { ModelObject } from './model-object.ts'
import { refusalWith } from '../../history/observation.ts'
import { isItem } from '../../history/own-items.ts'

const says = 'A read shows each object as the last write left it, and nothing else.'

export function stateAfterGet(state: SequenceState, by: Exchange): SequenceState | RuleFault {
  const key = `${by.about?.namespace ?? ''}/${by.about?.name ?? ''}`
  const body = by.answer?.body
  if (isSuccess(by) && isItem(body)) return seeing(state, key, modelObjectOf(body))
  const isThere = state.objects.has(key)
  if (!isThere && by.answer?.status === 404) return state
  return { says, expected: isThere ? key : refusalWith(404), got: answerSummary(by) }
}

/** Returns the state extended by a shown object, or a fault if the object contradicts the state. */
function seeing(
  state: SequenceState,
  key: string,
  { object: shown, version }: ModelObject,
): SequenceState | RuleFault {
  const known = state.objects.get(key)
  if (!known) return { says, expected: 'nothing', got: key }
  const object = fillServerChosen(known.object, shown)
  const difference = firstDifference(object, shown)
  if (difference) return { says, ...differenceSides(difference) }
  const isRight =
    known.version === undefined ? !state.versions.has(version) : version === known.version
  if (!isRight) return { says, expected: `${key} at ${String(known.version)}`, got: version }
  return withKnownObject(state, key, { object, version })
}

/** Returns the state extended by the objects in a list, or a fault. */
export function stateAfterList(
  state: SequenceState,
  by: Exchange,
  history: History,
): SequenceState | RuleFault {
  const fault = listFault(state, by, history)
  if (fault) return fault
  return ownItems(by, history).reduce<SequenceState | RuleFault>(
    (next, item) => (isRuleFault(next) ? next : seeing(next, itemKey(item), modelObjectOf(item))),
    state,
  )
}

const ownItems = (by: Exchange, history: History): Item[] =>
  (itemsOf(by) ?? []).filter(item => isOwnItem(history, item))

/**
 * Returns a fault unless a list contains the objects in the scope of its path and selector. The
 * answer to a collection delete follows the same rule.
 */
export function listFault(
  state: SequenceState,
  by: Exchange,
  history: History,
): RuleFault | undefined {
  if (!isSuccess(by) || !bodyValueAt(by, '/metadata'))
    return { says, expected: 'a list', got: answerSummary(by) }
  const expected = keysInScope(state, by).toSorted().join(' ')
  const got = ownItems(by, history).map(itemKey).toSorted().join(' ')
  return got === expected ? undefined : { says, expected, got }
}

export const keysInScope = ({ objects }: SequenceState, by: Exchange): string[] => [
  ...stateInScope(new Map([...objects].map(([key, { object }]) => [key, object])), by).keys(),
]
