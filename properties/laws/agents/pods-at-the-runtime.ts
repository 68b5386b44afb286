// Laws about what the runtime of a node agent has been asked.

import type { RuntimeCall, RuntimeRecord } from '../../../fixtures/objects/runtime-record.ts'
import type { Exchange, History } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'

/** Returns the last exchange with a label, if its step was performed. */
export const exchangeOf = (history: History, label: string): Exchange | undefined =>
  history.exchanges.findLast(({ step }) => step === label)

/**
 * Requires that the bench of the agent has answered all steps, so that the agent has started, and
 * that the steps with these labels were among them.
 */
export function* requireBench(history: History, ...labels: string[]): Iterable<Observation> {
  const missing = labels.find(label => exchangeOf(history, label) === undefined)
  yield* precondition(missing === undefined, `${missing} was not performed`)
  const failed = history.exchanges.find(({ answer }) => answer === undefined)
  yield* precondition(failed === undefined, failed?.problem ?? 'no answer')
}

/** Requires that a request to the API of the agent was accepted. */
export function* requireAccepted(history: History, label: string): Iterable<Observation> {
  const { status } = (exchangeOf(history, label)?.answer?.body ?? {}) as { status?: number }
  yield* precondition(
    status !== undefined && status >= 200 && status < 300,
    `the API answered ${label} with ${status}`,
  )
}

/** Verifies that the awaited state of a pod has come. */
export function* hasCome(history: History, label: string, says: string): Iterable<Observation> {
  const exchange = exchangeOf(history, label)
  yield* precondition(exchange !== undefined, `${label} was not performed`)
  yield verify(exchange !== undefined && exchange.problem === undefined, {
    says,
    expected: 'the awaited state at the runtime',
    got: exchange?.problem ? stateWords(exchange) : 'nothing was recorded',
    at: exchange ?? label,
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
  const exchange = exchangeOf(history, label)
  const isMet = exchange !== undefined && exchange.problem === undefined
  yield* precondition(isMet, `${label}: ${exchange?.problem ?? 'not performed'}`)
}

/** The record of the runtime in an answer; an empty one if there is none. */
export function recordOf(exchange: Exchange | undefined): RuntimeRecord {
  const empty = {
    isRunning: false,
    sandboxes: [],
    containers: [],
    images: [],
    calls: [],
    reads: {},
  }
  return { ...empty, ...(exchange?.answer?.body as Partial<RuntimeRecord> | undefined) }
}

/** The calls of a method in a record. */
export const callsOf = (exchange: Exchange | undefined, method: string): RuntimeCall[] =>
  recordOf(exchange).calls.filter(one => one.method === method)
