// B1: what is written while a stream stays open is told on it within a time that fits the target.
// Elsewhere a late event is none of a law's business; here it is the point.

import type { History } from '../../history/history.ts'
import { exchangeAt } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { requireWatch } from './watch-stream.ts'

/** A watch, and the step that waited for what its stream was to show. */
export type AwaitedEvent = { stream: string; wait: string }

/**
 * What a step waited for came, unless the stream ended before: a server may end it at any time.
 * The caller has seen to it that what was waited for did happen.
 */
export function* eventArrives(
  history: History,
  { stream: label, wait }: AwaitedEvent,
  says: string,
): Generator<Observation> {
  const { stream } = yield* requireWatch(history, label)
  const { problem } = exchangeAt(history, wait)
  const isCutShort = stream.end !== undefined && stream.end.how !== 'closed'
  yield* precondition(problem === undefined || !isCutShort, `${label} ended before: ${wait}`)
  yield verify(problem === undefined, {
    says,
    expected: wait,
    got: `${problem}, after ${stream.frames.length} documents`,
    at: label,
  })
}
