// Decides how long a run waits for its target. At first it waits the full request timeout. A
// request that timed out several times in a row gets a tenth of it, at least three seconds, and is
// sent only now and then. So does every write of a type whose last writes, of any method, all timed
// out. If several different requests timed out and others were answered, the run waits three times
// as long as the slowest answer took. It never waits beyond the end of the run.

import { setMaxListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { isConnectionFailure, isTimeOut, TransportError } from '../../fixtures/client/client.ts'
import type { Client, WireAnswer, WireRequest } from '../../fixtures/client/client.ts'
import { requestShape, writtenType } from '../judge/time-outs.ts'
import { shapeText } from '../unserved-requests.ts'

export type TimeoutPolicy = {
  /** Wraps a client so that it waits no longer than the policy allows. */
  wrap(client: Client): Client
  /** Gives up all requests that are not answered within `ms` milliseconds. */
  endIn(ms: number): void
}

export type TimeoutPolicyOptions = {
  /** Milliseconds for one answer. */
  requestMs: number
  /** Milliseconds for which a hanging path is not requested; 10,000 unless set. */
  backoffMs?: number
  /** Called once, when the target answers no request any more. */
  onDead: (problem: string) => void
}

// The numbers of timeouts in a row that are significant. One lost answer means nothing. A path that
// does not answer three times in a row is considered to hang. After five unanswered requests in a
// row the target is probed with `GET /version`.
const timeOutsMax = 3
const silenceMax = 5
const shareOfStuck = 0.1
const stuckMsMin = 3_000
const betweenProbesMs = 200
// The number of different unanswered requests after which the timeout is reduced. Some servers do
// not answer unexpected requests. After this many, it is known how long the target takes when it
// answers.
const lateShapesMax = 3
const timesSlowest = 3
// A long body may take a server much longer: its time is not counted, and the full timeout applies.
const longBodyFrom = 64 * 1024
// A hanging path is tried once in this time.
const backoffMsByDefault = 10_000

const notSentYet = 'not sent again yet'

const shapesShown = 3

/** Names the requests that were under way when the target stopped. */
const lastRequests = (shapes: string[]): string[] =>
  shapes.length === 0 ? [] : [`the last requests were ${shapes.slice(0, shapesShown).join(', ')}`]

/** The shape of a request as a text and, if it is a write, the type that it writes. */
type Kind = { shape: string; hasOddBody: boolean; type: string | undefined }

/** Whether a problem is that of a request that was not sent because earlier ones had timed out. */
export const isNotSent = (problem: string): boolean => problem.endsWith(notSentYet)

export function createTimeoutPolicy(options: TimeoutPolicyOptions): TimeoutPolicy {
  const { requestMs, onDead, backoffMs = backoffMsByDefault } = options
  const timeOuts = new Map<string, number>()
  const backoffUntil = new Map<string, number>()
  // By type: how many writes timed out one after the other, and when the last one did.
  const stuckWrites = new Map<string, { timeOuts: number; atMs: number }>()
  // `AbortSignal.any` for each request would leak memory until the run is over.
  const underWay = new Set<() => void>()
  let isOver = false
  const stuckMs = Math.max(Math.ceil(requestMs * shareOfStuck), Math.min(requestMs, stuckMsMin))
  let silence = 0
  // The shapes whose connections broke since the last answer. One of them may have ended the
  // target.
  const broken = new Set<string>()
  // The shapes that timed out before another request was answered. Of several time-outs during one
  // pause only the last counts.
  const lateShapes = new Set<string>()
  let lastLate: string | undefined
  let slowestMs = 0
  let probing: Promise<void> | undefined
  let isDead = false

  const timeOutsOf = ({ shape, type }: Kind): number =>
    Math.max(timeOuts.get(shape) ?? 0, (type && stuckWrites.get(type)?.timeOuts) || 0)
  const backoffEndOf = ({ shape, type }: Kind): number =>
    Math.max(backoffUntil.get(shape) ?? 0, (type && backoffUntil.get(type)) || 0)

  function waitMs(request: WireRequest, wasHanging: boolean): number {
    if (wasHanging || silence >= timeOutsMax) return stuckMs
    if (lateShapes.size < lateShapesMax || isLong(request)) return requestMs
    return Math.min(requestMs, Math.max(stuckMs, Math.ceil(timesSlowest * slowestMs)))
  }

  function answered({ shape, type }: Kind, status: number, tookMs: number | undefined): void {
    timeOuts.delete(shape)
    backoffUntil.delete(shape)
    // A server that carries out no write may still refuse some, such as a DELETE of no object.
    if (type && status < 300) {
      stuckWrites.delete(type)
      backoffUntil.delete(type)
    }
    silence = 0
    broken.clear()
    slowestMs = Math.max(slowestMs, tookMs ?? 0)
    if (lastLate !== undefined) lateShapes.add(lastLate)
    lastLate = undefined
  }

  type Unanswered = { kind: Kind; problem: string; wasHanging: boolean; sentAt: number }

  function unanswered({ kind, problem, wasHanging, sentAt }: Unanswered, client: Client): void {
    const { shape, type } = kind
    silence++
    if (isConnectionFailure(problem) && !problem.startsWith('ECONNREFUSED')) broken.add(shape)
    // One pause may cost several concurrent requests, so these time-outs do not show that a path
    // hangs.
    const now = performance.now()
    if (wasHanging) backoffUntil.set(shape, now + backoffMs)
    if (isTimeOut(problem)) {
      timeOuts.set(shape, (timeOuts.get(shape) ?? 0) + 1)
      lastLate = shape
      const { timeOuts: before, atMs } = stuckWrites.get(type ?? '') ?? { timeOuts: 0, atMs: 0 }
      if (type && !kind.hasOddBody && sentAt >= atMs)
        stuckWrites.set(type, { timeOuts: before + 1, atMs: now })
      if (type && before >= timeOutsMax) backoffUntil.set(type, now + backoffMs)
    }
    if (silence >= silenceMax && !isDead && !isOver) probing ??= probe(client, problem)
  }

  /**
   * Requests `/version` until the target answers. Any answer shows that it is alive. Other requests
   * wait meanwhile.
   */
  async function probe(client: Client, problem: string): Promise<void> {
    const deadline = performance.now() + stuckMs
    do {
      const request = { method: 'GET', path: '/version', answerMs: requestMs }
      const answer = await untilOver(client, request, undefined)
      if (!(answer instanceof Error)) {
        silence = 0
        backoffUntil.clear()
        break
      }
      await pause(Math.min(betweenProbesMs, stuckMs))
    } while (performance.now() < deadline && !isOver)
    probing = undefined
    if (silence === 0 || isDead || isOver) return
    isDead = true
    onDead([problem, ...lastRequests([...broken])].join('; '))
  }

  const notSent = (kind: Kind): string =>
    `no complete answer within ${stuckMs} ms, ${timeOutsOf(kind)} times in a row; ${notSentYet}`

  /** Sends a request that ends when its signal fires or when the run is over. */
  async function untilOver(
    client: Client,
    request: WireRequest,
    signal: AbortSignal | undefined,
  ): Promise<WireAnswer | TransportError> {
    const either = new AbortController()
    // Not with the reason of the signal: the time limit of the scenario is no time-out of the
    // target.
    const stop = () =>
      either.abort(
        new TransportError(
          `given up: the ${isOver ? 'run' : 'time limit of the scenario'} is over`,
        ),
      )
    // A scenario may have dozens of concurrent requests.
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
    const kind = kindOf(request)
    if (performance.now() < backoffEndOf(kind)) throw new TransportError(notSent(kind))
    const wasHanging = timeOutsOf(kind) >= timeOutsMax
    const sentAt = performance.now()
    const answer = await untilOver(
      client,
      { ...request, answerMs: waitMs(request, wasHanging) },
      signal,
    )
    if (!(answer instanceof Error)) {
      answered(kind, answer.status, isLong(request) ? undefined : performance.now() - sentAt)
      return answer
    }
    // A request that the policy ended itself shows nothing about the target.
    if (!isOver && !signal?.aborted)
      unanswered({ kind, problem: answer.message, wasHanging, sentAt }, client)
    throw answer
  }

  return {
    wrap: client => ({ ...client, send: (request, signal) => send(client, request, signal) }),
    endIn: ms => {
      const end = () => {
        isOver = true
        for (const stop of underWay) stop()
      }
      setTimeout(end, ms).unref()
    },
  }
}

function kindOf(request: WireRequest): Kind {
  const shape = requestShape(request)
  return { shape: shapeText(shape), hasOddBody: shape.hasOddBody, type: writtenType(shape) }
}

const isLong = ({ body }: WireRequest): boolean => (body?.length ?? 0) >= longBodyFrom

/** Every end of a request, including a wait that was cut short, is a transport problem. */
const asProblem = (problem: Error): TransportError =>
  problem instanceof TransportError
    ? problem
    : new TransportError(problem.message, { cause: problem })
