// Serves the streams of commands in containers over WebSockets, with the subprotocols v4 and v5 of
// genuine runtimes: the first byte of each message is the number of its channel.

import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex, Readable } from 'node:stream'
import type { WebSocket } from 'ws'
import { refuseUpgrade } from './streams.ts'

/** A command that runs. Its descendants end with it. */
export type StreamedCommand = {
  readonly child: ChildProcess
  /** Resolves with the exit code. */
  readonly ended: Promise<number>
  readonly kill: () => void
}

/** Starts a command when a client has come. Rejects if it cannot be started. */
export type StartCommand = () => Promise<StreamedCommand>

export type CommandStreams = {
  /** Returns a URL at which one client may run the command, within a minute. */
  readonly urlOf: (start: StartCommand) => Promise<string>
  readonly close: () => Promise<void>
}

const channels = { input: 0, output: 1, error: 2, status: 3, closed: 255 }
const messageBytesMax = 2 ** 20
const validMs = 60_000

/** Returns a server of streams, which listens on loopback from the first stream on. */
export function commandStreams(): CommandStreams {
  const starts = new Map<string, { start: StartCommand; timer: NodeJS.Timeout }>()
  const server = createServer((_, response) => response.writeHead(400).end())
  const sockets = new Set<Duplex>()
  let listening: Promise<number> | undefined

  /** Takes a command, so that nobody else runs it. */
  function take({ url = '' }: IncomingMessage): StartCommand | undefined {
    const found = starts.get(url)
    starts.delete(url)
    clearTimeout(found?.timer)
    return found?.start
  }

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
    const start = take(request)
    if (!start) return refuseUpgrade(socket, 404)
    const isSpoken = protocolIn(request.headers['sec-websocket-protocol']?.split(/, */) ?? [])
    if (!isSpoken) return refuseUpgrade(socket, 400)
    void accept(request, { socket, head }).then(client => stream(client, start))
  })

  async function listen(): Promise<number> {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }

  return {
    async urlOf(start) {
      const port = await (listening ??= listen())
      const path = `/exec/${randomBytes(16).toString('hex')}`
      starts.set(path, { start, timer: setTimeout(() => starts.delete(path), validMs).unref() })
      return `http://127.0.0.1:${port}${path}`
    },
    async close() {
      for (const { timer } of starts.values()) clearTimeout(timer)
      starts.clear()
      for (const socket of sockets) socket.destroy()
      if (!listening) return
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The newest subprotocol that both sides know. Its domain is that of the cluster. */
const protocolIn = (offered: Iterable<string>): string | undefined =>
  [...offered]
    .filter(name => /^v[45]\.channel\./.test(name))
    .toSorted()
    .at(-1)

async function accept(
  request: IncomingMessage,
  { socket, head }: { socket: Duplex; head: Buffer },
): Promise<WebSocket> {
  const { WebSocketServer } = await import('ws')
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: messageBytesMax,
    handleProtocols: offered => protocolIn(offered) ?? false,
  })
  return new Promise(resolve => server.handleUpgrade(request, socket, head, resolve))
}

async function stream(client: WebSocket, start: StartCommand): Promise<void> {
  const send = (channel: number, bytes: Buffer) =>
    new Promise<void>(resolve =>
      client.send(Buffer.concat([Buffer.from([channel]), bytes]), () => resolve()),
    )
  client.on('error', () => {})
  // Nothing is read before somebody takes it.
  client.pause()
  try {
    const { child, ended, kill } = await start()
    client.once('close', kill)
    // The client may have left while the command was started.
    if (client.readyState !== client.OPEN) kill()
    client.on('message', (message: Buffer) => passInput(client, child, message))
    client.resume()
    const follow = async (channel: number, output: Readable | null) => {
      // The next bytes are read when these have been sent.
      for await (const bytes of output ?? []) await send(channel, bytes as Buffer)
    }
    await Promise.all([
      follow(channels.output, child.stdout),
      follow(channels.error, child.stderr),
      ended,
    ])
    await send(channels.status, statusOf(await ended))
  } catch (problem) {
    const { message } = problem as Error
    await send(channels.status, failure({ reason: 'InternalError', message }))
  }
  client.close(1000)
}

function passInput(client: WebSocket, { stdin }: ChildProcess, message: Buffer): void {
  const [channel, closed] = message
  if (!stdin || stdin.destroyed) return
  if (channel === channels.closed && closed === channels.input) return void stdin.end()
  if (channel !== channels.input || stdin.write(message.subarray(1))) return
  client.pause()
  stdin.once('drain', () => client.resume())
  stdin.once('close', () => client.resume())
}

const statusOf = (exitCode: number): Buffer =>
  exitCode === 0
    ? Buffer.from(JSON.stringify({ metadata: {}, status: 'Success' }))
    : failure({
        reason: 'NonZeroExitCode',
        message: `command terminated with exit code ${exitCode}`,
        details: { causes: [{ reason: 'ExitCode', message: String(exitCode) }] },
      })

const failure = (more: { reason: string; message: string; details?: object }): Buffer =>
  Buffer.from(JSON.stringify({ metadata: {}, status: 'Failure', ...more }))
