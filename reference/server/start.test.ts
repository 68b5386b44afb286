import { once } from 'node:events'
import { connect } from 'node:net'

import { Pool } from 'undici'
import { describe, expect, it } from 'vitest'

import { defaultParts } from './default-parts.ts'
import { startReference } from './start.ts'
import { startTestServer } from './test-server.ts'

const secrets = '/api/v1/namespaces/default/secrets'

describe('startReference', () => {
  it('starts several independent servers', async () => {
    const [one, two] = await Promise.all([startTestServer(), startTestServer()])

    await one.ask('POST', secrets, { metadata: { name: 'a' } })

    expect(one.url).not.toBe(two.url)
    expect((await two.ask('GET', secrets)).body.items).toEqual([])
  })

  it('starts a server with one part replaced', async () => {
    const parts = defaultParts()
    const list = { ...parts.verbs.list, plan: () => ({ read: 'any' as const }) }
    const { ask } = await startTestServer({ ...parts, verbs: { ...parts.verbs, list } })

    expect((await ask('GET', `${secrets}?resourceVersionMatch=Exact`)).status).toBe(200)
  })

  it('starts again on a store that is already in use', async () => {
    const parts = defaultParts()
    const first = await startTestServer(parts)
    await first.ask('POST', secrets, { metadata: { name: 'a' } })

    const second = await startTestServer(parts)

    expect((await second.ask('GET', secrets)).body.items).toHaveLength(1)
  })

  it('closes immediately even if clients keep their connections', async () => {
    const reference = await startReference()
    const pool = new Pool(reference.url)
    await (await pool.request({ method: 'GET', path: '/livez' })).body.dump()
    const startedMs = performance.now()

    await reference.close()

    expect(performance.now() - startedMs).toBeLessThan(500)
    await pool.destroy()
  })

  it('closes within its time limit even if a request hangs', async () => {
    const parts = defaultParts()
    const reference = await startReference({
      ...parts,
      limits: { ...parts.limits, closeWaitMs: 20 },
    })
    const socket = connect(Number(new URL(reference.url).port), '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.write(`POST ${secrets} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n{`)
    const startedMs = performance.now()

    await reference.close()

    // Far more than the bound on a busy machine, and far less than the time that a body may take.
    expect(performance.now() - startedMs).toBeLessThan(5000)
    socket.destroy()
  })
})
