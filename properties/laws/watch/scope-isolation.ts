// W9: a watch tells only of what lies in its namespace and matches its selectors.

import type { History } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { ownChangeEvents, isRemovalEvent, eventText } from '../../history/watch-events.ts'
import type { WatchEvent } from '../../history/watch-events.ts'
import { isInWatchScope, requireWatch } from './watch-stream.ts'

/**
 * Every event of these watches is about an object that was asked for. An object that names no
 * namespace is of none that is known, which breaks the rules of an object's fields and not this one.
 */
export const watchStaysInScope = (...labels: string[]) =>
  function* (history: History): Generator<Observation> {
    let unnamed: WatchEvent | undefined
    for (const label of labels) {
      const watch = yield* requireWatch(history, label)
      const { labelSelector = '', fieldSelector = '' } = watch.request.query
      const namespace = watch.about?.namespace
      const events = ownChangeEvents(history, watch.stream)
      for (const [place, told] of events.entries()) {
        const isNamed = namespace === undefined || 'namespace' in told.object.metadata
        const isKnown = endsAKnownMatch(told, events.slice(0, place))
        if (!isNamed) unnamed ??= told
        else
          yield verify(isKnown || isInWatchScope(told.object, watch), {
            says: 'A watch delivers only objects of its namespace that match its selectors.',
            expected: `${namespace ?? 'all namespaces'} ${labelSelector}${fieldSelector}`,
            got: `${eventText(history, told)} of ${told.key}`,
            at: watch,
          })
      }
    }
    const text = unnamed && eventText(history, unnamed)
    yield* precondition(text === undefined, `the object of an event has no namespace: ${text}`)
  }

/** What was delivered before is removed from sight: which state that shows is for K8S-WATCH-007. */
const endsAKnownMatch = (told: WatchEvent, before: WatchEvent[]): boolean =>
  isRemovalEvent(told) && before.some(({ key, type }) => key === told.key && type !== 'DELETED')
