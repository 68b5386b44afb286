// Judges a watch from a version that may be no longer kept: it must not silently omit changes.

import type { History } from '../../history/history.ts'
import { bodyValueAt, exchangeAt, isSuccess, resourceVersionOf } from '../../history/history.ts'
import { anyRefusal, precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { eventText, isErrorEvent, watchEventsOf } from '../../history/watch-events.ts'
import { requireDecision } from '../decisions.ts'
import { requireIntegers } from '../integer-versions.ts'
import { requireSuccess } from '../preconditions.ts'
import { requireWatch } from './watch-stream.ts'

const says = 'A watch from an early version delivers the changes since then, or an error.'

/**
 * K8S-WATCH-042: `old`, a watch from version 1, shows the objects that were created before it, if
 * it shows `marker`, which was created after it.
 */
export const earlyVersionMissesNothing = (created: string[]) =>
  function* (history: History): Generator<Observation> {
    yield* precondition(history.context.ordered, 'versions of this target are opaque')
    yield* requireSuccess(history, ...created, 'marker')
    yield* requireIntegers(...created.map(label => versionOf(history, label)))
    const later = created.filter(label => Number(versionOf(history, label)) > 1)
    yield* precondition(later.length > 0, 'no object was created after version 1')
    const old = yield* requireDecision(history, 'old')
    if (!isSuccess(old)) {
      yield verify(true, { says, expected: anyRefusal('a refusal'), got: 'a refusal', at: old })
      return
    }
    const watch = yield* requireWatch(history, 'old')
    const events = watchEventsOf(watch.stream)
    const isTold = events.some(isErrorEvent)
    // Another client may have changed an object since, so its version may be a later one.
    const isShown = (label: string) =>
      events.some(({ object }) => object.metadata['name'] === nameOf(history, label))
    if (!isTold) yield* precondition(isShown('marker'), 'old has not shown the marker')
    yield verify(isTold || later.every(isShown), {
      says,
      expected: `the creation of ${later.join(' and ')}, or an ERROR with code 410`,
      got: events.map(event => eventText(history, event)).join(', '),
      at: watch,
    })
  }

const nameOf = (history: History, label: string): unknown =>
  bodyValueAt(exchangeAt(history, label), '/metadata/name')

const versionOf = (history: History, label: string): unknown =>
  resourceVersionOf(exchangeAt(history, label))
