// Laws about what a node agent makes of its options.

import type { RuntimeCall } from '../../../fixtures/objects/runtime-record.ts'
import { exchangeAt, type History } from '../../history/history.ts'
import { verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { recordOf, requireBench, requireCome } from './pods-at-the-runtime.ts'

const plain = (text: string): string => text.toLowerCase().replaceAll('-', '')

/**
 * Judges whether an agent accepts a flag that genuine agents of the kubernetes dialect lack: an
 * agent that does not start, and names the flag, refuses it. Returns whether the judge goes on to
 * what the flag does. The control is a step that another agent of the target must have reached.
 */
export function* acceptsFlag(
  history: History,
  { flag, label, control }: { flag: string; label: string; control: string },
): Generator<Observation, boolean> {
  const { answer, problem = '' } = exchangeAt(history, label)
  const isRefused = answer === undefined && plain(problem).includes(plain(flag))
  if (!isRefused) {
    yield* requireBench(history)
    return true
  }
  yield* requireCome(history, control)
  const what = `the agent refuses --${flag}`
  yield history.context.dialect === 'kubernetes'
    ? { kind: 'departure', presence: 'present', what }
    : verify(false, {
        says: `An agent may be given --${flag}.`,
        expected: 'an agent that starts',
        got: problem,
        at: label,
      })
  return false
}

/** Verifies that no more is called in any time than a rate and a burst allow. */
export function* obeysRate(
  history: History,
  label: string,
  {
    method,
    perSecond,
    burst,
    says,
  }: { method: string; perSecond: number; burst: number; says: string },
): Iterable<Observation> {
  const exchange = exchangeAt(history, label)
  const times = recordOf(exchange)
    .calls.filter(call => call.method === method)
    .map(({ receivedAt }) => receivedAt)
    .toSorted((a, b) => a - b)
  const isTooMany = times.some((to, last) =>
    times.some((from, first) => {
      const seconds = (to - from + lateMs) / 1000
      return first <= last && last - first + 1 > burst + perSecond * seconds
    }),
  )
  yield verify(!isTooMany, {
    says,
    expected: `at most ${burst} at once and ${perSecond} in each second`,
    got: `${method} after ${times.map(time => time - (times[0] ?? 0)).join(', ')} ms`,
    at: exchange,
  })
}

// On a busy machine a call arrives later than it was sent, and the next one at once.
const lateMs = 1_000

/** Reports whether a call came while an earlier one was not yet answered. */
export function overlap(calls: RuntimeCall[]): boolean {
  const inOrder = calls.toSorted((a, b) => a.receivedAt - b.receivedAt)
  return inOrder.some((call, index) =>
    inOrder.slice(0, index).some(({ answeredAt = Infinity }) => call.receivedAt < answeredAt),
  )
}

/** How many dead containers of a name the runtime holds. */
export const deadOf = (history: History, label: string, name: string): number =>
  recordOf(exchangeAt(history, label)).containers.filter(
    one => one.name === name && one.state === 'exited',
  ).length
