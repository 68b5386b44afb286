// Judges that invalid watches are refused, by status or by event.

import type { Exchange, History } from '../../history/history.ts'
import { answerSummary, exchangeAt, isFinalRefusal } from '../../history/history.ts'
import { anyRefusal, precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { ownChangeEvents, watchEventsOf, isErrorEvent } from '../../history/watch-events.ts'
import { requireDecision } from '../decisions.ts'

/**
 * The precondition that the valid twins were answered with streams that show objects of the case.
 */
export function* requireStreams(history: History, ...labels: string[]): Generator<Observation> {
  for (const label of labels) {
    const { stream } = exchangeAt(history, label)
    yield* precondition(
      stream !== undefined,
      `${label} returned ${answerSummary(exchangeAt(history, label))}`,
    )
    const isTold = stream !== undefined && ownChangeEvents(history, stream).length > 0
    yield* precondition(isTold, `${label} delivered nothing`)
  }
}

/** A watch is refused with a 4xx, or its only event is an error. */
export function* watchIsRefused(
  history: History,
  label: string,
  says: string,
): Generator<Observation> {
  const watch = yield* requireDecision(history, label)
  yield verify(isFinalRefusal(watch) || isRefusedInStream(watch), {
    says,
    expected: anyRefusal('a refusal (4xx)'),
    got: watch.stream ? 'a stream' : answerSummary(watch),
    at: watch,
  })
}

function isRefusedInStream({ stream }: Exchange): boolean {
  const [first] = watchEventsOf(stream)
  return first !== undefined && isErrorEvent(first)
}
