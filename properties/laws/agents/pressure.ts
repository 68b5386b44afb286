// Law about how long a node agent reports a pressure that is over.

import { exchangeAt, type History } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'

// The agent saw the pressure at the latest when it reported it, which was before the pressure ended
// by as much as its reports are late. An agent without a period reports the end after ten seconds.
const lateMs = 8_000

/**
 * Verifies that a pressure, which ended at one step, was reported for a period after it. The other
 * steps wait for the report of its end, one after the other.
 */
export function* leavesPressureLate(
  history: History,
  { from, left, periodMs }: { from: string; left: string[]; periodMs: number },
): Iterable<Observation> {
  const waits = left.map(label => exchangeAt(history, label))
  const ended = waits.find(({ problem }) => problem === undefined)
  yield* precondition(ended !== undefined, 'the agent still reports the pressure')
  if (!ended) return
  const { sentAt } = exchangeAt(history, from)
  const afterMs = Math.round(ended.answeredAt - sentAt)
  yield verify(afterMs >= periodMs - lateMs, {
    says: 'A pressure is reported for `--eviction-pressure-transition-period` after its end.',
    expected: `its end ${periodMs} ms after the pressure`,
    got: `${afterMs} ms`,
    at: ended,
  })
}
