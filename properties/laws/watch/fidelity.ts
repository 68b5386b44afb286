// W15: the object of an event is what the answers to writes, gets and lists show at its version.

import type { Exchange, History, Item } from '../../history/history.ts'
import { isOwn, itemsOf, keyOf, succeeded } from '../../history/history.ts'
import { holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { changesOf, isRemoval, toldText } from '../../history/streams.ts'
import { valueAt } from '../../dsl/term.ts'
import { differenceOf, sidesOf } from '../differences.ts'
import { watchAt } from './told.ts'

/** Every event of these watches that shows a state shows it as all answers do. */
export const showsWhatAnswersShow = (...labels: string[]) =>
  function* (history: History): Generator<Observation> {
    const known = history.exchanges.flatMap(shownBy).filter(({ object }) => isOwn(history, object))
    for (const label of labels) {
      const watch = yield* watchAt(history, label)
      for (const told of changesOf(history, watch.stream)) {
        // The state that a removal shows has a version of its own (W8).
        if (isRemoval(told)) continue
        const same = known.filter(
          ({ object }) =>
            keyOf(object) === told.key && object.metadata['resourceVersion'] === told.version,
        )
        for (const { object, isItem } of same) {
          const found = differenceOf(object, isItem ? untyped(told.object) : told.object)
          yield holds(found === undefined, {
            says: 'The object of an event is the one that answers show at its version.',
            ...sidesOf(found),
            at: `${watch.step}: ${toldText(history, told)}`,
          })
        }
      }
    }
  }

type Shown = { object: Item; isItem: boolean }

/** The objects in an answer. Items of lists may lack their kind and apiVersion. */
function shownBy(exchange: Exchange): Shown[] {
  const body = exchange.answer?.body
  if (!succeeded(exchange) || exchange.stream || exchange.request.method === 'DELETE') return []
  const items = itemsOf(exchange)
  if (items) return items.map(item => ({ object: untyped(item), isItem: true }))
  return isObject(body) ? [{ object: body, isItem: false }] : []
}

const isObject = (body: unknown): body is Item =>
  typeof valueAt(body, '/metadata/name') === 'string'

function untyped({ kind: _, apiVersion: __, ...object }: Item): Item {
  return object
}
