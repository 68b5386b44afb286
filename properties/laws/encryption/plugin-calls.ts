// Judges the calls of KMS plug-ins.

import type { CallRecord } from '../../../fixtures/objects/web-stubs.ts'
import type { PluginName } from '../../dsl/kms-steps.ts'
import { type Exchange, type History, answerSummary } from '../../history/history.ts'
import { exchangeAt, isSuccess } from '../../history/history.ts'
import { applicable, type Observation, precondition, verify } from '../../history/observation.ts'
import {
  callsLabel,
  readAgainLabel,
  type ReadPlugin,
  readsPerObject,
  readTypes,
  silentWrites,
} from '../../scenarios/encryption/plugin-calls.ts'
import { requireCreated } from './stored-objects.ts'

/** The calls of a plug-in as they were recorded; undefined if the record was not read. */
function callsIn(history: History, plugin: PluginName): CallRecord['calls'] | undefined {
  const exchange = exchangeAt(history, callsLabel(plugin))
  const record = exchange.answer?.body as CallRecord | undefined
  return isSuccess(exchange) ? record?.calls : undefined
}

function* requireCalls(
  history: History,
  plugin: PluginName,
): Generator<Observation, CallRecord['calls']> {
  const calls = callsIn(history, plugin)
  yield* precondition(calls !== undefined, `the calls of the plug-in ${plugin} were not read`)
  return calls ?? []
}

/** All reads of the object of a plug-in succeeded. Returns the last one. */
function* requireReads(history: History, plugin: ReadPlugin): Generator<Observation, Exchange> {
  yield* requireCreated(history, readTypes[plugin])
  const reads = Array.from({ length: readsPerObject }, (_, time) =>
    exchangeAt(history, readAgainLabel(plugin, time)),
  )
  for (const read of reads)
    yield* precondition(isSuccess(read), `${read.step} returned ${answerSummary(read)}`)
  return reads.at(-1) as Exchange
}

/** Without a cache each read calls the plug-in; with one, repeated reads do not. */
export function* callsForEachRead(history: History): Generator<Observation> {
  const last = yield* requireReads(history, 'uncached')
  yield* requireReads(history, 'cached')
  const cached = yield* requireCalls(history, 'cached')
  const uncached = yield* requireCalls(history, 'uncached')
  yield* precondition(
    cached.length < readsPerObject,
    `the plug-in with a cache was called ${cached.length} times, so that a cache cannot be seen`,
  )
  yield verify(uncached.length >= readsPerObject, {
    says: 'A negative `cachesize` turns caching off.',
    expected: `a call of the plug-in for each of ${readsPerObject} reads`,
    got: `${uncached.length} calls`,
    at: last,
  })
}

/** A plug-in needs an endpoint, and is called there. */
export function* callsEndpoint(history: History): Generator<Observation> {
  const [accepted, refused] = [
    exchangeAt(history, 'with endpoint'),
    exchangeAt(history, 'without endpoint'),
  ]
  yield* precondition(isSuccess(accepted), `with an endpoint: ${answerSummary(accepted)}`)
  yield* precondition(refused.answer !== undefined, `without endpoint: ${answerSummary(refused)}`)
  const created = yield* requireCreated(history, 'Secret')
  const calls = yield* requireCalls(history, 'cached')
  const says = '`kms.endpoint` is required: the address on which the plug-in listens.'
  yield verify(!isSuccess(refused), {
    says,
    expected: 'a configuration without it to be refused',
    got: answerSummary(refused),
    at: refused,
  })
  yield verify(calls.length > 0, {
    says,
    expected: 'a call of the plug-in at its endpoint when an object is written',
    got: 'none',
    at: created,
  })
}

// The default is three seconds. A server may try again, and a busy machine is late.
const failsAfterMs = { min: 2_000, max: 15_000 }

/** A write whose plug-in does not answer fails after the default timeout. */
export function* failsInTime(history: History): Generator<Observation> {
  const [before, during, after] = [
    exchangeAt(history, silentWrites.before),
    exchangeAt(history, silentWrites.during),
    exchangeAt(history, silentWrites.after),
  ]
  yield* applicable(before.answer?.status !== 404, 'the server lacks the type PodTemplate')
  for (const control of [before, after])
    yield* precondition(isSuccess(control), `${control.step} returned ${answerSummary(control)}`)
  const calls = yield* requireCalls(history, 'silent')
  yield* precondition(calls.length > 0, 'the plug-in was not called while it was silent')
  const ms = Math.round(during.answeredAt - during.sentAt)
  const { min, max } = failsAfterMs
  yield verify(!isSuccess(during) && ms >= min && ms <= max, {
    says: 'A call of a plug-in that does not answer ends after 3 seconds by default.',
    expected: `a failure after ${min} to ${max} ms`,
    got: `${answerSummary(during)} after ${ms} ms`,
    at: during,
  })
}
