// If etcd is stopped, slow, restarted or compacted by another client, the server rejects in time
// the requests that it cannot answer, answers the others, and loses no acknowledged write.

import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { defaultParts } from '../../reference/index.ts'
import {
  type SendTestRequest,
  startTestServer,
  type TestServer,
} from '../../reference/server/test-server.ts'
import { openWatch, type TestEvent } from '../../reference/server/test-watch.ts'
import { findEtcd, startTestEtcd, type TestEtcd } from '../../reference/storage/etcd/test-server.ts'
import { openEtcdStore } from '../../reference/storage/etcd.ts'
import { sharedSecret } from '../../reference/storage/shared-secret.ts'
import { startServe } from '../tools/serve-process.ts'

const found = await findEtcd()
const maps = '/api/v1/namespaces/default/configmaps'
const deadlineMs = 500
// A refusal comes after one deadline, or after several if one request queries etcd twice.
const refusalMs = 5000

let etcd: TestEtcd
let prefixes = 0

async function openStore(prefix: string) {
  const servers = [etcd.url]
  return openEtcdStore({ servers, prefix, historyMs: 300_000, clock: Date, deadlineMs })
}

async function etcdServer(): Promise<TestServer> {
  const store = await openStore(`/hostile-${prefixes++}`)
  const stored = { store, secret: await sharedSecret(store), isRemote: true }
  return startTestServer(defaultParts({ stored }))
}

const create = (ask: SendTestRequest, name: string) => ask('POST', maps, { metadata: { name } })
const versionOf = ({ body }: Awaited<ReturnType<SendTestRequest>>) =>
  String(body.metadata.resourceVersion)
const namesIn = async (ask: SendTestRequest, query = '') =>
  (await ask('GET', `${maps}?${query}`)).body.items.map(({ metadata }) => metadata.name)

/** Waits until the server can reach its etcd again. */
const isBack = ({ ask }: TestServer) =>
  expect.poll(async () => (await ask('GET', '/livez')).status, { timeout: 20_000 }).toBe(200)

const summary = ({ type, object }: TestEvent) => `${type} ${object.metadata.name}`

/** Fails if the answer does not come in time. */
async function inTime<T>(asked: Promise<T>): Promise<T> {
  const late = new AbortController()
  const answer = await Promise.race([
    asked,
    pause(refusalMs, undefined, { signal: late.signal }).then(() => {
      throw new Error(`expected an answer within ${refusalMs} ms, got none`)
    }),
  ])
  late.abort()
  return answer
}

/**
 * Tests the server while it cannot reach its etcd. Returns the names that may have been written.
 */
async function away({ ask }: TestServer, version: string): Promise<string[]> {
  const statusOf = async (path: string) => (await inTime(ask('GET', path))).status
  const written = await inTime(create(ask, 'written-1'))
  const again = await inTime(create(ask, 'written-2'))
  const read = await inTime(ask('GET', `${maps}/a`))

  expect(read).toMatchObject({ status: 503, body: { kind: 'Status' } })
  expect(read.headers['retry-after']).toBe('1')
  expect(await statusOf(maps)).toBe(503)
  expect(await statusOf(`${maps}?watch=1&resourceVersion=${version}`)).toBe(503)
  // Reads that need not be the most recent still work.
  expect(await statusOf(`${maps}/a?resourceVersion=0`)).toBe(200)
  expect(await inTime(namesIn(ask, 'resourceVersion=0'))).toEqual(['a'])
  expect(await statusOf('/livez/ping')).toBe(200)
  expect((await inTime(ask('GET', '/readyz'))).text).toContain('[-]storage failed')
  const refused = [written, again]
  expect(refused.map(({ body }) => body.kind)).toEqual(['Status', 'Status'])
  expect([503, 504]).toEqual(expect.arrayContaining(refused.map(({ status }) => status)))
  return refused.flatMap(({ status }, index) => (status === 504 ? [`written-${index + 1}`] : []))
}

const title = 'a server whose etcd fails'
const isMissing = 'missing' in found

