// Laws about what the runtime of a node agent has been asked.

import type { RuntimeCall, RuntimeRecord } from '../../../fixtures/objects/runtime-record.ts'
import { type Exchange, exchangeAt, type History } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'

/** Requires that the bench of the agent has answered all steps, so that the agent has started. */
export function* requireBench(history: History): Iterable<Observation> {
  const failed = history.exchanges.find(({ answer }) => answer === undefined)
  yield* precondition(failed === undefined, failed?.problem ?? 'no answer')
}

/** Requires that a request to the API of the agent was accepted. */
export function* requireAccepted(history: History, label: string): Iterable<Observation> {
  const { status } = (exchangeAt(history, label).answer?.body ?? {}) as { status?: number }
  yield* precondition(
    status !== undefined && status >= 200 && status < 300,
    `the API answered ${label} with ${status}`,
  )
}

/** Verifies that the awaited state of a pod has come. */
export function* hasCome(history: History, label: string, says: string): Iterable<Observation> {
  const exchange = exchangeAt(history, label)
  yield verify(exchange.problem === undefined, {
    says,
    expected: 'the awaited state at the runtime',
    got: stateWords(exchange),
    at: exchange,
  })
}

const stateWords = (exchange: Exchange): string => {
  const { sandboxes, containers, calls } = recordOf(exchange)
  return `${exchange.problem}: ${sandboxes.length} sandboxes, containers ${JSON.stringify(
    containers.map(({ name, state }) => [name, state]),
  )}, calls ${calls.map(({ method }) => method).join(' ')}`
}

/** Requires that the awaited state of a pod has come, which is a marker or a positive control. */
export function* requireCome(history: History, label: string): Iterable<Observation> {
  const { problem } = exchangeAt(history, label)
  yield* precondition(problem === undefined, `${label}: ${problem}`)
}

/** The record of the runtime in an answer; an empty one if there is none. */
export function recordOf(exchange: Exchange): RuntimeRecord {
  const empty = {
    isRunning: false,
    sandboxes: [],
    containers: [],
    images: [],
    removedImages: [],
    calls: [],
    reads: {},
  }
  return { ...empty, ...(exchange.answer?.body as Partial<RuntimeRecord> | undefined) }
}

/** The calls of a method in a record. */
export const callsOf = (exchange: Exchange, method: string): RuntimeCall[] =>
  recordOf(exchange).calls.filter(one => one.method === method)
