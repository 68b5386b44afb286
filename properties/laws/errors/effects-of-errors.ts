// Judges that a refused request has no partial effect. The labels are in scenarios/refusals.ts.

import type { Exchange, History, Item } from '../../history/history.ts'
import {
  answerSummary,
  exchangeAt,
  otherItems,
  isOwnItem,
  itemsOf,
  itemKey,
  bodyValueAt,
  isFinalRefusal,
  isSuccess,
} from '../../history/history.ts'
import { runLabel } from '../../../fixtures/objects/tested-types.ts'
import { precondition, verify, noOtherWriter } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { objectIsUnchanged } from '../unchanged-objects.ts'

/**
 * ERR-021: the collection is the same before and after a refused request. Every faulty request that
 * was refused is judged. A precondition is that its valid twin is accepted.
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

/** A refused request created or removed no object, and left each one unchanged. */
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

/** Returns the JSON that a request sent; undefined if it sent something else. */
function sentBy({ request }: Exchange): unknown {
  try {
    return JSON.parse(request.body ?? 'null')
  } catch {
    // The fault of the request is its body.
    return undefined
  }
}

// A look lists two namespaces. If one is missing, nothing can be compared.
const placesOfLook = 2

const numberOf = (fault: Exchange): number => Number(fault.step.slice('fault '.length))

const looks = (history: History, number: number): Exchange[] =>
  history.exchanges.filter(one => one.step.startsWith(`look ${number}.`))

/**
 * The precondition that a look shows a collection, possibly empty, with only objects of this run.
 */
function* seenAlone(history: History, look: Exchange): Generator<Observation> {
  const items = bodyValueAt(look, '/items')
  const isShown = isSuccess(look) && (itemsOf(look) !== undefined || (items ?? null) === null)
  yield* precondition(isShown, `${look.step} returned ${answerSummary(look)}`)
  const foreign = otherItems(history, look).find(item => !isLabelled(item))
  yield* noOtherWriter(!foreign, String(foreign?.metadata['name']))
}

const ownItemsIn = (history: History, all: Exchange[]): Item[] =>
  itemsIn(all).filter(item => isOwnItem(history, item))

/**
 * Returns new objects with the run label whose name is not from this case, because the fault may be
 * in the name. Objects of an earlier case may still be terminating, so only new ones count.
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
