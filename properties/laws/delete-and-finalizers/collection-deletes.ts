// Judges the deletion of a collection in one request: each object passes the same two phases.

import type { Exchange, History } from '../../history/history.ts'
import { exchangeAt, itemsOf } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { acceptsRequest } from '../decisions.ts'
import { requireSuccess, requireLists } from '../preconditions.ts'
import { identityShown, requireIdentity, requireShownPlaces } from '../identity.ts'

/** What a list shows of the object that a step created. */
function* fateOf(
  history: History,
  label: string,
  list: Exchange,
): Generator<Observation, 'removed' | 'being deleted' | 'live'> {
  const identity = yield* requireIdentity(history, exchangeAt(history, label))
  yield* requireLists(history, list)
  yield* requireShownPlaces(history, identity, list)
  const item = itemsOf(list)?.find(one => identityShown(identity, one) === identity.text)
  if (!item) return 'removed'
  return typeof item.metadata['deletionTimestamp'] === 'string' ? 'being deleted' : 'live'
}

function* isDone(history: History, labels: string[]): Generator<Observation, Exchange> {
  for (const label of labels) yield* requireIdentity(history, exchangeAt(history, label))
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
      const found = yield* fateOf(history, label, after)
      yield verify(found !== 'live', {
        says: 'The deletion of a collection deletes each of its objects.',
        expected: `${label} removed or being deleted`,
        got: found,
        at: after,
      })
    }
    yield* requireSuccess(history, 'elsewhere')
    const kept = yield* fateOf(history, 'bystander', exchangeAt(history, 'elsewhere'))
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
      const found = yield* fateOf(history, label, after)
      yield verify(found === 'being deleted', {
        says: 'An object with finalizers stays, with a deletionTimestamp, when its collection is deleted.',
        expected: `${label} with a deletionTimestamp`,
        got: found,
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
  const fates = []
  for (const object of objects)
    fates.push({ object, found: yield* fateOf(history, object, list), list })
  return fates
}

/** K8S-DEL-017: a dry run of the deletion of a collection deletes none of its objects. */
export function* collectionDryRunDeletesNothing(history: History): Generator<Observation> {
  const all = [...selectedObjects, ...otherObjects]
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
