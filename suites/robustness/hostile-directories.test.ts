// `touchstone serve --data-dir` on an unusable directory reports why and changes nothing. All
// acknowledged writes are present when the directory is usable again.

import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDataFile } from '../../reference/storage/lmdb-file.ts'
import { formatKey } from '../../reference/storage/lmdb-record.ts'
import {
  type ServeFailure,
  type ServeProcess,
  startServe,
  startServeOrThrow,
} from '../tools/serve-process.ts'
import { projectRoot } from '../lint/sources.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const folder = mkdtempSync(join(tmpdir(), 'touchstone-directories-'))
const original = join(folder, 'original')
const names = Array.from({ length: 30 }, (_, index) => `kept-${index + 10}`)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const post = (url: string, name: string) =>
  fetch(`${url}${maps}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ metadata: { name }, data: { text: name.repeat(400) } }),
  })

async function namesAt(url: string): Promise<string[]> {
  const answer = await fetch(`${url}${maps}`)
  const { items } = (await answer.json()) as { items: { metadata: { name: string } }[] }
  return items.map(({ metadata }) => metadata.name)
}

beforeAll(async () => {
  const { url, stop } = await startServeOrThrow(['--data-dir', original])
  for (const name of names) expect((await post(url, name)).status).toBe(200)
  // All these writes were acknowledged.
  await stop('SIGKILL')
}, 30_000)

/** A directory with the acknowledged writes, after a change. */
function directoryOf(name: string, change: (file: string) => void = () => {}): string {
  const directory = join(folder, name)
  cpSync(original, directory, { recursive: true })
  change(join(directory, 'data.mdb'))
  return directory
}

/** The offsets of pages that contain a value. A file is longer than its content. */
function pagesWith(bytes: Buffer, name: string): number[] {
  const pages = Array.from({ length: bytes.length / 4096 }, (_, page) => page * 4096)
  const found = pages.filter(start => bytes.subarray(start, start + 4096).includes(name.repeat(3)))
  expect(found).not.toEqual([])
  return found
}

const bytesIn = (directory: string) =>
  new Map(
    readdirSync(directory)
      .filter(name => !name.includes('lock'))
      .map(name => [name, readFileSync(join(directory, name)).toString('base64')]),
  )

/** The message of a server that does not start. It must contain no stack trace. */
async function refusalOf(directory: string, options?: { uid: number }): Promise<string> {
  const started = await startServe(['--data-dir', directory], options)
  if ('url' in started) await started.stop()
  expect(started).not.toHaveProperty('url')
  const { code, says } = started as ServeFailure
  expect(code).toBe(3)
  expect(says).not.toMatch(/\bat .*:\d+:\d+/)
  return says
}

describe('a data directory', { timeout: 30_000 }, () => {
  it('that another server uses is refused, and the other keeps running', async () => {
    const directory = directoryOf('locked')
    const first: ServeProcess = await startServeOrThrow(['--data-dir', directory])

    const says = await refusalOf(directory)
    const health = await fetch(`${first.url}/livez`)
    const written = await post(first.url, 'written')
    const found = await namesAt(first.url)
    await first.stop()

    expect(says).toContain(`its users: expected none, got the process ${first.pid}`)
    expect([health.status, written.status]).toEqual([200, 200])
    expect(found).toEqual([...names, 'written'])
  })

  const reader = readerOf(folder)
  it.skipIf('missing' in reader)(
    `that is read-only is refused${'missing' in reader ? ` (skipped: ${reader.missing})` : ''}`,
    async () => {
      const directory = directoryOf('read-only', file => chmodSync(file, 0o444))
      chmodSync(folder, 0o755)
      chmodSync(directory, 0o555)
      const before = bytesIn(directory)

      const says = await refusalOf(directory, 'uid' in reader ? reader.options : undefined)
      const after = bytesIn(directory)
      chmodSync(directory, 0o755)
      chmodSync(join(directory, 'data.mdb'), 0o644)

      expect(says).toMatch(/opening: expected a directory to write to, got Error: EACCES/)
      expect(after).toEqual(before)
      expect(await contentOf(directory)).toEqual(names)
    },
  )

  it('of another version is refused and left unchanged', async () => {
    const directory = directoryOf('version')
    const { environment, close } = await openDataFile(directory, 1)
    const present = environment.get(formatKey)
    await environment.put(formatKey, Buffer.from('touchstone store 9'))
    await close()
    const before = bytesIn(directory)

    const says = await refusalOf(directory)

    expect(says).toContain(
      `data.mdb: its format: expected ${String(present)}, got touchstone store 9`,
    )
    expect(bytesIn(directory)).toEqual(before)
  })

  it.each([
    ['zeros', (page: Buffer) => page.fill(0)],
    ['noise', (page: Buffer) => page.forEach((_, index) => (page[index] = (index * 131) & 255))],
  ])('with %s in the middle of its data is refused and left unchanged', async (what, spoil) => {
    const directory = directoryOf(what, file => {
      const bytes = readFileSync(file)
      for (const start of pagesWith(bytes, names[15] ?? ''))
        spoil(bytes.subarray(start, start + 4096))
      writeFileSync(file, bytes)
    })
    const before = bytesIn(directory)

    const says = await refusalOf(directory)

    expect(says).toMatch(/data\.mdb: .*: expected .*, got /)
    expect(bytesIn(directory)).toEqual(before)
  })

  it('that is intact again has all data', async () => {
    expect(await contentOf(directoryOf('again'))).toEqual(names)
  })
})

async function contentOf(directory: string): Promise<string[]> {
  const { url, stop } = await startServeOrThrow(['--data-dir', directory])
  const found = await namesAt(url)
  expect((await fetch(`${url}/livez`)).status).toBe(200)
  await stop()
  return found
}

type Reader = { options: { uid: number } | undefined; uid: number } | { missing: string }

/** A user who cannot write to read-only directories. The superuser can write everywhere. */
function readerOf(place: string): Reader {
  const own = process.getuid?.()
  if (own === undefined) return { missing: 'this system has no users with numbers' }
  if (own !== 0) return { options: undefined, uid: own }
  const nobody = { uid: 65_534 }
  try {
    chmodSync(place, 0o755)
    const script = `require('node:fs').accessSync(${JSON.stringify(join(projectRoot, 'bin/touchstone.ts'))})`
    execFileSync(process.execPath, ['-e', script], { ...nobody, stdio: 'ignore' })
    return { options: nobody, ...nobody }
  } catch {
    return { missing: 'we are the superuser, and nobody else can read the program' }
  }
}
