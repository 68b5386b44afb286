// Judges the answers of genuine servers to lists: which items, in which order, or which refusal.

import type { History } from '../../history/history.ts'
import {
  answerSummary,
  exchangeAt,
  itemsOf,
  itemKey,
  ownItems,
  isSuccess,
} from '../../history/history.ts'
import { verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { requireCreates, requireSuccess, requireLists } from '../preconditions.ts'
import { faultsAreRefused } from '../refusals.ts'
import { requireFinalAnswer, futureVersionAsksToRetry } from '../status.ts'
import type { StatusCause } from '../status.ts'

/** K8S-LIST-001 to 003: the list `fault` is refused as a Status of the kind ListOptions. */
export const listOptionsAreInvalid = (
  cause: StatusCause,
  says: string,
): ((history: History) => Generator<Observation>) =>
  faultsAreRefused({
    twins: ['chunk', 'twin'],
    faults: ['fault'],
    wanted: ({ context }) => ({
      code: 422,
      reason: 'Invalid',
      details: { group: `meta.${context.apiDomain}`, kind: 'ListOptions' },
      causes: [cause],
    }),
    says,
  })

/** K8S-LIST-007, K8S-LIST-008: a list at a future version is answered with a request to retry. */
export function* futureListVersionAsksToRetry(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'twin')
  yield* futureVersionAsksToRetry(history, 'future')
}

/** K8S-LIST-009: items are sorted by namespace and name. */
export function* itemsAreSorted(history: History): Generator<Observation> {
  yield* requireCreates(history)
  for (const label of ['list one', 'list all']) {
    const list = exchangeAt(history, label)
    yield* requireLists(history, list)
    const keys = ownItems(history, list).map(itemKey)
    yield verify(keys.join(' ') === keys.toSorted().join(' '), {
      says: 'Items of a list are sorted by namespace and name.',
      expected: keys.toSorted().join(' '),
      got: keys.join(' '),
      at: list,
    })
  }
}

/** These lists show the same objects as the list `twin`. */
export const listsMatchControl = (labels: string[], says: string) =>
  function* (history: History): Generator<Observation> {
    const namesIn = (label: string) =>
      ownItems(history, exchangeAt(history, label)).map(itemKey).toSorted().join(' ') ||
      'an empty list'
    yield* requireCreates(history)
    yield* requireSuccess(history, 'twin')
    for (const label of labels) {
      const list = yield* requireFinalAnswer(history, label)
      yield verify(isSuccess(list) && namesIn(label) === namesIn('twin'), {
        says,
        expected: namesIn('twin'),
        got: isSuccess(list) ? namesIn(label) : answerSummary(list),
        at: list,
      })
    }
  }

/** These lists, sent while `object` exists, succeed with these numbers of items. 0 is allowed. */
export const listsHaveCounts = (counts: Record<string, number>, says: string) =>
  function* (history: History): Generator<Observation> {
    yield* requireSuccess(history, 'object')
    for (const [label, count] of Object.entries(counts)) {
      const list = yield* requireFinalAnswer(history, label)
      yield verify(isSuccess(list) && (itemsOf(list)?.length ?? 0) === count, {
        says,
        expected: `${count} items`,
        got: isSuccess(list) ? `${itemsOf(list)?.length} items` : answerSummary(list),
        at: list,
      })
    }
  }
