import { once } from 'node:events'

import { describe, expect, it, vi } from 'vitest'

import type { Parts } from '../parts/parts.ts'
import { defaultParts } from './default-parts.ts'
import type { SendTestRequest } from './test-server.ts'
import { openResponse, openWatch, eventSummaryOf, startWatchServer } from './test-watch.ts'

const maps = '/api/v1/namespaces/default/configmaps'

const withLimits = (limits: Partial<Parts['limits']>): Parts => {
  const parts = defaultParts()
  return { ...parts, limits: { ...parts.limits, ...limits } }
}

const create = (ask: SendTestRequest, name: string, data = {}) =>
  ask('POST', maps, { metadata: { name }, data })

// More than the socket buffers of a machine hold for one connection.
const large = Array.from({ length: 24 }, (_, index) => `large-${index + 10}`)
const block = { text: 'x'.repeat(900_000) }

describe('a watch that is not read', () => {
  it('delays no other, ends with a whole document, and resumes without loss', async () => {
    const limits = { watchQueueBytesMax: 1_000_000, endWaitMs: 3_600_000 }
    const { ask, url, open, readers } = await startWatchServer(withLimits(limits))
    const healthy = await open(maps, 'resourceVersion=1')
    const stalled = await open(maps, 'resourceVersion=1')

    const seeing = healthy.take(large.length)
    for (const name of large) await create(ask, name, block)
    const seen = await seeing
    expect(readers()).toBe(1)
    const before = await stalled.rest()
    const version = before.at(-1)?.object.metadata.resourceVersion
    const resumed = await openWatch(url, maps, `resourceVersion=${version}`)
    const after = await resumed.take(large.length - before.length)

    expect(stalled.response.complete).toBe(true)
    expect(before.length).toBeGreaterThan(0)
    expect(after.length).toBeGreaterThan(0)
    expect(seen.map(eventSummaryOf)).toEqual(large.map(name => `ADDED ${name}`))
    expect([...before, ...after]).toEqual(seen)
  })

  it('is aborted if it does not read the rest in time', async () => {
    const { ask, clock, open, readers } = await startWatchServer(
      withLimits({ watchQueueBytesMax: 10_000 }),
    )
    const stalled = await open(maps)
    for (const name of large) await create(ask, name, block)
    expect(readers()).toBe(0)

    clock.advance(1000)

    await expect(stalled.rest()).rejects.toThrow('aborted')
    expect(stalled.response.complete).toBe(false)
  })

  it('accepts one event of any size', async () => {
    const { ask, open } = await startWatchServer(withLimits({ watchQueueBytesMax: 10 }))
    const watch = await open(maps)

    await create(ask, 'large', block)

    expect((await watch.take(1)).map(eventSummaryOf)).toEqual(['ADDED large'])
  })

  it('during its initial state ends with an error if its history expires', async () => {
    const { ask, url, compact, clock } = await startWatchServer(withLimits({ scanKeys: 1 }))
    for (const name of large) await create(ask, name, block)
    const watch = await openWatch(url, maps)

    const first = await watch.take(1)
    await ask('DELETE', `${maps}/large-33`)
    clock.advance(3_600_000 / 4)
    await compact()
    const rest = await watch.rest()

    expect(first).toHaveLength(1)
    expect(rest.at(-1)).toMatchObject({ type: 'ERROR', object: { code: 410 } })
    expect(watch.response.complete).toBe(true)
  })
})

describe('a client', () => {
  it('can read byte by byte', async () => {
    const { ask, url } = await startWatchServer()
    const { text } = await create(ask, 'a')
    const response = await openResponse(url, `${maps}?watch=1`)
    let read = ''

    while (!read.endsWith('\n')) {
      const byte: Buffer | null = response.read(1)
      if (byte === null) await once(response, 'readable')
      else read += String(byte)
    }

    expect(read).toBe(`{"type":"ADDED","object":${text.trim()}}\n`)
  })

  it('that disconnects leaves nothing behind', async () => {
    const { open, readers } = await startWatchServer()
    const { response } = await open(maps)
    expect(readers()).toBe(1)

    response.socket.resetAndDestroy()

    await vi.waitFor(() => expect(readers()).toBe(0))
  })
})

describe('a thousand watches', () => {
  it('share the encoded bytes of an event', async () => {
    const parts = defaultParts()
    const event = vi.fn(parts.stages.encode.event)
    const encode = { ...parts.stages.encode, event }
    const server = await startWatchServer({ ...parts, stages: { ...parts.stages, encode } })
    const { ask, url, readers } = server
    const count = 1000
    const watches = await Promise.all(
      Array.from({ length: count }, () => openWatch(url, maps, 'labelSelector=x')),
    )
    await vi.waitFor(() => expect(readers()).toBe(count), { timeout: 10_000 })

    await ask('POST', maps, { metadata: { name: 'a', labels: { x: 'y' } } })
    await ask('PUT', `${maps}/a`, { metadata: { name: 'a' } })
    const seen = await Promise.all(watches.map(({ take }) => take(2)))

    expect(new Set(seen.map(events => events.map(eventSummaryOf).join()))).toEqual(
      new Set(['ADDED a,DELETED a']),
    )
    expect(event).toHaveBeenCalledTimes(2)
  }, 30_000)
})

describe('a bookmark', () => {
  it('is sent every minute on request, at the newest version (WATCH-029 to 031)', async () => {
    const { ask, clock, open } = await startWatchServer()
    const without = await open(maps)
    const watch = await open(maps, 'allowWatchBookmarks=true')
    await watch.take(1)

    const other = await ask('POST', '/api/v1/namespaces/default/secrets', {
      metadata: { name: 'a' },
    })
    clock.advance(60_000)
    const [bookmark] = await watch.take(1)
    await create(ask, 'a')

    expect(bookmark).toEqual({
      type: 'BOOKMARK',
      object: {
        kind: 'ConfigMap',
        apiVersion: 'v1',
        metadata: { resourceVersion: other.body.metadata.resourceVersion },
      },
    })
    expect((await without.take(1)).map(eventSummaryOf)).toEqual(['ADDED a'])
  })

  it('is sent two seconds before the end, which is clean', async () => {
    const { clock, open } = await startWatchServer()
    const query = 'resourceVersion=1&timeoutSeconds=10&allowWatchBookmarks=1'
    const watch = await open(maps, query)

    clock.advance(8000)
    const [bookmark] = await watch.take(1)
    clock.advance(2000)

    expect(bookmark?.type).toBe('BOOKMARK')
    expect(await watch.rest()).toEqual([])
    expect(watch.response.complete).toBe(true)
  })
})

describe('a server that is closing', () => {
  it('ends its watches cleanly, without waiting for anything else', async () => {
    const server = await startWatchServer(withLimits({ closeWaitMs: 3_600_000 }))
    const watch = await server.open(maps)
    await create(server.ask, 'a')

    await server.close()

    expect((await watch.rest()).map(eventSummaryOf)).toEqual(['ADDED a'])
    expect(watch.response.complete).toBe(true)
  })
})
