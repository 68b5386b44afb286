// Two watches of the same, and what can be told by them; for their labels see
// scenarios/custom-watches.ts.

import type { Exchange, History } from '../../history/history.ts'
import { answered, at } from '../../history/history.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { documentsOf, isError } from '../../history/streams.ts'
import { decided } from '../decisions.ts'
import { endOf } from '../watch/told.ts'

/**
 * Those of two watches whose versions were still kept. Under load a server may forget one early
 * (WATCH-026), which says nothing.
 */
export function* keptOf(history: History, label: string): Generator<Observation, Exchange[]> {
  const kept = bothOf(history, label).filter(watch => !isForgotten(watch))
  const last = kept.at(0) ?? (bothOf(history, label).at(-1) as Exchange)
  yield* decided(history, last.step)
  // Under load two in a row may be forgotten, too; a server that keeps none is never called green.
  yield* given(kept.length > 0, `${label}: both versions were forgotten at once (410)`)
  yield holds(last.stream !== undefined, {
    says: 'A version that was given a moment ago can be watched.',
    expected: 'a stream',
    got: answered(last),
    at: last,
  })
  return kept
}

/** The first of them that had not ended before it came to what was waited for. */
export function* toldByEither(
  history: History,
  label: string,
  waitedFor: string,
): Generator<Observation, Exchange> {
  const kept = yield* keptOf(history, label)
  const whole = kept.find(
    ({ step, stream }) =>
      at(history, `${step} ${waitedFor}`).problem === undefined ||
      (stream !== undefined && endOf(stream) === undefined),
  )
  yield* given(whole !== undefined, `${label} ended before: ${waitedFor}`)
  return whole ?? at(history, label)
}

const bothOf = (history: History, label: string): Exchange[] =>
  [label, `${label} again`].map(name => at(history, name))

const isForgotten = ({ answer, stream }: Exchange): boolean =>
  answer?.status === 410 ||
  documentsOf(stream).some(one => isError(one) && one.object['code'] === 410)
