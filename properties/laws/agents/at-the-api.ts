// Laws about what a node agent does at its API, and about its own servers.

import type { ApiRequest, Asked } from '../../../fixtures/objects/agents.ts'
import { type Exchange, exchangeAt, type History } from '../../history/history.ts'
import { valueAt } from '../../dsl/term.ts'
import { ExpectedRefusal, precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'

/** The answer of a server that the bench has asked, or why there is none. */
export const askedOf = (exchange: Exchange): Asked =>
  (exchange.answer?.body as Asked | undefined) ?? { failure: 'not asked' }

/** The requests in a record of the API. */
export const requestsIn = (exchange: Exchange): ApiRequest[] =>
  (exchange.answer?.body as { requests?: ApiRequest[] } | undefined)?.requests ?? []

/** Verifies a value of a JSON answer. The request must have succeeded. */
export function* showsValue(
  history: History,
  label: string,
  { at, value, says }: { at: string; value: unknown; says: string },
): Iterable<Observation> {
  const exchange = exchangeAt(history, label)
  const asked = askedOf(exchange)
  const status = 'status' in asked ? asked.status : asked.failure
  yield* precondition(status === 200, `the API answered ${label} with ${status}`)
  const got = 'body' in asked ? valueAt(asked.body, at) : undefined
  yield verify(JSON.stringify(got) === JSON.stringify(value), {
    says,
    expected: value,
    got: got ?? null,
    at: exchange,
  })
}

/** Verifies that a server of the agent answers with a code for which `isMet` is true. */
export function* answers(
  history: History,
  label: string,
  {
    expected,
    isMet,
    says,
  }: { expected: string | ExpectedRefusal; isMet: (status: number) => boolean; says: string },
): Iterable<Observation> {
  const exchange = exchangeAt(history, label)
  const asked = askedOf(exchange)
  yield verify('status' in asked && isMet(asked.status), {
    says,
    expected,
    got: 'status' in asked ? asked.status : asked.failure,
    at: exchange,
  })
}

/** Verifies that nothing listens where a server was asked. */
export function* isClosed(history: History, label: string, says: string): Iterable<Observation> {
  const exchange = exchangeAt(history, label)
  const asked = askedOf(exchange)
  yield verify('failure' in asked && asked.failure === 'ECONNREFUSED', {
    says,
    expected: 'a refused connection',
    got: 'status' in asked ? asked.status : asked.failure,
    at: exchange,
  })
}
