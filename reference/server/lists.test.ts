import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { Key } from '../api/store.ts'
import { defaultParts } from './default-parts.ts'
import { type SendTestRequest, startTestServer } from './test-server.ts'

const secrets = '/api/v1/namespaces/default/secrets'
const names = ['a', 'b', 'c', 'd', 'e']

async function filled(ask: SendTestRequest): Promise<void> {
  for (const [index, name] of names.entries()) {
    await ask('POST', secrets, { metadata: { name, labels: { odd: String(index % 2) } } })
  }
}

const namesIn = (items: readonly { metadata: { name?: string } }[]) =>
  items.map(({ metadata }) => metadata.name)

describe('a list in chunks', () => {
  it('shows one snapshot despite concurrent writes (PAGE-001 to PAGE-006)', async () => {
    const { ask } = await startTestServer()
    await filled(ask)

    const first = await ask('GET', `${secrets}?limit=2`)
    await ask('DELETE', `${secrets}/c`)
    await ask('POST', secrets, { metadata: { name: 'bb' } })
    const token = String(first.body.metadata['continue'])
    const second = await ask('GET', `${secrets}?limit=2&continue=${token}`)
    const rest = await ask('GET', `${secrets}?continue=${second.body.metadata['continue']}`)

    expect(namesIn(first.body.items)).toEqual(['a', 'b'])
    expect(first.body.metadata['remainingItemCount']).toBe(3)
    expect(namesIn(second.body.items)).toEqual(['c', 'd'])
    expect(second.body.metadata['remainingItemCount']).toBe(1)
    expect(namesIn(rest.body.items)).toEqual(['e'])
    expect(rest.body.metadata).toEqual({ resourceVersion: first.body.metadata.resourceVersion })
    expect(second.body.metadata.resourceVersion).toBe(first.body.metadata.resourceVersion)
  })

  it('ends without a token if the last item reaches the limit (PAGE-014)', async () => {
    const { ask } = await startTestServer()
    await filled(ask)

    const { body } = await ask('GET', `${secrets}?limit=5`)

    expect(body.items).toHaveLength(5)
    expect(Object.keys(body.metadata)).toEqual(['resourceVersion'])
  })

  it('is refused when its token is garbage, forged or of another list (PAGE-010)', async () => {
    const { ask } = await startTestServer()
    await filled(ask)
    const { body } = await ask('GET', `${secrets}?limit=2`)
    const token = String(body.metadata['continue'])

    for (const path of [
      `${secrets}?continue=garbage`,
      `${secrets}?continue=${token}A`,
      `/api/v1/namespaces/default/configmaps?continue=${token}`,
      `/api/v1/secrets?continue=${token}`,
    ]) {
      expect((await ask('GET', path)).status).toBe(400)
    }
  })

  it.each(['time', 'compaction'])('expires by %s, and offers the rest (PAGE-007)', async by => {
    const { ask, clock, compact } = await startTestServer()
    await filled(ask)
    const { body } = await ask('GET', `${secrets}?limit=2`)
    const path = `${secrets}?limit=2&continue=${body.metadata['continue']}`
    await ask('POST', secrets, { metadata: { name: 'f' } })
    if (by === 'time') clock.advance(5 * 60_000)
    else await compact()

    const expired = await ask('GET', path)
    const token = String(expired.body.metadata['continue'])
    const next = await ask('GET', `${secrets}?limit=2&continue=${token}`)
    await ask('POST', secrets, { metadata: { name: 'g' } })
    const last = await ask('GET', `${secrets}?continue=${next.body.metadata['continue']}`)

    expect(expired).toMatchObject({ status: 410, body: { reason: 'Expired' } })
    expect(namesIn(next.body.items)).toEqual(['c', 'd'])
    expect(namesIn(last.body.items)).toEqual(['e', 'f'])
    expect(last.body.metadata.resourceVersion).toBe(next.body.metadata.resourceVersion)
  })

  it.each([1, 2, 3, 10])('yields every selected item once, read %i keys at a time', async keys => {
    const parts = defaultParts()
    const { ask } = await startTestServer({ ...parts, limits: { ...parts.limits, scanKeys: keys } })
    await filled(ask)

    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.constantFrom('', '&labelSelector=odd%3D0', '&fieldSelector=metadata.name!%3Dc'),
        async (limit, selector) => {
          const whole = await ask('GET', `${secrets}?x=${selector}`)
          const seen = []
          let token = ''
          do {
            const query = `limit=${limit}&continue=${token}${selector}`
            const { body } = await ask('GET', `${secrets}?${query}`)
            expect(body.items.length).toBeLessThanOrEqual(limit)
            if (selector) expect(body.metadata).not.toHaveProperty('remainingItemCount')
            seen.push(...namesIn(body.items))
            token = String(body.metadata['continue'] ?? '')
          } while (token !== '')
          expect(seen).toEqual(namesIn(whole.body.items))
        },
      ),
    )
  })
})

