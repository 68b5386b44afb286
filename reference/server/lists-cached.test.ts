// Tests reads from a cache that lags behind: the states that each read may and may not show.

import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'

import { defaultParts } from './default-parts.ts'
import { startTestServer } from './test-server.ts'

const secrets = '/api/v1/namespaces/default/secrets'

/** A server whose cache shows the secrets a, b and c, while its store also holds d. */
async function laggingServer(cacheLagMs = 60_000) {
  const server = await startTestServer(defaultParts({ cacheLagMs }))
  const { ask, clock, parts } = server
  const create = (name: string) => ask('POST', secrets, { metadata: { name } })
  const read = (query: string) => ask('GET', `${secrets}?${query}`)
  const names = async (query: string) =>
    (await read(query)).body.items.map(({ metadata }) => metadata.name)
  const versionOf = async (query: string) =>
    String((await read(query)).body.metadata.resourceVersion)
  const catchUp = async () => {
    clock.advance(cacheLagMs)
    await parts.watchCache.waitFor(await parts.store.revision(), AbortSignal.timeout(5000))
  }
  // Writes before the first use of the cache are part of its first load.
  await parts.watchCache.revision()
  for (const name of ['a', 'b', 'c']) await create(name)
  await catchUp()
  const before = await versionOf('')
  await create('d')
  await setImmediate()
  return { ...server, create, read, names, versionOf, catchUp, before }
}

describe('a list from a lagging cache', () => {
  it('may be old only if any version is acceptable (LIST-001 to LIST-025)', async () => {
    const { names, versionOf, before } = await laggingServer()
    const newest = await versionOf('')

    expect(await names('resourceVersion=0')).toEqual(['a', 'b', 'c'])
    expect(await versionOf('resourceVersion=0')).toBe(before)
    expect(await names(`resourceVersion=${before}`)).toEqual(['a', 'b', 'c'])
    expect(await names('')).toEqual(['a', 'b', 'c', 'd'])
    expect(await names('limit=10')).toEqual(['a', 'b', 'c', 'd'])
    for (const query of ['resourceVersionMatch=Exact', 'limit=10']) {
      expect(await names(`resourceVersion=${newest}&${query}`)).toEqual(['a', 'b', 'c', 'd'])
      expect(await names(`resourceVersion=${before}&${query}`)).toEqual(['a', 'b', 'c'])
    }
  })

  it('continues in its snapshot after the cache has changed (PAGE-005)', async () => {
    const { ask, read, names, catchUp, before } = await laggingServer()
    const first = await read('resourceVersion=0&limit=1')
    await ask('DELETE', `${secrets}/b`)
    await catchUp()

    const token = String(first.body.metadata['continue'])
    const rest = await read(`continue=${token}`)

    expect(first.body.metadata['remainingItemCount']).toBe(2)
    expect(rest.body.items.map(({ metadata }) => metadata.name)).toEqual(['b', 'c'])
    expect(rest.body.metadata.resourceVersion).toBe(before)
    expect(await names('resourceVersion=0')).toEqual(['a', 'c', 'd'])
  })

  it.each(['', '&limit=10', '&resourceVersionMatch=NotOlderThan'])(
    'waits for a version, with the query %j (GET-004)',
    async query => {
      const { create, names, clock, versionOf } = await laggingServer(2000)
      const next = BigInt(await versionOf('')) + 1n

      const waiting = names(`resourceVersion=${next}${query}`)
      await create('e')
      await setImmediate()
      clock.advance(2000)

      expect(await waiting).toEqual(['a', 'b', 'c', 'd', 'e'])
    },
  )

  it.each(['?', '?limit=1&resourceVersionMatch=NotOlderThan&', '/d?'])(
    'refuses %j at a version that it is too far behind',
    async path => {
      const { ask, read, clock, versionOf } = await laggingServer()
      const waiting = ask('GET', `${secrets}${path}resourceVersion=${await versionOf('')}`)
      // When a later request on another connection is answered, the server has received this one.
      await read('')
      clock.advance(3000)

      expect(await waiting).toMatchObject({
        status: 504,
        body: { details: { causes: [{ reason: 'ResourceVersionTooLarge' }] } },
      })
    },
  )
})

describe('a get from a lagging cache', () => {
  it('may be old only if any version is acceptable (GET-001 to GET-003)', async () => {
    const { ask, catchUp, versionOf, before } = await laggingServer()
    const status = async (query: string) => (await ask('GET', `${secrets}/d?${query}`)).status

    expect(await status('')).toBe(200)
    expect(await status('resourceVersion=0')).toBe(404)
    expect(await status(`resourceVersion=${before}`)).toBe(404)
    await catchUp()

    expect(await status('resourceVersion=0')).toBe(200)
    expect(await status(`resourceVersion=${await versionOf('')}`)).toBe(200)
  })
})
