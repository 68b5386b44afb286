// B1: a write while a stream is open appears on it within a time that fits the target. Other laws
// ignore late events. This one judges them.

import type { History } from '../../history/history.ts'
import { exchangeAt } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { requireWatch } from './watch-stream.ts'

/** A watch, and the step that waited for an event of it. */
export type AwaitedEvent = { stream: string; wait: string }

/**
 * The awaited event arrives, unless the stream ended before: a server may end it at any time. The
 * caller has verified that the write was done.
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
