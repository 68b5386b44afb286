import type { IncomingMessage, ServerResponse } from 'node:http'
import { Http2ServerResponse } from 'node:http2'
import type { Socket } from 'node:net'
import { setImmediate as immediately } from 'node:timers/promises'

import type { Limits } from '../api/limits.ts'

/** What a connection still owes its client. */
type Line = { last: Promise<void>; readonly open: Set<ServerResponse> }

export type PipelinedExchange = { request: IncomingMessage; response: ServerResponse }

const lines = new WeakMap<Socket, Line>()

/**
 * Carries out the requests of one connection one after the other, as their sender wrote them, and
 * lets the other connections be heard between two of them. Hardly any client sends a request before
 * it has the last answer, and one that sends very many is cut off: each takes a hundred times its
 * bytes in memory, and one read of a socket can bring two thousand. HTTP/2 has streams for that.
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
  // What goes wrong with one is told where it is waited for, and is no matter of the next.
  line.last = turn.catch(() => {})
  await turn
}

/** Whether requests of a connection are still to be answered. */
export const hasPendingAnswers = (socket: Socket): boolean =>
  (lines.get(socket)?.open.size ?? 0) > 0

function begin(socket: Socket): Line {
  const line = { last: Promise.resolve(), open: new Set<ServerResponse>() }
  lines.set(socket, line)
  // Node closes the answer that has its turn; whoever waits for the others would wait for ever.
  socket.once('close', () => {
    for (const response of line.open) response.emit('close')
  })
  return line
}

async function later(socket: Socket, act: () => Promise<void>): Promise<void> {
  await immediately()
  if (!socket.destroyed) await act()
}

/** Requests of a session that begin in later turns of the event loop. */
type Queue = { readonly waiting: Waiting[] }

type Waiting = { readonly stream: Http2ServerResponse['stream']; readonly act: () => unknown }

// What begins in one turn takes some 3 ms; fewer would write their answers one by one.
const begunMax = 16

const queues = new WeakMap<object, Queue>()

/** The sessions whose requests wait, in the order in which they begin one each. */
const ready: Queue[] = []
let begun = 0

/**
 * Begins a few requests over HTTP/2 in each turn of the event loop, one of each session after the
 * other; they may end in any order. One read of a socket brings hundreds of them, and those that
 * have been reset meanwhile cost nothing.
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
