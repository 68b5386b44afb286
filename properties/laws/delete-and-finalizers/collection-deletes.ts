// Judges the deletion of a collection in one request: each object passes the same two phases.

import type { Exchange, History, Item } from '../../history/history.ts'
import { exchangeAt, itemsOf } from '../../history/history.ts'
import { verify } from '../../history/observation.ts'
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
