// Readers that never read, read a byte per second, or reset their connection, together with one
// that reads. They do not delay other clients, memory stays bounded, and disconnected readers
// resume without loss.

import { type IncomingMessage } from 'node:http'
import { Agent, request } from 'undici'
import { expect, it, onTestFinished } from 'vitest'
import { defaultParts } from '../../reference/index.ts'
import {
  openResponse,
  openWatch,
  type TestEvent,
  type TestWatch,
  startWatchServer,
} from '../../reference/server/test-watch.ts'
import { startServeOrThrow } from '../tools/serve-process.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const writes = 400
const text = 'x'.repeat(100_000)
// The size of these writes in the history, in the current frames and in the objects, times two.
// Forty readers with full queues would take 640 MiB.
const growthMax = 400 * 1024 * 1024

/** A separate client for requests next to the watches of a test. */
function asking(url: string) {
  const dispatcher = new Agent({ connections: 2 })
  onTestFinished(() => dispatcher.destroy())
  return async (method: 'GET' | 'POST' | 'PUT', path: string, document?: object) => {
    const headers = document ? { 'content-type': 'application/json' } : {}
    const body = document ? JSON.stringify(document) : null
    const answer = await request(`${url}${path}`, { method, dispatcher, headers, body })
    return { status: answer.statusCode, text: await answer.body.text() }
  }
}

const versionOf = (document: string) => /"resourceVersion":"(\d+)"/.exec(document)?.[1] ?? ''

/** Reads a byte per second until the test ends. */
function readSlowly(response: IncomingMessage): void {
  const timer = setInterval(() => response.read(1), 1000)
  onTestFinished(() => clearInterval(timer))
}

/** Opens a watch and resets its connection, repeatedly while `goesOn` returns true. */
async function reset(url: string, query: string, goesOn: () => boolean): Promise<number> {
  let count = 0
  while (goesOn()) {
    const response = await openResponse(url, `${maps}?watch=1&${query}`)
    response.socket.resetAndDestroy()
    count += 1
  }
  return count
}

/** All complete events up to the end of the watch, clean or not. */
async function allOf(watch: TestWatch): Promise<TestEvent[]> {
  const events: TestEvent[] = []
  try {
    for (let event = await watch.next(); event; event = await watch.next()) events.push(event)
  } catch (error) {
    // The server aborts the connection of a reader that does not take the rest in time.
    expect(String(error)).toContain('aborted')
  }
  return events
}

const versionIn = ({ object }: TestEvent) => object.metadata.resourceVersion

it('clients that do not read delay nobody and lose nothing', {
  timeout: 90_000,
}, async () => {
  const { url, memory, stop } = await startServeOrThrow()
  onTestFinished(async () => void (await stop('SIGKILL')))
  const ask = asking(url)
  const created = await ask('POST', maps, { metadata: { name: 'a' }, data: { text } })
  const query = `resourceVersion=${versionOf(created.text)}`
  const before = await memory()
  const stalled = await Promise.all(Array.from({ length: 40 }, () => openWatch(url, maps, query)))
  const slow = await Promise.all(
    Array.from({ length: 10 }, () => openResponse(url, `${maps}?watch=1&${query}`)),
  )
  for (const response of slow) readSlowly(response)
  let isWriting = true
  const resetting = Promise.all([1, 2, 3].map(() => reset(url, query, () => isWriting)))
  const healthy = await openWatch(url, maps, query)
  const reading = healthy.take(writes)

  const expected: string[] = []
  const health: number[] = []
  let slowestMs = 0
  for (let index = 0; index < writes; index++) {
    const start = performance.now()
    const put = await ask('PUT', `${maps}/a`, {
      metadata: { name: 'a' },
      data: { text, n: `${index}` },
    })
    expected.push(versionOf(put.text))
    if (index % 10 === 0) health.push((await ask('GET', '/livez')).status)
    slowestMs = Math.max(slowestMs, performance.now() - start)
  }
  isWriting = false
  const seen = (await reading).map(versionIn)
  const resets = (await resetting).reduce((sum, one) => sum + one, 0)
  const after = await memory()

  expect(seen).toEqual(expected)
  expect(new Set(health)).toEqual(new Set([200]))
  expect(slowestMs).toBeLessThan(5000)
  expect(resets).toBeGreaterThan(50)
  if (before !== undefined && after !== undefined) expect(after - before).toBeLessThan(growthMax)
  for (const watch of stalled.slice(0, 5)) {
    const first = (await allOf(watch)).map(versionIn)
    expect(first.length).toBeLessThan(writes)
    const last = first.at(-1)
    const resumed = await openWatch(url, maps, last ? `resourceVersion=${last}` : query)
    const rest = (await resumed.take(writes - first.length)).map(versionIn)
    expect([...first, ...rest]).toEqual(expected)
  }
  expect((await ask('GET', '/livez')).status).toBe(200)
  expect(await stop()).toBe(0)
})

it('readers that reset leave nothing behind', async () => {
  const server = await startWatchServer(defaultParts())
  const before = await server.ask('POST', maps, { metadata: { name: 'a' } })
  const query = `resourceVersion=${before.body.metadata.resourceVersion}`
  let left = 100
  const watch = await server.open(maps, query)

  await Promise.all([1, 2, 3, 4].map(() => reset(server.url, query, () => left-- > 0)))
  await server.ask('POST', maps, { metadata: { name: 'b' } })
  const [event] = await watch.take(1)

  expect(event?.object.metadata.name).toBe('b')
  await expect.poll(server.readers).toBe(1)
  expect((await server.ask('GET', '/livez')).status).toBe(200)
})
