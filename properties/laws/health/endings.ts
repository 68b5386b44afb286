// Judges what a server answers while it ends (scenarios/health/endings.ts).

import { endDelayMs, type EndingSample } from '../../../fixtures/objects/endings.ts'
import type { History } from '../../history/history.ts'
import { answerSummary, bodyValueAt, exchangeAt } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'

// The clocks of the server and of the harness may differ by this much, and a server may notice
// late that it is to end.
const slackMs = 1000

/** The server goes on serving for the delay, and is not ready meanwhile. */
export function* servesForDelay(history: History): Generator<Observation> {
  const exchange = exchangeAt(history, 'ending')
  const before = bodyValueAt(exchange, '/before') as EndingSample | undefined
  const samples = bodyValueAt(exchange, '/samples') as EndingSample[] | undefined
  yield* precondition(Array.isArray(samples), `ending returned ${answerSummary(exchange)}`)
  yield* precondition(
    before?.ready === 200 && before.read === 200,
    'the server was not ready before it was to end',
  )
  const within = (samples ?? []).filter(({ ms }) => ms < endDelayMs - slackMs)
  yield* precondition(within.length > 0, 'nothing was asked during the delay')
  // A busy server may refuse a request, and a connection may be lost: one sample shows nothing.
  const last = within.filter(({ read }) => read !== 429).slice(-2)
  const unserved = last.every(({ read }) => read !== 200) ? last.at(-1) : undefined
  yield verify(unserved === undefined, {
    says: 'During the delay the server goes on serving.',
    expected: 200,
    got: unserved ?? 'answers',
    at: 'ending',
  })
  const late = within.filter(({ ms }) => ms > slackMs)
  yield* precondition(late.length > 0, 'nothing was asked late in the delay')
  const ready = late.find(one => one.ready === 200)
  yield verify(ready === undefined, {
    says: 'During the delay the server is not ready.',
    expected: 'another status of /readyz than 200',
    got: ready ?? 'not ready',
    at: 'ending',
  })
}
