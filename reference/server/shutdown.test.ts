import { once } from 'node:events'
import { connect } from 'node:net'

import { Pool } from 'undici'
import { describe, expect, it, onTestFinished } from 'vitest'

import { defaultParts } from './default-parts.ts'
import type { PartsOptions } from './parts-options.ts'
import { openReference } from './start.ts'
import { startWatchServer } from './test-watch.ts'

const maps = '/api/v1/namespaces/default/configmaps'

/** A server that listens, and whose start hooks wait for the test. */
async function starting(options: PartsOptions) {
  const parts = defaultParts(options)
  let finish = () => {}
  const waits = new Promise<void>(resolve => (finish = resolve))
  const startHooks = [...parts.startHooks, { name: 'slow', run: () => waits }]
  const reference = await openReference({ ...parts, startHooks })
  const pool = new Pool(reference.url)
  onTestFinished(async () => {
    await pool.destroy()
    await reference.close()
  })
  const statusOf = async (path: string) => {
    const { statusCode, body } = await pool.request({ method: 'GET', path })
    await body.dump()
    return statusCode
  }
  const statuses = () => Promise.all(['/livez', '/readyz', '/healthz'].map(statusOf))
  return { ...reference, finish, statusOf, statuses }
}

/** A server with a shutdown delay, and the statuses of two health endpoints and a list. */
async function leaving() {
  const server = await startWatchServer(defaultParts({ shutdownDelayMs: 5000 }))
  const statuses = () =>
    Promise.all(
      ['/livez', '/readyz', maps].map(async path => (await server.ask('GET', path)).status),
    )
  return { ...server, statuses }
}

describe('a server that starts', () => {
  it('is live within its grace period, and ready once it has started (HEALTH-022)', async () => {
    const { clock, finish, started, statuses, statusOf } = await starting({ livezGraceMs: 5000 })

    const within = await statuses()
    const one = await statusOf('/livez/poststarthook/slow')
    clock.advance(5000)
    const after = await statuses()
    finish()
    await started

    expect(within).toEqual([200, 500, 500])
    expect(one).toBe(200)
    expect(after).toEqual([500, 500, 500])
    expect(await statuses()).toEqual([200, 200, 200])
  })

  it('has no grace period by default, and names what it waits for', async () => {
    const { statuses, statusOf } = await starting({})

    expect(await statuses()).toEqual([500, 500, 500])
    expect(await statusOf('/livez/poststarthook/slow')).toBe(500)
    expect(await statusOf('/livez?exclude=poststarthook/slow')).toBe(200)
  })

  it('is closed if it cannot start', async () => {
    const parts = defaultParts()
    const run = () => Promise.reject(new Error('no room'))
    const reference = await openReference({ ...parts, startHooks: [{ name: 'bad', run }] })

    await expect(reference.started).rejects.toThrow('no room')

    await expect(fetch(reference.url)).rejects.toThrow('fetch failed')
  })
})

describe('a server that is shutting down', () => {
  it('is not ready, and serves until its delay is over (HEALTH-023)', async () => {
    const { ask, clock, open, shutdown, statuses } = await leaving()
    const watch = await open(maps)

    const ended = shutdown()
    const during = await statuses()
    const { status } = await ask('POST', maps, { metadata: { name: 'late' } })
    const event = await watch.next()
    clock.advance(5000)
    const rest = await watch.rest()
    await ended

    expect(during).toEqual([200, 500, 200])
    expect(status).toBe(200)
    expect(event).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'late' } } })
    expect(rest).toEqual([])
    await expect(ask('GET', '/livez')).rejects.toThrow('ECONNREFUSED')
  })

  it('reports on the path of the check why it is not ready', async () => {
    const { ask, clock, shutdown } = await leaving()

    const ended = shutdown()
    const { text } = await ask('GET', '/readyz')
    const one = await ask('GET', '/readyz/shutdown')
    clock.advance(5000)
    await ended

    expect(text).toContain('[-]shutdown failed: reason withheld\n')
    expect(one.text).toBe('internal server error: process is shutting down\n')
  })

  it('asks clients of late requests to retry, and closes their connections', async () => {
    const { url, ask, close } = await leaving()
    const { socket, text } = await unfinishedPost(url)

    const closed = close()
    const [late, probe] = await Promise.all([ask('GET', maps), ask('GET', '/readyz')])
    socket.write('{}')
    await closed

    expect(late).toMatchObject({
      status: 429,
      headers: { 'retry-after': '5', connection: 'close' },
      text: 'The apiserver is shutting down, please try again later.\n',
    })
    expect(probe.status).toBe(500)
    expect(await text).toMatch(/^HTTP\/1.1 422 [^]*\nConnection: close\r$/m)
  })

  it('stops immediately if it is closed meanwhile', async () => {
    const { shutdown, close, ask } = await leaving()
    const startedMs = performance.now()

    const ended = shutdown()
    await ask('GET', '/livez')
    await close()
    await ended

    expect(performance.now() - startedMs).toBeLessThan(2000)
  })
})

/** Sends a create without a name whose body is pending; `text` is the response. */
async function unfinishedPost(url: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('utf8')
  await once(socket, 'connect')
  const expects = 'Expect: 100-continue\r\nContent-Length: 2'
  socket.write(`POST ${maps} HTTP/1.1\r\nHost: localhost\r\n${expects}\r\n\r\n`)
  // The server answers with 100 Continue.
  await once(socket, 'data')
  const text = socket.toArray().then(pieces => pieces.join(''))
  return { socket, text }
}
