// Runs an attack while another client is served, and checks limits on the harm done.

import { once } from 'node:events'
import { connect as connectTcp, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'

import { Agent, request } from 'undici'
import { expect, onTestFinished } from 'vitest'

import type { ApiObject } from '../../api/object.ts'
import type { Victim } from './test-victim.ts'

export const MiB = 1024 * 1024

export type HarmBounds = {
  /** The longest time in ms for which the server blocked its event loop; 100 unless set. */
  blockedMs?: number
  /** Memory growth in bytes during the attack; 64 MiB unless set. */
  grownBytes?: number
  /** Memory in use after the attack, in bytes; 8 MiB unless set. */
  keptBytes?: number
  /** Checks what the server has logged; it must have logged nothing unless set. */
  checkLog?: (text: string) => void
}

/** Adds a note to the report of a test; see `--reporter=verbose`. */
export type Annotate = (message: string) => unknown

/**
 * Attacks a server while another client polls `/livez`, and checks the harm against its limits.
 * In general nothing may be logged, since only unexpected errors are.
 */
export async function attack<T>(
  { server, annotate, ...bounds }: HarmBounds & { server: Victim; annotate?: Annotate },
  act: () => Promise<T>,
): Promise<T> {
  const { blockedMs = 100, grownBytes = 64 * MiB, keptBytes = 8 * MiB } = bounds
  const { checkLog = text => expect(text).toBe('') } = bounds
  await server.begin()
  const bystander = beside(server.url)
  const result = await act().finally(bystander.stop)
  const statuses = await bystander.statuses
  const harm = await server.harm()
  await annotate?.(harmText(harm))

  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(harm.polluted).toEqual([])
  expect(harm.blockedMs).toBeLessThan(blockedMs)
  expect(harm.grownBytes).toBeLessThan(grownBytes)
  expect(harm.keptBytes).toBeLessThan(keptBytes)
  checkLog(server.log())
  return result
}

const harmText = ({ blockedMs, grownBytes, keptBytes }: Awaited<ReturnType<Victim['harm']>>) =>
  `blocked ${blockedMs.toFixed(1)} ms, ` +
  `grew ${(grownBytes / MiB).toFixed(1)} MiB, kept ${(keptBytes / MiB).toFixed(1)} MiB`

const bystanderMs = 20

// Over TLS, a victim has a self-signed certificate.
const connect = { rejectUnauthorized: false, timeout: 60_000 }

/** Polls until it is stopped, and once more after that. */
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
  /** The parsed JSON object; empty when the text is not one. */
  body: ApiObject & { items: ApiObject[]; message: string }
}

// Test files share this agent when they share a process, so no file ends it.
const agent = new Agent({ headersTimeout: 60_000, connect })

/**
 * Sends a request with an unnormalized path. A body that is not a string or buffer is sent as JSON.
 */
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
  // Tests check the members of a document that they use, so its type is not checked here.
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text,
    body: document as Answer['body'],
  }
}

/** Opens a raw socket, which ends with the test. */
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

/** Sends raw bytes, and returns the response up to the end of the connection. */
export async function sendRawBytes(
  server: Pick<Victim, 'url'>,
  bytes: string | readonly (string | Buffer)[],
): Promise<string> {
  const socket = await socketTo(server)
  const answer = readToEnd(socket)
  for (const part of [bytes].flat()) socket.write(Buffer.from(part as string, 'latin1'))
  return answer
}

/** Reads a socket until it is closed or breaks. A client that is cut off may still write. */
export async function readToEnd(socket: Socket): Promise<string> {
  let answer = ''
  socket.on('data', (bytes: Buffer) => (answer += bytes.toString('latin1')))
  await new Promise(resolve => socket.once('close', resolve))
  return answer
}

/** Returns the status codes of all responses in a text. */
export const statusesIn = (answers: string): number[] =>
  [...answers.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, code]) => Number(code))
