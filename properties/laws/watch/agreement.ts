// W10: two streams from one version show the same events, in the same order, for the objects that
// both select.

import type { History } from '../../history/history.ts'
import { exchangeAt, hasStep, resourceVersionOf } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { ownChangeEvents, eventText } from '../../history/watch-events.ts'
import type { WatchEvent } from '../../history/watch-events.ts'
import { firstDifference, differenceSides } from '../../models/json-differences.ts'
import { requireCaughtUp } from './interpreted-watch.ts'
import { isInWatchScope, requireWatch } from './watch-stream.ts'
import type { WatchExchange } from './watch-stream.ts'

/** Two watches agree. The steps `waits` waited until each showed the last write. */
export const watchesAgree = ([first, second]: [string, string], waits: string[]) =>
  function* (history: History): Generator<Observation> {
    const [one, other] = [yield* requireWatch(history, first), yield* requireWatch(history, second)]
    const starts = [one, other].map(({ request }) => request.query['resourceVersion'] ?? '')
    yield* precondition(
      starts[0] === starts[1] && starts[0] !== '',
      'the watches do not start at the same version',
    )
    yield* requireCaughtUp(history, ...waits)

    const [ofOne, ofOther] = [sharedBy(history, one, other), sharedBy(history, other, one)]
    const [texts, others] = [ofOne, ofOther].map(all => all.map(event => eventText(history, event)))
    yield verify(texts?.join(', ') === others?.join(', '), {
      says: 'Two watches deliver the same changes of the objects that both cover, in the same order.',
      expected: texts,
      got: others,
      at: other,
    })
    for (const [place, event] of ofOne.entries()) {
      const found = firstDifference(event.object, ofOther[place]?.object)
      yield verify(found === undefined, {
        says: 'Two watches deliver the same object at the same version.',
        ...differenceSides(found),
        at: other,
      })
    }
  }

/**
 * Returns the events that both watches must show, up to the marker. Of writes after the marker by
 * other clients one watch may have shown more.
 */
function sharedBy(history: History, { stream }: WatchExchange, other: WatchExchange): WatchEvent[] {
  const events = ownChangeEvents(history, stream).filter(({ object }) =>
    isInWatchScope(object, other),
  )
  const marker = hasStep(history, 'marker')
    ? resourceVersionOf(exchangeAt(history, 'marker'))
    : undefined
  const end = events.findIndex(one => one.version === marker)
  return end < 0 ? events : events.slice(0, end + 1)
}
