// Laws about how often a node agent does something.

import { type Exchange, exchangeAt, type History } from '../../history/history.ts'
import { verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'

// A request may come later than its period says on a busy machine, and one after it may then come
// sooner. Over several requests this matters less.
const tooOften = 0.5
const tooSeldom = 3

/**
 * Whether the requests in a record follow each other with a period, on the average. The mean may be
 * a multiple of the period, because they come late on a busy machine.
 */
export function periodOf(
  exchange: Exchange,
  { periodMs, longestMs = tooSeldom * periodMs }: { periodMs: number; longestMs?: number },
): { isMet: boolean; expected: string; got: string } {
  const { requests = [] } = (exchange.answer?.body ?? {}) as { requests?: { at: number }[] }
  const times = requests.map(({ at }) => at)
  const count = times.length - 1
  const meanMs = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / count
  const isMet = count > 0 && meanMs >= tooOften * periodMs && meanMs <= longestMs
  return {
    isMet,
    expected: `a request each ${periodMs} ms`,
    got: count > 0 ? `${times.length} requests, one each ${Math.round(meanMs)} ms` : 'too few',
  }
}

/** Verifies that a source of pods is asked with a period. */
export function* followsPeriod(
  history: History,
  label: string,
  { periodMs }: { periodMs: number },
): Iterable<Observation> {
  const exchange = exchangeAt(history, label)
  const { isMet, expected, got } = periodOf(exchange, { periodMs })
  const says = 'The source is asked again in each check period.'
  yield verify(isMet && exchange.problem === undefined, { says, expected, got, at: exchange })
}
