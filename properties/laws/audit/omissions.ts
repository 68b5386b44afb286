// Judges what a policy omits from audit events (scenarios/audit/audited-requests.ts).

import type { History } from '../../history/history.ts'
import { exchangeAt } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import {
  eventsOf,
  lastEventOf,
  memberOf,
  requireEvents,
  requireSuccess,
} from './recorded-events.ts'

/** The stages of the events of a request. */
export const stagesOf = (history: History, label: string): unknown[] =>
  eventsOf(history, label).map(({ stage }) => stage)

/** Events of a stage are omitted, and those of another stage are not. */
export function* omits(
  history: History,
  label: string,
  ...stages: string[]
): Generator<Observation> {
  yield* requireEvents(history, label)
  for (const stage of stages)
    yield verify(!stagesOf(history, label).includes(stage), {
      says: 'There is no event of an omitted stage.',
      expected: `no event of the stage ${stage}`,
      got: stagesOf(history, label),
      at: exchangeAt(history, label),
    })
}

/** Whether the object in a recorded response has managed fields. The response itself must have. */
export function* hasManagedFields(
  history: History,
  label: string,
  isExpected: boolean,
): Generator<Observation> {
  yield* requireSuccess(history, label)
  yield* requireEvents(history, label)
  const sent = memberOf(exchangeAt(history, label).answer?.body, 'metadata')
  yield* precondition(
    memberOf(sent, 'managedFields') !== undefined,
    'responses of the server have no managed fields',
  )
  const recorded = memberOf(lastEventOf(history, label), 'responseObject')
  yield* precondition(
    memberOf(recorded, 'metadata') !== undefined,
    'the response is not recorded, although the level says so',
  )
  const found = memberOf(memberOf(recorded, 'metadata'), 'managedFields')
  yield verify((found !== undefined) === isExpected, {
    says: isExpected
      ? 'Objects are recorded with managed fields unless the policy omits them.'
      : 'Objects are recorded without managed fields if the policy omits them.',
    expected: isExpected ? 'managed fields' : 'no managed fields',
    got: found ?? 'none',
    at: exchangeAt(history, label),
  })
}
