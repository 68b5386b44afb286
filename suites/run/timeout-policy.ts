// How long a run waits for its target: a full request timeout at first; for what did not answer
// several times in a row a tenth of it, but three seconds at least, and only now and then. Where
// several different requests were not answered and others were, it waits three times as long as the
// slowest answer took. It never waits longer than until the run is over.

import { setMaxListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { isTimeOut, TransportError } from '../../fixtures/client/client.ts'
import type { Client, WireAnswer, WireRequest } from '../../fixtures/client/client.ts'
import { requestShape } from '../judge/time-outs.ts'

export type TimeoutPolicy = {
  /** The same client, which waits no longer than this. */
  over(client: Client): Client
  /** What is not answered after so many milliseconds from now is given up. */
  endIn(ms: number): void
}

export type TimeoutPolicyOptions = {
  /** Milliseconds for one answer. */
  requestMs: number
  /** Milliseconds for which a path that hangs is left alone; ten seconds unless set. */
  restMs?: number
  /** Called once, when the target no longer answers anything. */
  onDead: (problem: string) => void
}

// One lost answer is nothing; a path that does not answer three times in a row hangs, and a target
// that answers nothing at all five times in a row is asked once more whether it is there.
const timeOutsMax = 3
const silenceMax = 5
const shareOfStuck = 0.1
const stuckMsMin = 3_000
const betweenProbesMs = 200
// Some servers answer nothing that they did not expect. Where so many different requests were not
// answered, it is known by then how long this target takes when it answers.
const lateShapesMax = 3
const timesSlowest = 3
// A long body may take a server much longer than all others: it is not counted, and waited for.
const longBodyFrom = 64 * 1024
// A path that hangs is asked once in this time whether it still does.
const restMsByDefault = 10_000

const notSentYet = 'not retried yet'

/** Whether a problem is that of a request that was not sent, as earlier ones had timed out. */
export const isNotSent = (problem: string): boolean => problem.endsWith(notSentYet)

export function createTimeoutPolicy(options: TimeoutPolicyOptions): TimeoutPolicy {
  const { requestMs, onDead, restMs = restMsByDefault } = options
  const timeOuts = new Map<string, number>()
  const restsUntil = new Map<string, number>()
  // `AbortSignal.any` for each request would keep something of each until the run is over.
  const underWay = new Set<() => void>()
  let isOver = false
  const stuckMs = Math.max(Math.ceil(requestMs * shareOfStuck), Math.min(requestMs, stuckMsMin))
  let silence = 0
  // What timed out before something else was answered; of several time-outs in one pause the last.
  const lateShapes = new Set<string>()
  let lastLate: string | undefined
  let slowestMs = 0
  let probing: Promise<void> | undefined
  let isDead = false

  const hangs = (shape: string) => (timeOuts.get(shape) ?? 0) >= timeOutsMax

  function waitMs(request: WireRequest, wasHanging: boolean): number {
    if (wasHanging || silence >= timeOutsMax) return stuckMs
    if (lateShapes.size < lateShapesMax || isLong(request)) return requestMs
    return Math.min(requestMs, Math.max(stuckMs, Math.ceil(timesSlowest * slowestMs)))
  }

  function answered(shape: string, tookMs: number | undefined): void {
    timeOuts.delete(shape)
    restsUntil.delete(shape)
    silence = 0
    slowestMs = Math.max(slowestMs, tookMs ?? 0)
    if (lastLate !== undefined) lateShapes.add(lastLate)
    lastLate = undefined
  }

  type Unanswered = { shape: string; problem: string; wasHanging: boolean }

  function unanswered({ shape, problem, wasHanging }: Unanswered, client: Client): void {
    silence++
    // One pause may cost several requests that were under way at once: they are no sign of hanging.
    if (wasHanging) restsUntil.set(shape, performance.now() + restMs)
    if (isTimeOut(problem)) {
      timeOuts.set(shape, (timeOuts.get(shape) ?? 0) + 1)
      lastLate = shape
    }
    if (silence >= silenceMax && !isDead && !isOver) probing ??= probe(client, problem)
  }

  /** Any answer is a sign of life. Other requests wait meanwhile, and are not spent in vain. */
  async function probe(client: Client, problem: string): Promise<void> {
    const deadline = performance.now() + stuckMs
    do {
      const request = { method: 'GET', path: '/version', answerMs: requestMs }
      const answer = await untilOver(client, request, undefined)
      if (!(answer instanceof Error)) {
        silence = 0
        restsUntil.clear()
        break
      }
      await pause(Math.min(betweenProbesMs, stuckMs))
    } while (performance.now() < deadline && !isOver)
    probing = undefined
    if (silence === 0 || isDead || isOver) return
    isDead = true
    onDead(problem)
  }

  const notSent = (shape: string): string =>
    `no complete answer within ${stuckMs} ms, ${timeOuts.get(shape) ?? 0} times in a row; ${notSentYet}`

  /** Sends a request that is given up when its own signal fires, or when the run is over. */
  async function untilOver(
    client: Client,
    request: WireRequest,
    signal: AbortSignal | undefined,
  ): Promise<WireAnswer | TransportError> {
    const either = new AbortController()
    // Not by the signal's own reason: that our time for a scenario is over is no time-out of theirs.
    const stop = () =>
      either.abort(
        new TransportError(
          `given up: the ${isOver ? 'run' : 'time limit of the scenario'} is over`,
        ),
      )
    // A scenario may have dozens of requests under way at once.
    if (signal) setMaxListeners(0, signal)
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop, { once: true })
    underWay.add(stop)
    try {
      return await client.send(request, either.signal).catch(asProblem)
    } finally {
      underWay.delete(stop)
      signal?.removeEventListener('abort', stop)
    }
  }

  async function send(
    client: Client,
    request: WireRequest,
    signal: AbortSignal | undefined,
  ): Promise<WireAnswer> {
    await probing
    if (isOver) throw new TransportError('not sent: the run is over')
    const shape = requestShape(request)
    if (performance.now() < (restsUntil.get(shape) ?? 0)) throw new TransportError(notSent(shape))
    const wasHanging = hangs(shape)
    const sentAt = performance.now()
    const answer = await untilOver(
      client,
      { ...request, answerMs: waitMs(request, wasHanging) },
      signal,
    )
    if (!(answer instanceof Error)) {
      answered(shape, isLong(request) ? undefined : performance.now() - sentAt)
      return answer
    }
    // What we gave up ourselves says nothing of the target.
    if (!isOver && !signal?.aborted)
      unanswered({ shape, problem: answer.message, wasHanging }, client)
    throw answer
  }

  return {
    over: client => ({ ...client, send: (request, signal) => send(client, request, signal) }),
    endIn: ms => {
      const end = () => {
        isOver = true
        for (const stop of underWay) stop()
      }
      setTimeout(end, ms).unref()
    },
  }
}

const isLong = ({ body }: WireRequest): boolean => (body?.length ?? 0) >= longBodyFrom

/** Whatever ended a request, a wait that was cut short too, is a problem of the wire. */
const asProblem = (problem: Error): TransportError =>
  problem instanceof TransportError
    ? problem
    : new TransportError(problem.message, { cause: problem })
