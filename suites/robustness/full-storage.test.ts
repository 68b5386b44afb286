// A server whose storage is full reports it, refuses writes, serves reads, has lost nothing that it
// acknowledged, and recovers when there is space.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { findEtcd, startTestEtcd, type TestEtcd } from '../../reference/storage/etcd/test-server.ts'
import { compileFaultyDisk } from './crash/crash-runs.ts'
import { type ServeProcess, startServeOrThrow } from '../tools/serve-process.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const MiB = 1024 * 1024
const writesMax = 60
const folder = mkdtempSync(join(tmpdir(), 'touchstone-full-'))
const disk = compileFaultyDisk(folder)
const found = await findEtcd()

afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Answer = { status: number; text: string; retryAfter: string | null }

async function send(url: string, method: string, path: string, body?: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json' }
  const init = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) }
  const answer = await fetch(url + path, init)
  const text = await answer.text()
  return { status: answer.status, text, retryAfter: answer.headers.get('retry-after') }
}

const mapOf = (name: string, size: number) => ({
  metadata: { name },
  data: { x: 'x'.repeat(size) },
})
const create = (url: string, name: string, size = 0.7 * MiB) =>
  send(url, 'POST', maps, mapOf(name, size))

/** Creates objects until one is refused. Returns the acknowledged names and the refusal. */
async function fill(url: string, size?: number): Promise<{ kept: string[]; refusal: Answer }> {
  const kept: string[] = []
  for (let count = 10; count < writesMax; count++) {
    const name = `m-${count}`
    const refusal = await create(url, name, size)
    if (refusal.status !== 200) return { kept, refusal }
    kept.push(name)
  }
  throw new Error(`expected a refusal within ${writesMax} writes, got none`)
}

async function namesAt(url: string): Promise<string[]> {
  const { items } = JSON.parse((await send(url, 'GET', maps)).text) as {
    items: { metadata: { name: string } }[]
  }
  return items.map(({ metadata }) => metadata.name)
}

/** Tests the server while its storage is full. `reason` is the reason that it reports. */
async function whileFull({ url }: ServeProcess, kept: string[], refusal: Answer, reason: RegExp) {
  const message = expect.stringMatching(reason) as string
  expect(JSON.parse(refusal.text)).toEqual({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    code: 500,
  })
  expect(refusal).toMatchObject({ status: 500, retryAfter: null })
  const ready = await send(url, 'GET', '/readyz')
  const why = await send(url, 'GET', '/readyz/storage-readiness')
  expect(ready).toMatchObject({ status: 500 })
  expect(ready.text).toContain('[-]storage-readiness failed: reason withheld')
  expect(ready.text).toContain('[+]storage ok')
  expect(why).toMatchObject({ status: 500, text: message })
  expect((await send(url, 'GET', '/livez')).status).toBe(200)
  expect(await namesAt(url)).toEqual(kept)
  expect((await send(url, 'GET', `${maps}/${kept[0]}`)).status).toBe(200)
  const changed = await send(url, 'PUT', `${maps}/${kept[0]}`, mapOf(kept[0] ?? '', 0.8 * MiB))
  expect(changed.status).toBe(500)
}

/** Polls until the server is ready again. */
const isReady = ({ url }: ServeProcess) =>
  expect.poll(async () => (await send(url, 'GET', '/readyz')).status, { timeout: 10_000 }).toBe(200)

