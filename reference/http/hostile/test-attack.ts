// What all attacks have in common: a bystander who must be served meanwhile, and bounds on the harm.

import { once } from 'node:events'
import { connect as connectTcp, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'

import { Agent, request } from 'undici'
import { afterAll, expect, onTestFinished } from 'vitest'

import type { ApiObject } from '../../api/object.ts'
import type { Victim } from './test-victim.ts'

export const MiB = 1024 * 1024

export type HarmBounds = {
  /** Milliseconds of the server's own work for which nobody else was heard; 100 unless set. */
  blockedMs?: number
  /** Bytes of memory during the attack; 64 MiB unless set. */
  grownBytes?: number
  /** Bytes in use when it is over; 8 MiB unless set. */
  keptBytes?: number
}

/** Says a figure beside the name of a test; see `--reporter=verbose`. */
export type Annotate = (message: string) => unknown

/**
 * Attacks a server while a bystander on another connection asks whether it lives, and holds the
 * harm against its bounds. Nothing may be logged: that would be an error nobody foresaw.
 */
export async function attack<T>(
  { server, annotate, ...bounds }: HarmBounds & { server: Victim; annotate?: Annotate },
  act: () => Promise<T>,
): Promise<T> {
  const { blockedMs = 100, grownBytes = 64 * MiB, keptBytes = 8 * MiB } = bounds
  await server.begin()
  const bystander = beside(server.url)
  const result = await act().finally(bystander.stop)
  const statuses = await bystander.statuses
  const harm = await server.harm()
  await annotate?.(shown(harm))

  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(harm.polluted).toEqual([])
  expect(harm.blockedMs).toBeLessThan(blockedMs)
  expect(harm.grownBytes).toBeLessThan(grownBytes)
  expect(harm.keptBytes).toBeLessThan(keptBytes)
  expect(server.log()).toBe('')
  return result
}

const shown = ({ blockedMs, grownBytes, keptBytes }: Awaited<ReturnType<Victim['harm']>>) =>
  `blocked ${blockedMs.toFixed(1)} ms, ` +
  `grew ${(grownBytes / MiB).toFixed(1)} MiB, kept ${(keptBytes / MiB).toFixed(1)} MiB`

const bystanderMs = 20

// Over TLS a victim shows a certificate that it has made itself.
const connect = { rejectUnauthorized: false, timeout: 60_000 }

/** Asks again and again until it is stopped, and once more then. */
function beside(url: string) {
  const dispatcher = new Agent({ connections: 1, connect })
  let isOver = false
  async function ask(): Promise<number[]> {
    const statuses: number[] = []
    for (let isLast = false; !isLast; ) {
      isLast = isOver
      const answer = await request(`${url}/livez`, { dispatcher })
      await answer.body.dump()
      statuses.push(answer.statusCode)
      if (!isLast) await wait(bystanderMs)
    }
    await dispatcher.close()
    return statuses
  }
  return { statuses: ask(), stop: () => void (isOver = true) }
}

type Answer = {
  status: number
  headers: { [name: string]: string | string[] | undefined }
  text: string
  /** The document in the text; an empty object when it is none. */
  body: ApiObject & { items: ApiObject[]; message: string }
}

const agent = new Agent({ headersTimeout: 60_000, connect })
afterAll(() => agent.destroy())

/** Sends a request with a path as it is. A body that is no text is sent as JSON. */
export async function ask(
  { url }: Pick<Victim, 'url'>,
  [method, path]: readonly [method: string, path: string],
  body?: unknown,
  headers: { [name: string]: string } = {},
): Promise<Answer> {
  const isRaw = typeof body === 'string' || Buffer.isBuffer(body)
  const answer = await agent.request({
    origin: url,
    method: method as 'GET',
    path,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    body: body === undefined ? null : isRaw ? body : JSON.stringify(body),
  })
  const text = await answer.body.text()
  const document: unknown = JSON.parse(text.startsWith('{') ? text : '{}')
  // Tests say what they expect of a document, so here it is taken at its word.
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text,
    body: document as Answer['body'],
  }
}

/** A connection without a client's manners; it ends with the test. */
export async function socketTo(
  { url }: Pick<Victim, 'url'>,
  protocol = 'http/1.1',
): Promise<Socket> {
  const { port } = new URL(url)
  const address = { port: Number(port), host: '127.0.0.1', noDelay: true }
  const isSecure = url.startsWith('https:')
  const socket = isSecure
    ? connectTls({ ...address, ...connect, ALPNProtocols: [protocol] })
    : connectTcp(address)
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  const closed = once(socket, 'close').then(() => {
    throw new Error(`${url}: expected a connection, got its end`)
  })
  closed.catch(() => {})
  await Promise.race([once(socket, isSecure ? 'secureConnect' : 'connect'), closed])
  return socket
}

/** Sends bytes as they are, and gives what came back until the server closed the connection. */
export async function sendRawBytes(
  server: Pick<Victim, 'url'>,
  bytes: string | readonly (string | Buffer)[],
): Promise<string> {
  const socket = await socketTo(server)
  const answer = readToEnd(socket)
  for (const part of [bytes].flat()) socket.write(Buffer.from(part as string, 'latin1'))
  return answer
}

/** What comes on a socket until it is closed, or breaks: those who are cut off may still write. */
export async function readToEnd(socket: Socket): Promise<string> {
  let answer = ''
  socket.on('data', (bytes: Buffer) => (answer += bytes.toString('latin1')))
  await new Promise(resolve => socket.once('close', resolve))
  return answer
}

/** The status codes of the answers in what came back. */
export const statusesIn = (answers: string): number[] =>
  [...answers.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, code]) => Number(code))
