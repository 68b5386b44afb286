// Errors are not partial successes: what a refused request leaves behind. For the labels see
// scenarios/refusals.ts.

import type { Exchange, History, Item } from '../history.ts'
import {
  answered,
  foreignItems,
  isOwn,
  itemsOf,
  keyOf,
  read,
  refused,
  succeeded,
} from '../history.ts'
import { runLabel } from '../../fixtures/objects/probe-types.ts'
import { given, holds } from '../observation.ts'
import type { Observation } from '../observation.ts'
import { differenceOf, sidesOf } from './differences.ts'

/**
 * ERR-021: the collection is the same before and after a request that was refused. Judges every
 * faulty request that was refused and whose sound twin was accepted.
 */
export function* refusalsChangeNothing(history: History): Generator<Observation> {
  const faults = history.exchanges.filter(one => one.step.startsWith('fault '))
  const judged = faults.filter(fault => refused(fault) && isSoundOtherwise(history, fault))
  yield* given(judged.length > 0, `no fault was refused: ${faults.map(answered).join(', ')}`)
  for (const fault of judged) {
    const [before, after] = [looks(history, numberOf(fault)), looks(history, numberOf(fault) + 1)]
    const isWhole = before.length === placesOfLook && after.length === placesOfLook
    yield* given(isWhole, `no look before or after ${fault.step}`)
    for (const look of [...before, ...after]) yield* seenAlone(history, look)
    const difference = differenceOf(ownState(history, before), ownState(history, after))
    yield holds(difference === undefined, {
      says: 'A request that is answered with an error changes nothing.',
      ...sidesOf(difference),
      at: fault,
    })
    yield holds(newStrays(history, before, after).length === 0, {
      says: 'A request that is answered with an error creates nothing under another name.',
      expected: 'no new object',
      got: newStrays(history, before, after),
      at: fault,
    })
  }
}

// A look lists two namespaces; where one is left out nothing can be compared.
const placesOfLook = 2

const numberOf = (fault: Exchange): number => Number(fault.step.slice('fault '.length))

const isSoundOtherwise = (history: History, fault: Exchange): boolean =>
  history.exchanges.some(one => one.step === `twin ${numberOf(fault)}` && succeeded(one))

const looks = (history: History, number: number): Exchange[] =>
  history.exchanges.filter(one => one.step.startsWith(`look ${number}.`))

/** The look shows a collection, be it an empty one, and what is in it is of this run. */
function* seenAlone(history: History, look: Exchange): Generator<Observation> {
  const items = read(look, '/items')
  const isShown = succeeded(look) && (itemsOf(look) !== undefined || (items ?? null) === null)
  yield* given(isShown, `${look.step} answered ${answered(look)}`)
  const foreign = foreignItems(history, look).find(item => !isLabelled(item))
  yield* given(!foreign, `another writer is at work: ${String(foreign?.metadata['name'])}`)
}

/** What the looks show of this case, by key. */
const ownState = (history: History, all: Exchange[]): Record<string, Item> =>
  Object.fromEntries(
    itemsIn(all)
      .filter(item => isOwn(history, item))
      .map(item => [keyOf(item), item]),
  )

/**
 * New objects that carry the run's label under a name that we did not give: a fault may lie in the
 * name. Those of an earlier case may still be going away, so only what is new counts.
 */
function newStrays(history: History, before: Exchange[], after: Exchange[]): string[] {
  const old = new Set(itemsIn(before).map(keyOf))
  return itemsIn(after)
    .filter(item => isLabelled(item) && !isOwn(history, item))
    .map(keyOf)
    .filter(key => !old.has(key))
}

const itemsIn = (looks: Exchange[]): Item[] => looks.flatMap(look => itemsOf(look) ?? [])

function isLabelled(item: Item): boolean {
  const labels = item.metadata['labels']
  return typeof labels === 'object' && labels !== null && runLabel in labels
}
