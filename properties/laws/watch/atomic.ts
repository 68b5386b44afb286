// W4: each document of a stream is one complete event, and each write causes at most one event.

import type { History } from '../../history/history.ts'
import type { ObjectChange } from '../../history/object-timelines.ts'
import { verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { watchEventsOf, isChangeEvent, eventText } from '../../history/watch-events.ts'
import { valueAt } from '../../dsl/term.ts'
import { matchedEventsOf, interpretWatch } from './interpreted-watch.ts'
import { requireWatch } from './watch-stream.ts'
import type { WatchExchange } from './watch-stream.ts'

/** These watches, which have no selectors, show complete events, one per write. */
export const eventsAreWholeWrites = (...labels: string[]) =>
  function* (history: History): Generator<Observation> {
    for (const label of labels) {
      const watch = yield* requireWatch(history, label)
      yield* documentsAreWhole(history, watch)

      const lines = yield* matchedEventsOf(history, yield* interpretWatch(history, label))
      const seen = new Set<ObjectChange>()
      for (const { event, change } of lines) {
        yield verify(!seen.has(change), {
          says: 'A write produces one event.',
          expected: 'an event for another write',
          got: eventText(history, event),
          at: watch,
        })
        seen.add(change)
      }
    }
  }

const types = ['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ERROR']

function* documentsAreWhole(history: History, watch: WatchExchange): Generator<Observation> {
  for (const event of watchEventsOf(watch.stream)) {
    const { type, object } = event
    const parts = ['/kind', '/apiVersion', ...(isChangeEvent(event) ? namesOfStates : [])]
    const missing = parts.find(part => typeof valueAt(object, part) !== 'string')
    yield verify(types.includes(type) && missing === undefined, {
      says: 'Each document of a watch is one event: a type and a whole object.',
      expected: `one of ${types.join(', ')}, and an object with ${parts.join(', ')}`,
      got: missing ? `${eventText(history, event)} without ${missing}` : type,
      at: watch,
    })
  }
  const { rest, end } = watch.stream
  if (end?.how !== 'ended') return
  yield verify(rest.trim() === '', {
    says: 'A watch that ends does not end within a document.',
    expected: 'nothing after the last complete document',
    got: rest,
    at: watch,
  })
}

const namesOfStates = ['name', 'uid', 'resourceVersion'].map(name => `/metadata/${name}`)
