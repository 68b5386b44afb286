// Two watches of the same, and what can be told by them; for their labels see
// scenarios/custom-watches.ts.

import type { Exchange, History } from '../../history/history.ts'
import { answerSummary, exchangeAt } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { watchEventsOf, isErrorEvent } from '../../history/watch-events.ts'
import { requireDecision } from '../decisions.ts'
import { serverEnd } from '../watch/watch-stream.ts'

/**
 * Those of two watches whose versions were still kept. Under load a server may forget one early
 * (WATCH-026), which says nothing.
 */
export function* watchesNotExpired(
  history: History,
  label: string,
): Generator<Observation, Exchange[]> {
  const kept = bothOf(history, label).filter(watch => !isForgotten(watch))
  const last = kept.at(0) ?? (bothOf(history, label).at(-1) as Exchange)
  yield* requireDecision(history, last.step)
  // Under load two in a row may be forgotten, too; a server that keeps none is never called green.
  yield* precondition(kept.length > 0, `${label}: both versions expired at once (410)`)
  yield verify(last.stream !== undefined, {
    says: 'A watch can start from a version that the server returned a moment ago.',
    expected: 'a stream',
    got: answerSummary(last),
    at: last,
  })
  return kept
}

/** The first of them that had not ended before it came to what was waited for. */
export function* firstWatchThatDelivered(
  history: History,
  label: string,
  waitedFor: string,
): Generator<Observation, Exchange> {
  const kept = yield* watchesNotExpired(history, label)
  const whole = kept.find(
    ({ step, stream }) =>
      exchangeAt(history, `${step} ${waitedFor}`).problem === undefined ||
      (stream !== undefined && serverEnd(stream) === undefined),
  )
  yield* precondition(whole !== undefined, `${label} ended before: ${waitedFor}`)
  return whole ?? exchangeAt(history, label)
}

const bothOf = (history: History, label: string): Exchange[] =>
  [label, `${label} again`].map(name => exchangeAt(history, name))

const isForgotten = ({ answer, stream }: Exchange): boolean =>
  answer?.status === 410 ||
  watchEventsOf(stream).some(one => isErrorEvent(one) && one.object['code'] === 410)
