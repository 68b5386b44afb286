// Performs the steps for streams: open one, wait for its events, close it.

import { setTimeout as pause } from 'node:timers/promises'
import { defaultClientLimits } from '../../fixtures/client/client.ts'
import type { WireStream } from '../../fixtures/client/client.ts'
import { decompress } from '../../fixtures/client/gzip.ts'
import type { Exchange, Frame, Stream } from '../history/history.ts'
import { openStream, versionOfFrame } from './open-stream.ts'
import type { OpenStream } from './open-stream.ts'
import type { WaitStep, CloseStep, WatchStep } from '../dsl/scenario.ts'
import {
  resolveRequest,
  recordProblems,
  beginExchange,
  toRecordedAnswer,
} from './execution-context.ts'
import type { ExecutionContext } from './execution-context.ts'
import { DanglingReference, fillTerm, valueAt } from '../dsl/term.ts'

/**
 * Opens a watch. Returns when its answer begins or after a time limit, because a server may delay
 * the headers until it has an event.
 */
export async function performWatch(
  step: WatchStep,
  execution: ExecutionContext,
  lane?: number,
): Promise<void> {
  const exchange = beginExchange(step.watch, execution, lane)
  const leaving = new AbortController()
  const opened = recordProblems(exchange, async () => {
    const { client, wire } = await resolveRequest(exchange, step.watch, execution)
    const signal = AbortSignal.any([execution.signal, execution.over.signal, leaving.signal])
    const stream = await client.open(wire, signal)
    exchange.answeredAt = performance.now()
    if (stream.status < 200 || stream.status > 299) {
      const packing = stream.headers['content-encoding']
      const body = decompress(await wholeBody(stream), packing, defaultClientLimits.bodyBytesMax)
      exchange.answer = toRecordedAnswer({ ...stream, ...body })
      return
    }
    exchange.answer = { status: stream.status, headers: stream.headers, text: '', body: undefined }
    const { hasRoom } = execution
    const open = openStream(stream, { reader: step.reader ?? 'steady', leaving, hasRoom })
    exchange.stream = open.record
    execution.streams.set(step.watch.as, open)
  }).finally(() => {
    exchange.answeredAt ||= performance.now()
  })
  execution.opening.push({ step: step.watch.as, opened })
  await waitWithPatience(opened, execution)
}

/** Waits for a promise, but no longer than `patienceMs`. */
async function waitWithPatience(
  happened: Promise<void>,
  execution: ExecutionContext,
): Promise<void> {
  const patience = new AbortController()
  const waited = pause(patienceMs(execution), undefined, { signal: patience.signal }).catch(
    () => {},
  )
  await Promise.race([happened, waited])
  patience.abort()
}

/** Returns a stream, waiting if its answer has not begun yet. */
async function openedStream(
  label: string,
  execution: ExecutionContext,
): Promise<OpenStream | undefined> {
  const watch = execution.opening.findLast(({ step }) => step === label)
  if (watch && !execution.streams.has(label)) await waitWithPatience(watch.opened, execution)
  return execution.streams.get(label)
}

async function wholeBody({ pieces }: WireStream): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const piece of pieces) parts.push(piece)
  return Buffer.concat(parts)
}

/** Waits until a stream meets the condition of the step, or nothing has arrived for a while. */
export async function performWait(step: WaitStep, execution: ExecutionContext): Promise<void> {
  const exchange = notSent(step.as, 'wait', execution)
  await recordProblems(exchange, async () => {
    const stream = await openedStream(step.waitOn, execution)
    if (!stream) throw new DanglingReference(`${step.waitOn} is not an open stream`)
    const isShown = conditionOf(step, execution)
    const { waits } = execution.environment
    const kind = kindOfWait(step, execution)
    stream.startReading()
    const { record } = stream
    while (!isShown(record) && record.end === undefined && !execution.signal.aborted) {
      const known = { length: record.frames.length, rest: record.rest }
      const wholeMs = patienceMs(
        execution,
        step.isPatient ? waitLimits.msPatient : waitLimits.msMin,
      )
      const ms = (kind && waits?.limitMs(kind, wholeMs, execution.history)) || wholeMs
      await stream.waitForChange(ms)
      // An event may arrive in several chunks.
      const hasCome = record.frames.length > known.length || record.rest !== known.rest
      if (hasCome || record.end !== undefined) continue
      exchange.problem = `nothing came for ${ms} ms`
      if (kind && !execution.signal.aborted) waits?.record(kind, false)
      return
    }
    if (!isShown(record)) exchange.problem = 'the stream ended before it was shown'
    else if (kind) waits?.record(kind, true)
  })
  exchange.answeredAt = performance.now()
}

/**
 * Returns the kind of a wait, by which it is remembered. Undefined if it is never shortened: it may
 * be for events that must not come, or on a watch of an alternate configuration, which is another
 * server.
 */
function kindOfWait(step: WaitStep, { history }: ExecutionContext): string | undefined {
  const watch = history.exchanges.findLast(one => one.step === step.waitOn)
  if (watch?.request.server !== undefined) return undefined
  if ('version' in step) return 'await a version'
  if (!step.isPatient) return undefined
  if ('end' in step) return 'await the end'
  return 'type' in step ? `await ${step.type}` : 'await events'
}

function conditionOf(step: WaitStep, { fillings }: ExecutionContext): (stream: Stream) => boolean {
  if ('end' in step) return ({ end }) => end !== undefined
  if ('events' in step) return ({ frames }) => frames.length >= step.events
  const version = 'version' in step ? fillTerm(step.version, fillings) : undefined
  const matches = (frame: Frame) =>
    'type' in step
      ? valueAt(frame.document, '/type') === step.type
      : versionOfFrame(frame) === version
  return ({ frames }) => frames.some(matches)
}

export async function performClose(step: CloseStep, execution: ExecutionContext): Promise<void> {
  const exchange = notSent(step.as, 'close', execution)
  await execution.streams.get(step.close)?.close()
  exchange.answeredAt = performance.now()
}

/** Adds an exchange for a step that sends no request. */
function notSent(as: string, method: string, { history }: ExecutionContext): Exchange {
  const exchange: Exchange = {
    step: as,
    request: { method, path: '', query: {}, headers: {}, who: 'admin' },
    sentAt: performance.now(),
    answeredAt: 0,
  }
  history.exchanges.push(exchange)
  return exchange
}

// A stream is considered silent if nothing arrives for `answers` times the target's slowest
// response time, within these bounds in milliseconds. `msPatient` is the lower bound if a verdict
// depends on the event.
// Node agents take seconds on a busy machine, and their bench answers at once, so `msAgent` is the
// lower bound for them. A genuine server that is one of several waits five seconds before it
// establishes a definition, so that the others know its names, so `msEstablished` is longer.
export const waitLimits = {
  answers: 40,
  msMin: 2_000,
  msPatient: 5_000,
  msAgent: 10_000,
  msEstablished: 15_000,
  msMax: 20_000,
}

/** Returns how long to wait for a silent stream, in milliseconds. */
export function patienceMs({ history }: ExecutionContext, msMin = waitLimits.msMin): number {
  const slowest = history.exchanges
    .filter(({ answer, stream }) => answer !== undefined && stream === undefined)
    .reduce((most, { sentAt, answeredAt }) => Math.max(most, answeredAt - sentAt), 0)
  return Math.round(Math.min(Math.max(waitLimits.answers * slowest, msMin), waitLimits.msMax))
}
