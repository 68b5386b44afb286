// Laws of what genuine servers answer to lists: which items, in which order, or which refusal.

import type { History } from '../../history/history.ts'
import { answered, at, itemsOf, keyOf, ownItems, succeeded } from '../../history/history.ts'
import { holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { created, done, listed } from '../premises.ts'
import { faultsAreRefused } from '../refusals.ts'
import { answeredForGood, isTooLarge } from '../status.ts'
import type { Cause } from '../status.ts'

/** K8S-LIST-001 to 003: the list `fault` is refused as a Status of the kind ListOptions. */
export const optionsAreInvalid = (
  cause: Cause,
  says: string,
): ((history: History) => Generator<Observation>) =>
  faultsAreRefused({
    twins: ['chunk', 'twin'],
    faults: ['fault'],
    wanted: ({ words }) => ({
      code: 422,
      reason: 'Invalid',
      details: { group: `meta.${words.apiDomain}`, kind: 'ListOptions' },
      causes: [cause],
    }),
    says,
  })

/** K8S-LIST-007, K8S-LIST-008: a list at a version yet to come asks to come again. */
export function* futureIsTooLarge(history: History): Generator<Observation> {
  yield* done(history, 'object', 'twin')
  yield* isTooLarge(history, 'future')
}

/** K8S-LIST-009: items are sorted by namespace and name. */
export function* itemsStandInOrder(history: History): Generator<Observation> {
  yield* created(history)
  for (const label of ['list one', 'list all']) {
    const list = at(history, label)
    yield* listed(history, list)
    const keys = ownItems(history, list).map(keyOf)
    yield holds(keys.join(' ') === keys.toSorted().join(' '), {
      says: 'Items of a list stand in the order of their namespaces and names.',
      expected: keys.toSorted().join(' '),
      got: keys.join(' '),
      at: list,
    })
  }
}

/** Lists show what the list `twin` shows. */
export const showsTheSame = (labels: string[], says: string) =>
  function* (history: History): Generator<Observation> {
    const namesIn = (label: string) =>
      ownItems(history, at(history, label)).map(keyOf).toSorted().join(' ')
    yield* created(history)
    yield* done(history, 'twin')
    for (const label of labels) {
      const list = yield* answeredForGood(history, label)
      yield holds(succeeded(list) && namesIn(label) === namesIn('twin'), {
        says,
        expected: namesIn('twin'),
        got: succeeded(list) ? namesIn(label) : answered(list),
        at: list,
      })
    }
  }

/** Lists beside an `object` succeed with so many items, which may be none at all. */
export const showsSoMany = (counts: Record<string, number>, says: string) =>
  function* (history: History): Generator<Observation> {
    yield* done(history, 'object')
    for (const [label, count] of Object.entries(counts)) {
      const list = yield* answeredForGood(history, label)
      yield holds(succeeded(list) && (itemsOf(list)?.length ?? 0) === count, {
        says,
        expected: `${count} items`,
        got: succeeded(list) ? `${itemsOf(list)?.length} items` : answered(list),
        at: list,
      })
    }
  }