describe('a list that is read in parts', () => {
  it('shows one state despite concurrent writes (LIST-040)', async () => {
    const parts = defaultParts()
    const { store, limits } = parts
    const range: typeof store.range = async wanted => {
      const part = await store.range(wanted)
      const last = part.entries.at(-1)
      if (last) {
        const key = `${last.key}-later` as Key
        await store.commit({ key, guard: { absent: true }, value: last.value })
      }
      return part
    }
    const { ask } = await startTestServer({
      ...parts,
      store: { ...store, range },
      limits: { ...limits, scanKeys: 2 },
    })
    await filled(ask)

    const { body } = await ask('GET', secrets)

    expect(namesIn(body.items)).toEqual(names)
  })
})

describe('a list at a version', () => {
  it('is exact, not older than the version, or of any version (LIST-001 to LIST-025)', async () => {
    const { ask } = await startTestServer()
    await filled(ask)
    const old = (await ask('GET', secrets)).body.metadata.resourceVersion
    await ask('POST', secrets, { metadata: { name: 'f' } })
    const count = async (query: string) =>
      (await ask('GET', `${secrets}?${query}`)).body.items.length

    expect(await count(`resourceVersion=${old}&resourceVersionMatch=Exact`)).toBe(5)
    expect(await count(`resourceVersion=${old}&limit=10`)).toBe(5)
    expect(await count(`resourceVersion=${old}`)).toBe(6)
    expect(await count(`resourceVersion=${old}&resourceVersionMatch=NotOlderThan`)).toBe(6)
    expect(await count('resourceVersion=0')).toBe(6)
    expect(await count('')).toBe(6)
  })

  it('is 410 once that version was compacted (LIST-035)', async () => {
    const { ask, compact } = await startTestServer()
    await filled(ask)
    const old = (await ask('GET', secrets)).body.metadata.resourceVersion
    await ask('POST', secrets, { metadata: { name: 'f' } })
    await compact()

    const exact = await ask('GET', `${secrets}?resourceVersion=${old}&resourceVersionMatch=Exact`)
    const newer = await ask('GET', `${secrets}?resourceVersion=${old}`)

    expect(exact).toMatchObject({ status: 410, body: { reason: 'Expired', metadata: {} } })
    expect(newer.body.items).toHaveLength(6)
  })

  it.each([
    ['cluster', 2],
    ['kubernetes', 5],
  ] as const)(
    'with version 0 applies the limit as in the %s dialect (LIST-036)',
    async (dialect, n) => {
      const { ask } = await startTestServer(defaultParts({ dialect }))
      await filled(ask)

      const { body } = await ask('GET', `${secrets}?resourceVersion=0&limit=2`)

      expect(body.items).toHaveLength(n)
    },
  )
})

describe('a future version', () => {
  it.each([secrets, `${secrets}?limit=1`, `${secrets}/a`])('is waited for by %s', async path => {
    const { ask, parts } = await startTestServer()
    await ask('POST', secrets, { metadata: { name: 'a' } })
    const next = BigInt(await parts.store.revision()) + 1n

    const waiting = ask('GET', `${path}${path.includes('?') ? '&' : '?'}resourceVersion=${next}`)
    await ask('POST', secrets, { metadata: { name: 'b' } })

    expect((await waiting).status).toBe(200)
  })

  it('is refused after a bounded time (GET-004)', async () => {
    const { ask, clock } = await startTestServer()

    const waiting = ask('GET', `${secrets}?resourceVersion=999999`)
    // When a later request on another connection is answered, the server has received this one.
    await ask('GET', secrets)
    clock.advance(3000)

    expect(await waiting).toMatchObject({
      status: 504,
      headers: { 'retry-after': '1' },
      body: {
        reason: 'Timeout',
        details: { causes: [{ reason: 'ResourceVersionTooLarge' }], retryAfterSeconds: 1 },
      },
    })
  })
})

describe('a large list', () => {
  it('is sent complete, in batches', async () => {
    const parts = defaultParts()
    const { ask } = await startTestServer({
      ...parts,
      limits: { ...parts.limits, batchBytes: 4096 },
    })
    for (let i = 0; i < 50; i++) {
      await ask('POST', secrets, { metadata: { name: `s${i}` }, data: { k: 'A'.repeat(2000) } })
    }

    const { headers, body } = await ask('GET', secrets)

    expect(headers['transfer-encoding']).toBe('chunked')
    expect(body.items).toHaveLength(50)
  })
})
