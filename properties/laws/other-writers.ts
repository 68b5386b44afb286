// Detects other writers of the case's objects.

import type { Exchange, History, Item } from '../history/history.ts'
import {
  exchangeAt,
  isOwnItem,
  itemsOf,
  bodyValueAt,
  isSuccess,
  resourceVersionOf,
} from '../history/history.ts'
import { noOtherWriter } from '../history/observation.ts'
import type { Observation } from '../history/observation.ts'
import { valueAt } from '../dsl/term.ts'
import { answersAgree, canonicalText } from './custom-resources/custom-answers.ts'
import { requireSuccess } from './preconditions.ts'
import { isItem } from '../history/own-items.ts'

/**
 * The precondition that no other client wrote the case's objects between these answers and events:
 * none of them shows changed client metadata at a version that no write of this case produced. At a
 * version of this case's writes, changed metadata is the server's doing.
 */
export function* requireUntouched(history: History, ...labels: string[]): Generator<Observation> {
  const ours = new Set(history.exchanges.filter(isWrite).map(resourceVersionOf))
  const shown = new Map<unknown, string>()
  for (const exchange of labels.map(label => exchangeAt(history, label)))
    for (const { metadata } of objectsIn(exchange).filter(item => isOwnItem(history, item))) {
      const { name, annotations, labels: own, finalizers, ownerReferences } = metadata
      const text = canonicalText([annotations, own, finalizers, ownerReferences])
      const isSame = text === (shown.get(name) ?? text)
      const isKnown = isSame || ours.has(metadata['resourceVersion'])
      yield* noOtherWriter(isKnown, `${String(name)} in ${exchange.step}`)
      shown.set(name, text)
    }
}

const isWrite = (exchange: Exchange): boolean =>
  exchange.request.method !== 'GET' &&
  isSuccess(exchange) &&
  resourceVersionOf(exchange) !== undefined

/** Returns the object or the items of an answer, or the objects of the events of a stream. */
function objectsIn(exchange: Exchange): Item[] {
  const frames = exchange.stream?.frames ?? []
  // A DELETED event adds nothing: another event before it shows who wrote the object.
  const changes = frames.filter(({ document }) => valueAt(document, '/type') !== 'DELETED')
  if (exchange.stream)
    return changes.map(({ document }) => valueAt(document, '/object')).filter(isItem)
  const whole = bodyValueAt(exchange, '')
  return itemsOf(exchange) ?? (isItem(whole) ? [whole] : [])
}

export type ReadPair = [before: string, after: string]

/**
 * The requests on two objects change neither of them. Each object is read before and after
 * (`tried`). Changed metadata counts as another writer's if only one of the objects changed, or if
 * one changed while the case left it alone (`idle`). Other writers write only metadata, so the spec
 * is always judged.
 */
export function* requestsChangeNothing(
  history: History,
  { tried, idle }: { tried: ReadPair[]; idle: ReadPair[] },
  says: string,
): Generator<Observation> {
  yield* requireSuccess(history, ...idle.flat())
  for (const pair of tried) yield* answersAgree(history, pair, ['/spec'], says)
  const moved = tried.filter(pair => hasMoved(history, pair))
  const isByOthers = moved.length < tried.length || idle.some(pair => hasMoved(history, pair))
  yield* noOtherWriter(moved.length === 0 || !isByOthers, `${moved.join(', ')}`)
  for (const pair of tried) yield* answersAgree(history, pair, ['/metadata'], says)
}

const hasMoved = (history: History, pair: ReadPair): boolean => {
  const [before, after] = pair.map(label =>
    canonicalText(bodyValueAt(exchangeAt(history, label), '/metadata')),
  )
  return before !== after
}
