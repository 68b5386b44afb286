import { once } from 'node:events'

import { describe, expect, it } from 'vitest'

import { defaultParts } from './default-parts.ts'
import { type SendTestRequest, startTestServer } from './test-server.ts'
import { openResponse, openWatch, eventSummaryOf, startWatchServer } from './test-watch.ts'

const secrets = '/api/v1/namespaces/default/secrets'

const versionOf = ({ metadata }: { metadata: { resourceVersion?: string } }) =>
  String(metadata.resourceVersion)

async function create(ask: SendTestRequest, name: string, labels = {}): Promise<string> {
  return versionOf((await ask('POST', secrets, { metadata: { name, labels } })).body)
}

async function relabel(ask: SendTestRequest, name: string, labels = {}): Promise<string> {
  return versionOf((await ask('PUT', `${secrets}/${name}`, { metadata: { name, labels } })).body)
}

const newest = async (ask: SendTestRequest) => versionOf((await ask('GET', secrets)).body)

describe('a watch', () => {
  it('shows all changes after its version, once and in order (WATCH-010, 011)', async () => {
    const { ask, url } = await startTestServer()
    const before = await create(ask, 'a')
    const b = await create(ask, 'b')
    const watch = await openWatch(url, secrets, `resourceVersion=${before}`)

    const changed = await relabel(ask, 'a', { x: '1' })
    await ask('DELETE', `${secrets}/b`)
    const events = await watch.take(3)

    expect(events.map(eventSummaryOf)).toEqual(['ADDED b', 'MODIFIED a', 'DELETED b'])
    expect(events.slice(0, 2).map(({ object }) => versionOf(object))).toEqual([b, changed])
    expect(Number(versionOf(events[2]?.object ?? { metadata: {} }))).toBeGreaterThan(+changed)
  })

  it('is chunked, with one compact document per line (WATCH-007, WATCH-020)', async () => {
    const { ask, url } = await startTestServer()
    const { body: object, text } = await ask('POST', secrets, { metadata: { name: 'a' } })

    const response = await openResponse(url, `${secrets}?watch`)
    const { headers } = response
    const [bytes]: Buffer[] = await once(response, 'data')

    expect(String(bytes)).toBe(`{"type":"ADDED","object":${text.trim()}}\n`)
    expect(object).toMatchObject({ kind: 'Secret', apiVersion: 'v1' })
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'transfer-encoding': 'chunked',
    })
  })

  it.each([
    ['the namespace', secrets, ['ADDED a', 'ADDED ab']],
    ['all namespaces', '/api/v1/secrets', ['ADDED a', 'ADDED ab', 'ADDED a']],
    ['one name', `${secrets}?fieldSelector=metadata.name%3Da`, ['ADDED a']],
    ['its path', `${secrets}/a`, ['ADDED a']],
    ['a namespace that is not there', '/api/v1/namespaces/none/secrets', []],
  ])('of %s shows nothing else (WATCH-003 to WATCH-006)', async (_what, path, expected) => {
    const { ask, open, endAll } = await startWatchServer()
    await ask('POST', '/api/v1/namespaces', { metadata: { name: 'default2' } })
    const [bare = '', query = ''] = path.split('?')
    const before = `resourceVersion=${await newest(ask)}&${query}`
    const live = await open(bare, before)

    for (const name of ['a', 'ab']) await create(ask, name)
    await ask('POST', '/api/v1/namespaces/default2/secrets', { metadata: { name: 'a' } })
    const late = await open(bare, before)
    const state = await open(bare, query)
    endAll()

    for (const { rest } of [live, late, state]) {
      expect((await rest()).map(eventSummaryOf)).toEqual(expected)
    }
  })

  it('with a selector shows objects that start and stop matching (WATCH-018)', async () => {
    const { ask, url } = await startTestServer()
    await create(ask, 'a')
    const watch = await openWatch(url, secrets, 'labelSelector=x')

    const added = await relabel(ask, 'a', { x: '1' })
    const modified = await relabel(ask, 'a', { x: '2' })
    const deleted = await relabel(ask, 'a', { y: '1' })
    await relabel(ask, 'a')
    await ask('DELETE', `${secrets}/a`)
    await create(ask, 'b', { x: '3' })
    const events = await watch.take(4)

    expect(events.map(eventSummaryOf)).toEqual(['ADDED a', 'MODIFIED a', 'DELETED a', 'ADDED b'])
    expect(events.slice(0, 3).map(({ object }) => versionOf(object))).toEqual([
      added,
      modified,
      deleted,
    ])
    expect(events.slice(0, 3).map(({ object }) => object.metadata.labels)).toEqual([
      { x: '1' },
      { x: '2' },
      { x: '2' },
    ])
  })

  it('continues without a gap from every version it showed (WATCH-012)', async () => {
    const { ask, open } = await startWatchServer()
    const start = await newest(ask)
    for (const name of ['a', 'b', 'c']) await create(ask, name)
    await ask('DELETE', `${secrets}/b`)

    const all = await (await open(secrets, `resourceVersion=${start}`)).take(4)
    for (const [index, { object }] of all.slice(0, -1).entries()) {
      const rest = await open(secrets, `resourceVersion=${versionOf(object)}`)

      expect(await rest.take(3 - index)).toEqual(all.slice(index + 1))
    }
  })

  it('that is far behind reads the history of the store, and then live changes', async () => {
    const parts = defaultParts()
    const limits = { ...parts.limits, backlogChangesMax: 4 }
    const { changeFeeds } = await import('../verbs/watch/feed.ts')
    const { ask, url } = await startTestServer({
      ...parts,
      limits,
      changeFeedOf: changeFeeds(limits),
    })
    const start = await newest(ask)
    await openWatch(url, secrets)
    const names = [...'abcdefghijklmnop']
    for (const name of names) await create(ask, name)

    const watch = await openWatch(url, secrets, `resourceVersion=${start}`)
    const events = await watch.take(names.length)
    await create(ask, 'z')

    expect([...events, ...(await watch.take(1))].map(({ object }) => object.metadata.name)).toEqual(
      [...names, 'z'],
    )
  })

  it('from a future version waits for it (WATCH-050)', async () => {
    const { ask, url } = await startTestServer()
    const future = Number(await newest(ask)) + 2
    const watch = await openWatch(url, secrets, `resourceVersion=${future}&allowWatchBookmarks=1`)

    for (const name of ['a', 'b', 'c']) await create(ask, name)

    expect((await watch.take(1)).map(eventSummaryOf)).toEqual(['ADDED c'])
  })
})
