import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'

import type { Limits } from '../api/limits.ts'

/** What a connection still owes its client. */
type Line = { last: Promise<void>; readonly open: Set<ServerResponse> }

type Exchange = { request: IncomingMessage; response: ServerResponse }

const lines = new WeakMap<Socket, Line>()

/**
 * Carries out the requests of one connection one after the other, as their sender wrote them, and
 * lets the other connections be heard between two of them. Hardly any client sends a request before
 * it has the last answer, and one that sends very many is cut off: each takes a hundred times its
 * bytes in memory, and one read of a socket can bring two thousand. HTTP/2 has streams for that.
 */
export async function inTurn(
  { request, response }: Exchange,
  { pipelinedMax }: Pick<Limits, 'pipelinedMax'>,
  act: () => Promise<void>,
): Promise<void> {
  if (request.httpVersionMajor > 1) return act()
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
  await setImmediate()
  if (!socket.destroyed) await act()
}