describe.skipIf(isMissing)(isMissing ? `${title} (skipped: ${found.missing})` : title, () => {
  beforeAll(async () => {
    if (!isMissing) etcd = await startTestEtcd(found.command)
  }, 30_000)
  afterAll(() => etcd?.close())

  it.each([
    ['stopped', () => etcd.kill(), () => etcd.restart()],
    ['frozen', () => etcd.freeze(), async () => etcd.thaw()],
  ])(
    '%s refuses requests in time, and continues serving once it has recovered',
    { timeout: 60_000 },
    async (_, end, begin) => {
      const server = await etcdServer()
      const { ask, url } = server
      const a = await create(ask, 'a')
      await namesIn(ask, `resourceVersion=${versionOf(a)}`)
      const watch = await openWatch(url, maps, `resourceVersion=${versionOf(a)}`)

      await end()
      const perhaps = await away(server, versionOf(a)).finally(begin)
      await isBack(server)
      const b = await create(ask, 'b')
      const names = await namesIn(ask)
      const events = await watch.take(names.length - 1)

      expect(b.status).toBe(200)
      expect(names).toEqual(expect.arrayContaining(['a', 'b']))
      expect(['a', 'b', ...perhaps]).toEqual(expect.arrayContaining(names))
      expect(events.map(summary).toSorted()).toEqual(
        names.filter(name => name !== 'a').map(name => `ADDED ${name}`),
      )
    },
  )

  it('loses no acknowledged write when it restarts under load', {
    timeout: 90_000,
  }, async () => {
    const server = await etcdServer()
    const { ask, url } = server
    const start = versionOf(await create(ask, 'a'))
    const acknowledged = new Map<string, string>()
    const refusals = new Set<number>()
    let isWriting = true
    const write = async (writer: number) => {
      for (let count = 0; isWriting; count++) {
        const name = `w${writer}-${count}`
        const answer = await inTime(create(ask, name))
        if (answer.status === 200) acknowledged.set(name, versionOf(answer))
        else refusals.add(answer.status)
      }
    }
    const seen: TestEvent[] = []
    const follow = async () => {
      for (
        let from = start;
        ;
        from = String(seen.at(-1)?.object.metadata.resourceVersion ?? start)
      ) {
        const status = await ask('GET', `${maps}?watch=1&timeoutSeconds=-1&resourceVersion=${from}`)
        if (status.status !== 200) continue
        const watch = await openWatch(url, maps, `resourceVersion=${from}`)
        for (let event = await watch.next(); event; event = await watch.next()) {
          seen.push(event)
          if (event.object.metadata.name === 'last') return
        }
      }
    }

    const writing = Promise.all([1, 2, 3, 4].map(write))
    const following = follow()
    for (let round = 0; round < 2; round++) {
      const before = acknowledged.size
      await expect.poll(() => acknowledged.size, { timeout: 20_000 }).toBeGreaterThan(before + 40)
      await etcd.kill()
      await etcd.restart()
    }
    await isBack(server)
    isWriting = false
    await writing
    await create(ask, 'last')
    await following

    const { items } = (await ask('GET', maps)).body
    const there = new Map(items.map(one => [one.metadata.name, one.metadata.resourceVersion]))
    expect([...acknowledged].filter(([name, version]) => there.get(name) !== version)).toEqual([])
    const names = seen.map(({ object }) => object.metadata.name)
    expect(new Set(names).size).toBe(names.length)
    expect(new Set([...names, 'a'])).toEqual(new Set(there.keys()))
    expect([503, 504]).toEqual(expect.arrayContaining([...refusals]))
  })

  it('that compacts unexpectedly causes expiry errors, but later events arrive', async () => {
    const server = await etcdServer()
    const { ask, url } = server
    const old = versionOf(await create(ask, 'a'))
    for (const name of ['b', 'c']) await create(ask, name)
    const page = await ask('GET', `${maps}?limit=1`)
    const token = String(page.body.metadata['continue'])
    const watch = await openWatch(url, maps, `resourceVersion=${old}`)
    await create(ask, 'd')
    const before = await watch.take(3)
    const other = await openStore('/another')
    onTestFinished(() => other.close())

    await other.compact(await other.revision())
    const gone = [
      await ask('GET', `${maps}?watch=1&resourceVersion=${old}`),
      await ask('GET', `${maps}?resourceVersionMatch=Exact&resourceVersion=${old}`),
      await ask('GET', `${maps}?continue=${token}`),
    ]
    const fresh = String(gone[2]?.body.metadata['continue'])
    await create(ask, 'e')

    expect(gone.map(({ status, body }) => [status, body['reason']])).toEqual(
      gone.map(() => [410, 'Expired']),
    )
    expect(await namesIn(ask, `continue=${fresh}`)).toEqual(['b', 'c', 'd', 'e'])
    const events = [...before, ...(await watch.take(1))]
    expect(events.map(summary)).toEqual(['ADDED b', 'ADDED c', 'ADDED d', 'ADDED e'])
    expect((await ask('GET', '/livez')).status).toBe(200)
  })
})

it('a server without a reachable etcd does not start, and explains why', async () => {
  const started = await startServe(['--etcd-servers', 'http://127.0.0.1:1'])

  expect(started).toMatchObject({ code: 3 })
  expect('says' in started && started.says).toMatch(/127\.0\.0\.1:1/)
  expect('says' in started && started.says).not.toMatch(/\bat .*:\d+:\d+/)
})
