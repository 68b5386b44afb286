// Requests without a complete answer. It is unknown whether they were carried out.

import { isConnectionFailure } from '../../fixtures/client/client.ts'
import type { Exchange, History } from '../../properties/history/history.ts'
import type { UnansweredRequest } from '../unserved-requests.ts'
import { requestShape, timedOutIn } from './time-outs.ts'

/** A request that was lost: it timed out, or the transport failed. */
export type LostRequest = UnansweredRequest & {
  how: 'time-out' | 'transport'
  /** The step that sent it. */
  step?: string
}

/**
 * Returns the first lost request of a history. Time-outs come first because they cost most. A watch
 * counts only if its answer never began, as a stream may break at any time.
 */
export function lostRequestIn(history: History): LostRequest | undefined {
  const timeOut = timedOutIn(history)
  if (timeOut !== undefined) return { how: 'time-out', ...timeOut }
  const cut = history.exchanges.find(isLostInTransport)
  if (!cut) return undefined
  const { request, problem, step } = cut
  return { how: 'transport', shape: requestShape(request), problem, step }
}

const isLostInTransport = (exchange: Exchange): exchange is Exchange & { problem: string } => {
  const { problem, answer, request } = exchange
  return (
    answer === undefined &&
    request.path !== '' &&
    problem !== undefined &&
    isConnectionFailure(problem)
  )
}

/** Whether the transport broke a stream that had begun. */
export const hasBrokenStream = ({ exchanges }: History): boolean =>
  exchanges.some(
    ({ stream }) => stream?.end?.how === 'broken' && isConnectionFailure(stream.end.problem ?? ''),
  )

/** Whether a GET by the administrator of a type with a role failed with 500. */
export const hasFailedRead = ({ exchanges }: History): boolean =>
  exchanges.some(
    ({ request, answer, about }) =>
      about !== undefined &&
      request.method === 'GET' &&
      request.who === 'admin' &&
      answer?.status === 500,
  )

type Words = { scenario: string; inARow: string; unconfirmed: string; rerun: string }

/** The texts in verdicts on scenarios that could not be judged. */
export const lostRequestMessages: Record<LostRequest['how'], Words> = {
  'time-out': {
    scenario: 'timed out twice',
    inARow: 'with a request that timed out',
    unconfirmed: 'a request timed out',
    rerun: 'timed out',
  },
  transport: {
    scenario: 'lost a request in transport each time, which is no evidence about the rule',
    inARow: 'that lost a request in transport each time, which is no evidence about the rule',
    unconfirmed: 'the transport lost a request',
    rerun: 'lost a request in transport',
  },
}
