// W11: a watch from a future version shows no change before that version.

import { gaveUp } from '../../../fixtures/client/client.ts'
import type { History } from '../../history/history.ts'
import { exchangeAt } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { writeOrderOf } from '../../history/write-order.ts'
import { ownChangeEvents, eventText } from '../../history/watch-events.ts'
import { requireIntegers } from '../integer-versions.ts'
import { requireCaughtUp } from './interpreted-watch.ts'

/** A watch from a far future version shows nothing while another watch shows the writes. */
export const futureWatchIsSilent = (label: string, ...waits: string[]) =>
  function* (history: History): Generator<Observation> {
    yield* precondition(
      history.context.ordered,
      'the resource versions of this target are not ordered',
    )
    const watch = exchangeAt(history, label)
    // A server may wait for the version before it answers. Until then it delivers nothing.
    const isWaiting = watch.problem === gaveUp
    yield* precondition(watch.answer !== undefined || isWaiting, `${label}: ${watch.problem}`)
    const { compare } = writeOrderOf([], true)
    const start = watch.request.query['resourceVersion']
    const events = watch.stream ? ownChangeEvents(history, watch.stream) : []
    if (events.length > 0) yield* requireIntegers(start, ...events.map(one => one.version))
    const old = events.filter(one => compare(start, one.version) !== 'before')
    // An old change is a violation also if the marker is late. Silence proves nothing without it.
    if (old.length === 0) yield* requireCaughtUp(history, ...waits)
    yield verify(old.length === 0, {
      says: 'A watch from a future version delivers no change at or before it.',
      expected: `nothing at or before ${String(start)}`,
      got: old.map(one => eventText(history, one)),
      at: watch,
    })
  }
