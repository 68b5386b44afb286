// Judges members of audit events that depend on each other.

import type { History } from '../../history/history.ts'
import { exchangeAt } from '../../history/history.ts'
import { verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { eachEvent, eventsOf, requireEvents } from './recorded-events.ts'

/**
 * Requests have several events, and no two of one stage. The specification does not say which
 * stages there are; a request has at least a beginning and an end.
 */
export function* stagesAreDistinct(history: History, ...labels: string[]): Generator<Observation> {
  yield* requireEvents(history, ...labels)
  for (const label of labels) {
    const stages = eventsOf(history, label).map(({ stage }) => String(stage))
    yield verify(stages.length > 1 && new Set(stages).size === stages.length, {
      says: 'There is one event for each stage of a request.',
      expected: 'events of several stages, one of each',
      got: stages,
      at: exchangeAt(history, label),
    })
  }
}

const microTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}(?:Z|[+-]\d\d:\d\d)$/

/** Times have six digits after the second, and a request is received before its stages. */
export const microTimesAreInOrder = (
  history: History,
  labels: readonly string[],
): Generator<Observation> =>
  eachEvent(
    history,
    labels,
    'Times have microseconds, and that of the request is not after that of the stage.',
    ({ requestReceivedTimestamp: received, stageTimestamp: reached }) => {
      const [one, other] = [String(received), String(reached)]
      const areTimes = microTime.test(one) && microTime.test(other)
      return {
        ok: areTimes && microsOf(one) <= microsOf(other),
        expected: 'two times with microseconds in this order',
        got: [received, reached],
      }
    },
  )

/** Returns microseconds since 1970. A date has milliseconds only. */
const microsOf = (time: string): number => Date.parse(time) * 1000 + Number(time.slice(23, 26))
