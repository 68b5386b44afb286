// Evaluates pairs of equal watches, of which one may fail. The labels are in
// scenarios/custom-watches.ts.

import type { Exchange, History } from '../../history/history.ts'
import { answerSummary, exchangeAt } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { watchEventsOf, isErrorEvent } from '../../history/watch-events.ts'
import { requireDecision } from '../decisions.ts'
import { serverEnd } from '../watch/watch-stream.ts'

/**
 * Returns those of two watches whose start version had not expired. Under load a server may drop a
 * version early (WATCH-026), which is no evidence.
 */
export function* watchesNotExpired(
  history: History,
  label: string,
): Generator<Observation, Exchange[]> {
  const kept = bothOf(history, label).filter(watch => !isForgotten(watch))
  const last = kept.at(0) ?? (bothOf(history, label).at(-1) as Exchange)
  yield* requireDecision(history, last.step)
  // Under load both versions may expire. A server that keeps none is inconclusive and never passes.
  yield* precondition(kept.length > 0, `${label}: both versions expired at once (410)`)
  yield verify(last.stream !== undefined, {
    says: 'A watch can start from a version that the server returned a moment ago.',
    expected: 'a stream',
    got: answerSummary(last),
    at: last,
  })
  return kept
}

/** Returns the first of the two watches that did not end before the awaited event. */
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
