// W15: the object of an event equals the object in answers to writes, gets and lists at the same
// version.

import type { Exchange, History, Item } from '../../history/history.ts'
import { isOwnItem, itemsOf, itemKey, isSuccess } from '../../history/history.ts'
import { verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { ownChangeEvents, isRemovalEvent, eventText } from '../../history/watch-events.ts'
import { firstDifference, differenceSides } from '../../models/json-differences.ts'
import { requireWatch } from './watch-stream.ts'
import { isItem } from '../../history/own-items.ts'

/** Every event of these watches that shows a state shows the same state as all answers. */
export const eventsMatchAnswers = (...labels: string[]) =>
  function* (history: History): Generator<Observation> {
    const known = history.exchanges
      .flatMap(shownBy)
      .filter(({ object }) => isOwnItem(history, object))
    for (const label of labels) {
      const watch = yield* requireWatch(history, label)
      for (const event of ownChangeEvents(history, watch.stream)) {
        // A removal shows the last state at another version (W8).
        if (isRemovalEvent(event)) continue
        const same = known.filter(
          ({ object }) =>
            itemKey(object) === event.key && object.metadata['resourceVersion'] === event.version,
        )
        for (const { object, isOfList } of same) {
          const found = firstDifference(object, isOfList ? untyped(event.object) : event.object)
          yield verify(found === undefined, {
            says: 'The object of an event is the one that responses have at its version.',
            ...differenceSides(found),
            at: `${watch.step}: ${eventText(history, event)}`,
          })
        }
      }
    }
  }

type Shown = { object: Item; isOfList: boolean }

/** Returns the objects in an answer. Items of lists may lack their kind and apiVersion. */
function shownBy(exchange: Exchange): Shown[] {
  const body = exchange.answer?.body
  if (!isSuccess(exchange) || exchange.stream || exchange.request.method === 'DELETE') return []
  const items = itemsOf(exchange)
  if (items) return items.map(item => ({ object: untyped(item), isOfList: true }))
  return isItem(body) ? [{ object: body, isOfList: false }] : []
}

function untyped({ kind: _, apiVersion: __, ...object }: Item): Item {
  return object
}
