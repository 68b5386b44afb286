// Premises that nobody but the case has written its objects.

import type { Exchange, History, Item } from '../history.ts'
import { at, isOwn, itemsOf, read } from '../history.ts'
import { given } from '../observation.ts'
import type { Observation } from '../observation.ts'
import { valueAt } from '../term.ts'
import { canonical } from './custom-answers.ts'

/**
 * All these answers and streams show the case's objects with the same metadata of clients: nobody
 * else has written that in between, and with it moved the versions.
 */
export function* untouched(history: History, ...labels: string[]): Generator<Observation> {
  const shown = new Map<unknown, string>()
  for (const exchange of labels.map(label => at(history, label)))
    for (const { metadata } of objectsIn(exchange).filter(item => isOwn(history, item))) {
      const { name, annotations, labels: ours, finalizers, ownerReferences } = metadata
      const text = canonical([annotations, ours, finalizers, ownerReferences])
      const isSame = text === (shown.get(name) ?? text)
      yield* given(isSame, `another writer is at work: ${String(name)} in ${exchange.step}`)
      shown.set(name, text)
    }
}

/** The object or the items of an answer, or those of the events of a stream. */
function objectsIn(exchange: Exchange): Item[] {
  const frames = exchange.stream?.frames ?? []
  if (frames.length > 0)
    return frames.map(({ document }) => valueAt(document, '/object')).filter(isItem)
  const whole = read(exchange, '')
  return itemsOf(exchange) ?? (isItem(whole) ? [whole] : [])
}

const isItem = (value: unknown): value is Item =>
  typeof valueAt(value, '/metadata/name') === 'string'
