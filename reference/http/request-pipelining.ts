import type { IncomingMessage, ServerResponse } from 'node:http'
import { Http2ServerResponse } from 'node:http2'
import type { Socket } from 'node:net'
import { setImmediate as immediately } from 'node:timers/promises'

import type { Limits } from '../api/limits.ts'

/** The unanswered requests of a connection. */
type Line = { last: Promise<void>; readonly open: Set<ServerResponse> }

export type PipelinedExchange = { request: IncomingMessage; response: ServerResponse }

const lines = new WeakMap<Socket, Line>()

/**
 * Handles the requests of an HTTP/1.1 connection one after the other, in their order, and yields to
 * other connections between them. Hardly any client pipelines requests, and one with very many is
 * cut off: each request takes a hundred times its bytes in memory, and one read of a socket can
 * bring two thousand. HTTP/2 has streams for concurrent requests.
 */
export async function runPipelined(
  { request, response }: PipelinedExchange,
  { pipelinedMax }: Pick<Limits, 'pipelinedMax'>,
  act: () => Promise<void>,
): Promise<void> {
  if (response instanceof Http2ServerResponse) return fewEachTurn(response, act)
  const { socket } = request
  const line = lines.get(socket) ?? begin(socket)
  line.open.add(response)
  response.once('close', () => line.open.delete(response))
  if (line.open.size > pipelinedMax) socket.destroy()
  const turn = line.open.size === 1 ? act() : line.last.then(() => later(socket, act))
  // The caller handles the error of a request. The next request runs in any case.
  line.last = turn.catch(() => {})
  await turn
}

/** Whether a connection has unanswered requests. */
export const hasPendingAnswers = (socket: Socket): boolean =>
  (lines.get(socket)?.open.size ?? 0) > 0

function begin(socket: Socket): Line {
  const line = { last: Promise.resolve(), open: new Set<ServerResponse>() }
  lines.set(socket, line)
  // Node closes only the current response; without this, waiters for the others would never resume.
  socket.once('close', () => {
    for (const response of line.open) response.emit('close')
  })
  return line
}

async function later(socket: Socket, act: () => Promise<void>): Promise<void> {
  await immediately()
  if (!socket.destroyed) await act()
}

/** The requests of an HTTP/2 session that start in later turns of the event loop. */
type Queue = { readonly waiting: Waiting[] }

type Waiting = { readonly stream: Http2ServerResponse['stream']; readonly act: () => unknown }

// Starting this many requests takes about 3 ms. With a lower limit, responses would be written one
// at a time.
const begunMax = 16

const queues = new WeakMap<object, Queue>()

/** The sessions with waiting requests, in round-robin order. */
const ready: Queue[] = []
let begun = 0

/**
 * Starts a few HTTP/2 requests in each turn of the event loop, round-robin over the sessions; they
 * may end in any order. One read of a socket brings hundreds of requests, and those that are reset
 * while they wait cost nothing.
 */
async function fewEachTurn(
  { stream }: Http2ServerResponse,
  act: () => Promise<void>,
): Promise<void> {
  const { session } = stream
  if (!session || stream.destroyed) return
  if (begun === 0 && ready.length === 0) setImmediate(beginMore)
  if (begun < begunMax && ready.length === 0) {
    begun += 1
    return act()
  }
  const queue = queues.get(session) ?? { waiting: [] }
  queues.set(session, queue)
  if (queue.waiting.length === 0) ready.push(queue)
  queue.waiting.push({ stream, act })
}

function beginMore(): void {
  begun = 0
  for (let queue = ready.shift(); queue; queue = ready.shift()) {
    let next = queue.waiting.shift()
    while (next?.stream.destroyed) next = queue.waiting.shift()
    if (queue.waiting.length > 0) ready.push(queue)
    if (next === undefined) continue
    begun += 1
    void next.act()
    if (begun === begunMax) break
  }
  if (begun > 0) setImmediate(beginMore)
}
