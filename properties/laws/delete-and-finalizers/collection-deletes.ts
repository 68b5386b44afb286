// Judges the deletion of a collection in one request: each object passes the same two phases.

import type { Exchange, History, Item } from '../../history/history.ts'
import { exchangeAt, itemsOf } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { acceptsRequest } from '../decisions.ts'
import { requireSuccess, requireLists } from '../preconditions.ts'
import { uidIn, requireUid } from '../paths-and-verbs/scopes.ts'

const itemOf = (list: Exchange, created: Exchange): Item | undefined =>
  (itemsOf(list) ?? []).find(({ metadata }) => metadata['uid'] === uidIn(created))

const fate = (item: Item | undefined): string =>
  item ? (isMarked(item) ? 'being deleted' : 'live') : 'removed'

const isMarked = (item: Item): boolean => typeof item.metadata['deletionTimestamp'] === 'string'

function* isDone(history: History, labels: string[]): Generator<Observation, Exchange> {
  for (const label of labels) yield* requireUid(exchangeAt(history, label))
  yield* acceptsRequest(history, 'all deleted', 'The deletion of a collection is served.')
  yield* requireSuccess(history, 'all deleted', 'bystander')
  const after = exchangeAt(history, 'after')
  yield* requireLists(history, after)
  return after
}

/**
 * PATH-025: every object of the collection is removed or marked for deletion. Objects of other
 * collections stay unchanged.
 */
export const collectionIsDeleted = (...labels: string[]) =>
  function* (history: History): Generator<Observation> {
    const after = yield* isDone(history, labels)
    for (const label of labels) {
      const found = fate(itemOf(after, exchangeAt(history, label)))
      yield verify(found !== 'live', {
        says: 'The deletion of a collection deletes each of its objects.',
        expected: `${label} removed or being deleted`,
        got: found,
        at: after,
      })
    }
    yield* requireSuccess(history, 'elsewhere')
    const kept = fate(itemOf(exchangeAt(history, 'elsewhere'), exchangeAt(history, 'bystander')))
    yield verify(kept === 'live', {
      says: 'The deletion of a collection leaves other collections alone.',
      expected: 'a live object',
      got: kept,
      at: 'elsewhere',
    })
  }

/** DEL-030: objects with finalizers in the deleted collection remain, marked for deletion. */
export const objectsWithFinalizersAreMarked = (...labels: string[]) =>
  function* (history: History): Generator<Observation> {
    const after = yield* isDone(history, labels)
    for (const label of labels) {
      const item = itemOf(after, exchangeAt(history, label))
      yield verify(fate(item) === 'being deleted', {
        says: 'An object with finalizers stays, with a deletionTimestamp, when its collection is deleted.',
        expected: `${label} with a deletionTimestamp`,
        got: fate(item),
        at: after,
      })
    }
  }

const selectedObjects = ['dark one', 'dark two']
const otherObjects = ['light']

function* fatesIn(
  history: History,
  label: string,
  objects: string[],
): Generator<Observation, { object: string; found: string; list: Exchange }[]> {
  const list = exchangeAt(history, label)
  yield* requireLists(history, list)
  return objects.map(object => ({
    object,
    found: fate(itemOf(list, exchangeAt(history, object))),
    list,
  }))
}

/** K8S-DEL-017: a dry run of the deletion of a collection deletes none of its objects. */
export function* collectionDryRunDeletesNothing(history: History): Generator<Observation> {
  const all = [...selectedObjects, ...otherObjects]
  for (const label of all) yield* requireUid(exchangeAt(history, label))
  yield* requireSuccess(history, 'tried')
  for (const { object, found, list } of yield* fatesIn(history, 'kept', all))
    yield verify(found === 'live', {
      says: 'The deletion of a collection with dryRun=All deletes nothing.',
      expected: `${object} live`,
      got: found,
      at: list,
    })
}

/** K8S-DEL-018: the deletion of a collection with a label selector deletes what it selects. */
export const labelSelectorLimitsDeletion = (history: History): Generator<Observation> =>
  selectorLimitsDeletion(history, 'label', selectedObjects)

/** K8S-DEL-019: the deletion of a collection with a field selector deletes what it selects. */
export const fieldSelectorLimitsDeletion = (history: History): Generator<Observation> =>
  selectorLimitsDeletion(history, 'field', ['dark one'])

function* selectorLimitsDeletion(
  history: History,
  selector: string,
  selected: string[],
): Generator<Observation> {
  const all = [...selectedObjects, ...otherObjects]
  for (const label of all) yield* requireUid(exchangeAt(history, label))
  const before = yield* fatesIn(history, 'kept', all)
  yield* precondition(
    before.every(({ found }) => found === 'live'),
    'the dry run before it deleted objects (K8S-DEL-017)',
  )
  yield* requireSuccess(history, 'deleted')
  for (const { object, found, list } of yield* fatesIn(history, 'after', all)) {
    const isSelected = selected.includes(object)
    yield verify((found === 'live') !== isSelected, {
      says: `The deletion of a collection with a ${selector} selector deletes the selected objects only.`,
      expected: isSelected ? `${object} removed or being deleted` : `${object} live`,
      got: found,
      at: list,
    })
  }
}
