// W9: a watch shows only objects that are in its namespace and match its selectors.

import type { History } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { ownChangeEvents, isRemovalEvent, eventText } from '../../history/watch-events.ts'
import type { WatchEvent } from '../../history/watch-events.ts'
import { isInWatchScope, requireWatch } from './watch-stream.ts'

/**
 * Every event of these watches is about a selected object. An object without a namespace violates
 * the rules of object fields but not this rule, so it makes the precondition unmet.
 */
export const watchStaysInScope = (...labels: string[]) =>
  function* (history: History): Generator<Observation> {
    let unnamed: WatchEvent | undefined
    for (const label of labels) {
      const watch = yield* requireWatch(history, label)
      const { labelSelector = '', fieldSelector = '' } = watch.request.query
      const namespace = watch.about?.namespace
      const events = ownChangeEvents(history, watch.stream)
      for (const [place, event] of events.entries()) {
        const isNamed = namespace === undefined || 'namespace' in event.object.metadata
        const isKnown = endsAKnownMatch(event, events.slice(0, place))
        if (!isNamed) unnamed ??= event
        else
          yield verify(isKnown || isInWatchScope(event.object, watch), {
            says: 'A watch delivers only objects of its namespace that match its selectors.',
            expected: `${namespace ?? 'all namespaces'} ${labelSelector}${fieldSelector}`,
            got: `${eventText(history, event)} of ${event.key}`,
            at: watch,
          })
      }
    }
    const text = unnamed && eventText(history, unnamed)
    yield* precondition(text === undefined, `the object of an event has no namespace: ${text}`)
  }

/**
 * Reports whether an event removes an object that the watch showed before. K8S-WATCH-007 judges
 * which state the removal shows.
 */
const endsAKnownMatch = (event: WatchEvent, before: WatchEvent[]): boolean =>
  isRemovalEvent(event) && before.some(({ key, type }) => key === event.key && type !== 'DELETED')
