// Tests watches of a server whose cache lags behind its store.

import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'

import { memoryStore } from '../storage/memory.ts'
import type { Store } from '../api/store.ts'
import { systemClock } from './clock.ts'
import { defaultParts } from './default-parts.ts'
import { openWatch, eventSummaryOf, startWatchServer } from './test-watch.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const lagMs = 60_000

describe('a watch of a server with a lagging cache', () => {
  it('shows only what a list of the same server would', async () => {
    const server = await startWatchServer(defaultParts({ cacheLagMs: lagMs }))
    const { ask, open, clock, parts } = server
    const names = async () =>
      (await ask('GET', `${maps}?resourceVersion=0`)).body.items.map(
        ({ metadata }) => metadata.name,
      )
    await parts.watchCache.revision()
    const watch = await open(maps, 'resourceVersion=0')
    let seen: string[] = []
    const reading = watch.take(1).then(events => (seen = events.map(eventSummaryOf)))

    await ask('POST', maps, { metadata: { name: 'a' } })
    await ask('GET', maps)
    expect({ seen, listed: await names() }).toEqual({ seen: [], listed: [] })
    clock.advance(lagMs)
    await reading

    expect({ seen, listed: await names() }).toEqual({ seen: ['ADDED a'], listed: ['a'] })
  })

  it('continues from a version that the cache does not show yet', async () => {
    const { ask, url, clock, parts } = await startWatchServer(defaultParts({ cacheLagMs: lagMs }))
    await parts.watchCache.revision()
    const a = await ask('POST', maps, { metadata: { name: 'a' } })
    const watch = await openWatch(url, maps, `resourceVersion=${a.body.metadata.resourceVersion}`)
    const fresh = await openWatch(url, maps)
    await ask('POST', maps, { metadata: { name: 'b' } })
    await setImmediate()

    clock.advance(lagMs)

    expect((await watch.take(1)).map(eventSummaryOf)).toEqual(['ADDED b'])
    expect((await fresh.take(2)).map(eventSummaryOf)).toEqual(['ADDED a', 'ADDED b'])
  })
})

it('all watches and lists of a server share one reader of a remote store', async () => {
  const inner = memoryStore({ clock: systemClock(), historyMs: 60_000 })
  let readers = 0
  const watch: Store['watch'] = (...wanted) => {
    readers += 1
    return inner.watch(...wanted)
  }
  const stored = { store: { ...inner, watch }, secret: Buffer.alloc(32), isRemote: true }
  const { ask, open } = await startWatchServer(defaultParts({ stored }))
  const a = await ask('POST', maps, { metadata: { name: 'a' } })
  const queries = ['', 'resourceVersion=0', `resourceVersion=${a.body.metadata.resourceVersion}`]
  const watches = []
  for (let count = 0; count < 10; count++) {
    for (const query of queries) watches.push(await open(maps, query))
  }

  const b = await ask('POST', maps, { metadata: { name: 'b' } })
  await ask('GET', `${maps}?resourceVersion=${b.body.metadata.resourceVersion}`)
  const counts = [2, 2, 1]
  const seen = await Promise.all(watches.map(({ take }, index) => take(counts[index % 3] ?? 0)))

  expect(new Set(seen.map(events => events.map(eventSummaryOf).at(-1)))).toEqual(
    new Set(['ADDED b']),
  )
  expect(readers).toBe(1)
})