describe.skipIf(disk === undefined)(
  'a full disk (skipped without Linux and a C compiler)',
  { timeout: 60_000 },
  () => {
    it('refuses writes, reports it in /readyz, and loses nothing', async () => {
      const directory = join(folder, 'data')
      const noRoom = join(folder, 'no-room')
      writeFileSync(noRoom, '')
      const server = await startServeOrThrow(['--data-dir', directory], {
        env: {
          LD_PRELOAD: disk ?? '',
          DISK_FILE: 'data.mdb',
          DISK_FAIL: `F ${6 * MiB} 1000000 28`,
          DISK_WHILE: noRoom,
        },
      })

      const { kept, refusal } = await fill(server.url)
      await whileFull(server, kept, refusal, /the disk is full: .*ENOSPC/)
      rmSync(noRoom)
      await isReady(server)
      const again = await create(server.url, 'with-room')
      await server.stop('SIGKILL')
      const next = await startServeOrThrow(['--data-dir', directory])
      const names = await namesAt(next.url)
      await next.stop()

      expect(again.status).toBe(200)
      expect(names).toEqual([...kept, 'with-room'])
    })

    it('that fails to sync is read-only until a restart', async () => {
      const directory = join(folder, 'failing')
      const env = { LD_PRELOAD: disk ?? '', DISK_FILE: 'data.mdb', DISK_FAIL: 'S 40 1 5' }
      const server = await startServeOrThrow(['--data-dir', directory], { env })

      const { kept, refusal } = await fill(server.url, 100)
      const later = await create(server.url, 'later', 100)
      const why = await send(server.url, 'GET', '/readyz/storage-readiness')
      const read = await namesAt(server.url)
      await server.stop('SIGKILL')
      const next = await startServeOrThrow(['--data-dir', directory])
      const names = await namesAt(next.url)
      const ready = await send(next.url, 'GET', '/readyz')
      await next.stop()

      // The outcome of a write whose sync failed is unknown. The write after it has certainly
      // failed.
      expect([refusal.status, later.status]).toEqual([504, 503])
      expect(why).toMatchObject({ status: 500 })
      expect(why.text).toMatch(/the disk failed, nothing is written until a restart/)
      expect(read).toEqual(kept)
      expect(names.slice(0, kept.length)).toEqual(kept)
      expect(names).not.toContain('later')
      expect(ready.status).toBe(200)
    })
  },
)

/** Sends a request to the gateway of etcd, as an administrator would with etcdctl. */
async function administer({ url }: TestEtcd, path: string, body: object): Promise<string> {
  const { status, text } = await send(url, 'POST', `/v3/${path}`, body)
  expect(status, text).toBe(200)
  return text
}

/** Compacts and defragments etcd, and disarms its alarm. */
async function makeRoom(etcd: TestEtcd): Promise<void> {
  const status = JSON.parse(await administer(etcd, 'maintenance/status', {})) as {
    header: { revision: string }
  }
  const { revision } = status.header
  await administer(etcd, 'kv/compaction', { revision, physical: true })
  await administer(etcd, 'maintenance/defragment', {})
  const { alarms } = JSON.parse(await administer(etcd, 'maintenance/alarm', {})) as {
    alarms: object[]
  }
  for (const alarm of alarms)
    await administer(etcd, 'maintenance/alarm', { ...alarm, action: 'DEACTIVATE' })
}

const isMissing = 'missing' in found
const title = 'an etcd without space'

describe.skipIf(isMissing)(isMissing ? `${title} (skipped: ${found.missing})` : title, () => {
  it('refuses writes, reports it in /readyz, accepts deletes, and loses nothing', {
    timeout: 60_000,
  }, async () => {
    const etcd = await startTestEtcd(isMissing ? '' : found.command, [
      `--quota-backend-bytes=${8 * MiB}`,
    ])
    onTestFinished(() => etcd.close())
    const server = await startServeOrThrow(['--etcd-servers', etcd.url])
    onTestFinished(async () => void (await server.stop()))

    const { kept, refusal } = await fill(server.url)
    await whileFull(server, kept, refusal, /etcd.* space/)
    const [left = '', ...gone] = kept
    const deleted = await Promise.all(
      gone.map(name => send(server.url, 'DELETE', `${maps}/${name}`)),
    )
    await makeRoom(etcd)
    await isReady(server)
    const again = await create(server.url, 'with-room', 100)

    expect(deleted.map(({ status }) => status)).toEqual(gone.map(() => 200))
    expect(again.status).toBe(200)
    expect(await namesAt(server.url)).toEqual([left, 'with-room'])
  })
})
