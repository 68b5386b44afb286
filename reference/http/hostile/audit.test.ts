// Sinks of audit events that hang, fail or lie, under many requests.

import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { expect, it, onTestFinished, vi } from 'vitest'

import type { AuditMode, AuditSettings } from '../../api/audit.ts'
import { defaultParts } from '../../server/default-parts.ts'
import { batching, startAudited } from '../../server/test-audit.ts'
import { startTestServer } from '../../server/test-server.ts'
import { wholeVariable } from '../../../suites/long-runs/sampled/sample.ts'

const everything = { rules: [{ level: 'RequestResponse' as const }] }
const maps = '/api/v1/namespaces/default/configmaps'

/** Without what is no longer used. */
function heapBytes(): number {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  collectGarbage()
  return process.memoryUsage().heapUsed
}

const withBatches = { mode: 'batch' as AuditMode, batching: { ...batching, bufferSize: 1000 } }

// The nightly run sends more.
const rounds = process.env[wholeVariable] === undefined ? 30 : 100

it(`serves ${rounds * 100} requests while a sink hangs, and counts the lost events`, async () => {
  const { ask, lines, lists } = await startAudited(everything, {
    answer: () => {},
    sink: withBatches,
  })
  const before = heapBytes()

  for (let round = 0; round < rounds; round++)
    await Promise.all(
      Array.from({ length: 100 }, async () => expect((await ask('GET', maps)).status).toBe(200)),
    )

  const { text } = await ask('GET', '/metrics')
  const lost = Number(/audit_error_total\{plugin="webhook"\} (\d+)/.exec(text)?.[1])
  // Each request has two events: four batches of 400 are under way, and 1,000 events wait.
  expect(lost).toBeGreaterThan(rounds * 200 - 3000)
  expect(lists.length).toBeLessThanOrEqual(4)
  // One line in ten seconds.
  expect(lines.length).toBeLessThan(6)
  expect(lines[0]).toContain('the buffer is full')
  expect(heapBytes() - before).toBeLessThan(100 * 1024 * 1024)
}, 60_000)

it('bounds the events that wait in bytes', async () => {
  const { ask } = await startAudited(everything, { answer: () => {}, sink: withBatches })
  const data = { a: 'x'.repeat(1024 * 1024) }
  for (let index = 0; index < 50; index++)
    await ask('POST', maps, { metadata: { name: `m-${index}` }, data })

  const { text } = await ask('GET', '/metrics')

  // An event holds both objects, so 64 MB are reached after some 30 of them.
  expect(text).toMatch(/audit_error_total\{plugin="webhook"\} [1-9]/)
}, 60_000)

it('does not make every request wait for a blocking sink that hangs', async () => {
  const { ask, clock } = await startAudited(everything, { answer: () => {} })
  const first = ask('GET', maps)
  let isServed = false
  void first.then(() => (isServed = true))
  while (!isServed) {
    clock.advance(1000)
    await new Promise(resolve => setImmediate(resolve))
  }

  const startedAt = performance.now()
  for (let index = 0; index < 100; index++) expect((await ask('GET', maps)).status).toBe(200)

  expect(performance.now() - startedAt).toBeLessThan(5000)
})

it.each([
  ['garbage', 'garbage'],
  ['a redirect', 'HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 0\r\n\r\n'],
  ['nothing', ''],
])('serves requests while a sink answers %s', async (_, text) => {
  const { ask, lines } = await startAudited(everything, {
    answer: response => void response.socket?.end(text),
    sink: { firstDelayMs: 1 },
  })

  expect((await ask('GET', maps)).status).toBe(200)
  await vi.waitFor(() => expect(lines[0]).toContain('1 events are lost'))
})

it('closes while a sink hangs', async () => {
  const { ask, close, clock } = await startAudited(everything, {
    answer: () => {},
    sink: withBatches,
  })
  await ask('GET', maps)
  const closing = close()
  let isClosed = false
  void closing.then(() => (isClosed = true))

  const startedAt = performance.now()
  while (!isClosed) {
    clock.advance(100)
    await new Promise(resolve => setImmediate(resolve))
  }

  expect(performance.now() - startedAt).toBeLessThan(5000)
})

async function withLog(more: Partial<Extract<AuditSettings['sinks'][number], { kind: 'log' }>>) {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-audit-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'own', 'audit.log')
  const limits = { bytesMax: 0, ageMsMax: 0, backupsMax: 0 }
  const sinks = [
    { kind: 'log' as const, mode: 'blocking' as const, batching, path, ...limits, ...more },
  ]
  const lines: string[] = []
  const parts = () =>
    defaultParts({
      dialect: 'kubernetes',
      log: line => void lines.push(line),
      audit: { policy: everything, sinks },
    })
  return { folder, path, lines, parts }
}

it('writes the events of simultaneous requests to separate lines', async () => {
  const { path, parts } = await withLog({})
  const { ask } = await startTestServer(parts())

  await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      ask('GET', `${maps}/m-${index}`, undefined, { 'user-agent': '\u0085 line\\n' }),
    ),
  )

  const read = async () =>
    (await readFile(path, 'utf8'))
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line) as { auditID: string })
  await vi.waitFor(async () => expect(await read()).toHaveLength(400))
  const events = await read()
  expect(new Set(events.map(({ auditID }) => auditID)).size).toBe(200)
})

it('serves although its log cannot be written, and reports that', async () => {
  const { lines, parts } = await withLog({ path: '/dev/full' })
  const { ask } = await startTestServer(parts())

  expect((await ask('POST', maps, { metadata: { name: 'm' } })).status).toBe(201)

  await vi.waitFor(() => expect(lines).toHaveLength(1))
  expect(lines[0]).toMatch(/audit sink log: 1 events are lost: ENOSPC/)
})

it('does not start with a log that cannot be opened', async () => {
  const { folder, parts } = await withLog({})
  const path = join(folder, 'file')
  await chmod(folder, 0o700)
  const good = parts()
  const settings = { kind: 'log', mode: 'blocking', batching, path: join(path, '\0') } as const
  const { createSinks } = await import('../../audit/create-sinks.ts')
  const sinks = createSinks([{ ...settings, bytesMax: 0, ageMsMax: 0, backupsMax: 0 }])

  await expect(startTestServer({ ...good, audit: { policy: everything, sinks } })).rejects.toThrow()
})
