// Judges whether a target supports a valid parameter of a request.

import type { History } from '../history/history.ts'
import { answerSummary, exchangeAt } from '../history/history.ts'
import { verify } from '../history/observation.ts'
import type { Observation } from '../history/observation.ts'
import { acceptsRequest } from './decisions.ts'
import { requireSuccess } from './preconditions.ts'

/**
 * A request with a valid parameter succeeds. A 500 is a refusal here, because the same request
 * without the parameter, `control`, succeeded.
 */
export function* acceptsParameter(
  history: History,
  label: string,
  { control, says }: { control: string; says: string },
): Generator<Observation> {
  const exchange = exchangeAt(history, label)
  if (exchange.answer?.status !== 500) return yield* acceptsRequest(history, label, says)
  yield* requireSuccess(history, control)
  yield verify(false, { says, expected: 'success', got: answerSummary(exchange), at: exchange })
}
