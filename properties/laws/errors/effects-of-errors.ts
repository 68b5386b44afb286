// Errors are not partial successes: what a refused request leaves behind. For the labels see
// scenarios/refusals.ts.

import type { Exchange, History, Item } from '../../history/history.ts'
import {
  answerSummary,
  exchangeAt,
  foreignItems,
  isOwnItem,
  itemsOf,
  itemKey,
  bodyValueAt,
  isFinalRefusal,
  isSuccess,
} from '../../history/history.ts'
import { runLabel } from '../../../fixtures/objects/probe-types.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { objectIsUnchanged } from '../unchanged-objects.ts'

/**
 * ERR-021: the collection is the same before and after a request that was refused. Judges every
 * faulty request that was refused; that its sound twin is accepted is a premise.
 */
export function* refusalsChangeNothing(history: History): Generator<Observation> {
  const faults = history.exchanges.filter(one => one.step.startsWith('fault '))
  const postponed = faults.find(({ answer }) => [429, 503, 504].includes(answer?.status ?? 0))
  yield* precondition(!postponed, `${postponed?.step} was refused with a request to retry`)
  for (const fault of faults.filter(isFinalRefusal)) {
    const twin = exchangeAt(history, `twin ${numberOf(fault)}`)
    yield* precondition(isSuccess(twin), `${twin.step} returned ${answerSummary(twin)}`)
    const [before, after] = [looks(history, numberOf(fault)), looks(history, numberOf(fault) + 1)]
    const isWhole = before.length === placesOfLook && after.length === placesOfLook
    yield* precondition(isWhole, `no read before or after ${fault.step}`)
    for (const look of [...before, ...after]) yield* seenAlone(history, look)
    yield* objectsAreLeftAlone(
      { before: ownItemsIn(history, before), after: ownItemsIn(history, after) },
      { sent: sentBy(fault), says: 'A request that fails changes nothing.' },
      fault,
    )
    yield verify(newStrays(history, before, after).length === 0, {
      says: 'A request that fails creates nothing under another name.',
      expected: 'no new object',
      got: newStrays(history, before, after),
      at: fault,
    })
  }
}

/** No object has come or gone, and each is left alone by a request that was refused. */
export function* objectsAreLeftAlone(
  { before, after }: { before: Item[]; after: Item[] },
  { sent, says }: { sent: unknown; says: string },
  fault: Exchange,
): Generator<Observation> {
  const [had, has] = [before, after].map(items => items.map(itemKey).toSorted().join(' '))
  yield verify(had === has, { says, expected: had, got: has, at: fault })
  for (const item of before) {
    const now = after.find(one => itemKey(one) === itemKey(item))
    yield* objectIsUnchanged({ before: item, after: now, sent }, { says, at: fault.step })
  }
}

/** What a request sent, as JSON; undefined when it sent something else. */
function sentBy({ request }: Exchange): unknown {
  try {
    return JSON.parse(request.body ?? 'null')
  } catch {
    // The body was what is wrong with the request.
    return undefined
  }
}

// A look lists two namespaces; where one is left out nothing can be compared.
const placesOfLook = 2

const numberOf = (fault: Exchange): number => Number(fault.step.slice('fault '.length))

const looks = (history: History, number: number): Exchange[] =>
  history.exchanges.filter(one => one.step.startsWith(`look ${number}.`))

/** The look shows a collection, be it an empty one, and what is in it is of this run. */
function* seenAlone(history: History, look: Exchange): Generator<Observation> {
  const items = bodyValueAt(look, '/items')
  const isShown = isSuccess(look) && (itemsOf(look) !== undefined || (items ?? null) === null)
  yield* precondition(isShown, `${look.step} returned ${answerSummary(look)}`)
  const foreign = foreignItems(history, look).find(item => !isLabelled(item))
  yield* precondition(!foreign, `another writer is at work: ${String(foreign?.metadata['name'])}`)
}

const ownItemsIn = (history: History, all: Exchange[]): Item[] =>
  itemsIn(all).filter(item => isOwnItem(history, item))

/**
 * New objects that carry the run's label under a name that we did not give: a fault may lie in the
 * name. Those of an earlier case may still be going away, so only what is new counts.
 */
function newStrays(history: History, before: Exchange[], after: Exchange[]): string[] {
  const old = new Set(itemsIn(before).map(itemKey))
  return itemsIn(after)
    .filter(item => isLabelled(item) && !isOwnItem(history, item))
    .map(itemKey)
    .filter(key => !old.has(key))
}

const itemsIn = (looks: Exchange[]): Item[] => looks.flatMap(look => itemsOf(look) ?? [])

function isLabelled(item: Item): boolean {
  const labels = item.metadata['labels']
  return typeof labels === 'object' && labels !== null && runLabel in labels
}
