// Streaming connections: `exec`, `attach` and `portForward`. The runtime serves the streams; the
// agent asks it for their URL and passes the bytes on.

import {
  type IncomingMessage,
  request as requestPlain,
  type RequestOptions,
  STATUS_CODES,
} from 'node:http'
import { request as requestSecure } from 'node:https'
import type { Duplex } from 'node:stream'
import type { Clock } from '../api/clock.ts'
import type { Cri } from './cri.ts'
import type { Instance } from './runtime-state.ts'

export type StreamsOptions = {
  readonly call: Cri['call']
  readonly clock: Pick<Clock, 'after'>
  /** Returns a container, given by namespace, pod and name. */
  readonly instanceOf: (names: readonly string[]) => Instance | undefined
  /** Returns the sandbox of a pod, given by namespace and name, that is ready. */
  readonly sandboxOf: (names: readonly string[]) => string | undefined
  /** AGENT-232: how long a stream may be idle, in milliseconds; 0 for any time. */
  readonly idleMs: number
}

/** Answers a request to upgrade a connection. The caller may stream; `head` are its first bytes. */
export type ServeStream = (request: IncomingMessage, socket: Duplex, head: Buffer) => Promise<void>

/** AGENT-233. */
const longestMs = 4 * 3_600_000

/** Returns the handler of requests for streams. */
export function serveStreams(options: StreamsOptions): ServeStream {
  return async (request, client, head) => {
    const stream = await streamOf(request, options)
    if (client.destroyed) return
    if (typeof stream === 'number') return refuseUpgrade(client, stream)
    const url = new URL(stream.url)
    const { method = 'GET', headers } = request
    const sent: RequestOptions = { method, headers: { ...headers, host: url.host }, agent: false }
    // The runtime is on this machine, with a self-signed certificate.
    const upstream =
      url.protocol === 'https:'
        ? requestSecure(url, { ...sent, rejectUnauthorized: false })
        : requestPlain(url, sent)
    const leave = () => upstream.destroy()
    client.once('close', leave)
    upstream.on('error', () => refuseUpgrade(client, 502))
    upstream.on('response', response => {
      response.resume()
      refuseUpgrade(client, response.statusCode ?? 502)
    })
    upstream.on('upgrade', (response, runtime, first) => {
      client.off('close', leave)
      client.write(headOf(response))
      client.write(first)
      runtime.write(head)
      connect(client, runtime, options)
    })
    upstream.end()
  }
}

/**
 * Forwards the bytes of both sides. When a side ends, what it has sent is still delivered. A stream
 * that is idle or too old is cut off.
 */
function connect(client: Duplex, runtime: Duplex, { clock, idleMs }: StreamsOptions): void {
  const cutOff = () => {
    client.destroy()
    runtime.destroy()
  }
  const cancelLongest = clock.after(longestMs, cutOff)
  let cancelIdle = () => {}
  const onBytes = () => {
    if (idleMs <= 0) return
    cancelIdle()
    cancelIdle = clock.after(idleMs, cutOff)
  }
  onBytes()
  for (const side of [client, runtime]) {
    side.on('data', onBytes)
    side.on('error', cutOff)
  }
  runtime.on('close', () => client.end(() => client.destroy()))
  client.on('close', () => {
    cancelLongest()
    cancelIdle()
    runtime.destroy()
  })
  client.pipe(runtime).pipe(client)
}

/** Asks the runtime for the URL of a stream. Returns a status code if there is none. */
async function streamOf(
  { url = '/' }: IncomingMessage,
  { call, instanceOf, sandboxOf }: StreamsOptions,
): Promise<{ url: string } | number> {
  const { pathname, searchParams } = new URL(url, 'http://agent')
  const [what, ...rest] = pathname.split('/').filter(Boolean).map(decodeURIComponent)
  const is = (name: string) => ['1', 'true'].includes(searchParams.get(name) ?? '')
  if (what === 'portForward') {
    const podSandboxId = sandboxOf(rest)
    if (podSandboxId === undefined) return 404
    const port = searchParams.getAll('port').map(Number)
    return call('PortForward', { podSandboxId, port })
  }
  if (what !== 'exec' && what !== 'attach') return 404
  const found = instanceOf(rest)
  if (!found) return 404
  const { id: containerId } = found
  const streamed = { containerId, stdin: is('input'), stdout: is('output'), tty: is('tty') }
  // A terminal has one output.
  const request = { ...streamed, stderr: is('error') && !streamed.tty }
  if (!request.stdin && !request.stdout && !request.stderr) return 400
  if (what === 'attach') return call('Attach', request)
  const cmd = searchParams.getAll('command')
  return cmd.length === 0 ? 400 : call('Exec', { ...request, cmd })
}

/** Answers a request to upgrade with a status, and closes the connection. */
export function refuseUpgrade(socket: Duplex, status: number): void {
  const text = `${STATUS_CODES[status] ?? ''}\n`
  socket.end(
    `HTTP/1.1 ${status} ${text.trim()}\r\nContent-Type: text/plain; charset=utf-8\r\n` +
      `Content-Length: ${text.length}\r\nConnection: close\r\n\r\n${text}`,
  )
}

/** The status line and the header fields of a response, as they came. */
function headOf({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`]
  for (let at = 0; at < rawHeaders.length; at += 2)
    lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`)
  return `${lines.join('\r\n')}\r\n\r\n`
}
