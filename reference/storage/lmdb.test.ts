import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { storeContract } from './contract.ts'
import {
  createEntry,
  storeKey,
  watchReader,
  removeEntry,
  changeSummaryOf,
  updateEntry,
} from './contract-test.ts'
import { type LmdbStoreOptions, openLmdbStore, UnusableDirectory } from './lmdb.ts'
import { openDataFile } from './lmdb-file.ts'
import { newestMeta } from './lmdb-pages.ts'
import { formatKey } from './lmdb-record.ts'
import { Compacted, type Revision, type Store } from '../api/store.ts'

const root = mkdtempSync(join(tmpdir(), 'lmdb-'))
const newDirectory = () => join(mkdtempSync(join(root, 'd-')), 'made', 'for', 'it')

afterAll(() => rmSync(root, { recursive: true }))

const open = (directory: string, options: Partial<LmdbStoreOptions> = {}): Promise<Store> =>
  openLmdbStore({ directory, clock: { now: () => 0 }, historyMs: 3_600_000, ...options })

storeContract({ name: 'lmdb', open: () => open(newDirectory()), skip: [] })

const refusalOf = (opening: Promise<Store>): Promise<unknown> =>
  opening.then(
    store => store.close(),
    (refusal: unknown) => refusal,
  )

/** Returns all changes after the first revision that is kept. */
async function historyOf(store: Store, from = '1'): Promise<string[]> {
  const newest = await store.revision()
  const watch = watchReader(store, '', from as Revision)
  const changes = await watch.take(Number(newest) - Number(from))
  watch.stop()
  return changes.map(changeSummaryOf)
}

const contentOf = async (store: Store): Promise<string> => {
  const { revision, entries } = await store.range({ prefix: '' })
  return [revision, ...entries.map(one => `${one.key}@${one.revision}=${one.value}`)].join()
}

describe('a data directory that is opened again', () => {
  it('has all values, the revision and the history', async () => {
    const directory = newDirectory()
    const store = await open(directory)
    const a = await updateEntry(store, await createEntry(store, 'g/r/n/a', '1'), '2')
    const binary = Buffer.from([0, 0xff, 0xc0, 0x0a])
    await store.commit({ key: storeKey('g/r/n/b'), guard: { absent: true }, value: binary })
    await removeEntry(store, await createEntry(store, 'g/r/n/c', 'gone'))
    await createEntry(store, 'g/r/n/c', 'back')
    const left = [await store.range({ prefix: '' }), await historyOf(store)]
    const then = await store.range({ prefix: '', revision: a.revision })
    await store.close()

    const again = await open(directory)

    expect([await again.range({ prefix: '' }), await historyOf(again)]).toEqual(left)
    expect(await again.range({ prefix: '', revision: a.revision })).toEqual(then)
    const next = await createEntry(again, 'g/r/n/d', '1')
    expect(next.revision).toBe('8')
    await again.close()
  })

  it('stores values of every size under the longest names', async () => {
    const directory = newDirectory()
    const store = await open(directory)
    const names = [0, 1, 500, 2011, 2012, 2013, 4096, 70_000, 3_000_000].map(
      size => [`${'g'.repeat(253)}/${'r'.repeat(253)}//${'n'.repeat(253)}-${size}`, size] as const,
    )
    for (const [name, size] of names) await createEntry(store, name, 'x'.repeat(size))
    await store.close()

    const again = await open(directory)

    for (const [name, size] of names) {
      expect((await again.get(storeKey(name)))?.value.toString() === 'x'.repeat(size)).toBe(true)
    }
    await again.close()
  })

  it('removes expired history from the disk too', async () => {
    const directory = newDirectory()
    let nowMs = 0
    const options = { clock: { now: () => nowMs }, historyMs: 1000, historyMax: 20 }
    const store = await open(directory, options)
    let a = await createEntry(store, 'g/r/n/a', '')
    await removeEntry(store, await createEntry(store, 'g/r/n/b', 'gone'))
    for (let change = 0; change < 200; change++) a = await updateEntry(store, a, `${change}`)
    await store.close()

    const again = await open(directory, options)
    const oldest = String(Number(a.revision) - 19) as Revision
    expect((await again.range({ prefix: '', revision: oldest })).entries).toHaveLength(1)
    await expect(again.range({ prefix: '', revision: '1' as Revision })).rejects.toMatchObject({
      oldest,
    })
    nowMs = 5000
    expect((await again.range({ prefix: '' })).entries).toEqual([a])
    await expect(again.range({ prefix: '', revision: oldest })).rejects.toBeInstanceOf(Compacted)
    await createEntry(again, 'g/r/n/c', '1')
    await again.close()

    const { environment, close } = await openDataFile(directory, 1)
    // Two records, the format and the head.
    expect(environment.getKeysCount()).toBe(4)
    await close()
  })

  it('remembers a compaction', async () => {
    const directory = newDirectory()
    const store = await open(directory)
    const a = await createEntry(store, 'g/r/n/a', '1')
    const b = await updateEntry(store, a, '2')
    await store.compact(b.revision)
    await store.close()

    const again = await open(directory)

    const refused = again.range({ prefix: '', revision: a.revision })
    await expect(refused).rejects.toMatchObject({ oldest: b.revision })
    await again.close()
  })

  it('shares one sync among concurrent commits', async () => {
    const directory = newDirectory()
    const store = await open(directory)
    await Promise.all(
      Array.from({ length: 64 }, (_, index) => createEntry(store, `g/r/n/${index}`, 'x')),
    )
    await store.close()

    const { file, close } = await openDataFile(directory, 1)
    // LMDB counts its transactions; the first one created the file.
    expect(newestMeta(file.fd).transaction).toBe(2)
    await close()
  })
})

describe('a data directory that cannot be used is refused', () => {
  it('when this process uses it already', async () => {
    const directory = newDirectory()
    const store = await open(directory)

    const refusal = await refusalOf(open(directory))

    expect(String(refusal)).toBe(
      `UnusableDirectory: ${directory}/data.mdb: its users: expected none, got this process`,
    )
    await createEntry(store, 'g/r/n/a', '1')
    await store.close()
  })

  it('when another process uses it, until that is killed', async () => {
    const directory = newDirectory()
    await (await open(directory)).close()
    const script = `
      import { open } from 'lmdb'
      const file = open({ path: process.argv[1], noSubdir: true, overlappingSync: false })
      file.useReadTransaction().done()
      console.log('open')
      setInterval(() => file, 1000)`
    const words = ['--input-type=module', '-e', script, join(directory, 'data.mdb')]
    const other = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(other.stdout, 'data')

    const refusal = await refusalOf(open(directory))
    other.kill('SIGKILL')
    await once(other, 'exit')

    expect(String(refusal)).toContain(`its users: expected none, got the process ${other.pid}`)
    await (await open(directory)).close()
  })

  it('when a file is in its place', async () => {
    const file = join(mkdtempSync(join(root, 'f-')), 'file')
    writeFileSync(file, 'text')

    const refusal = await refusalOf(open(join(file, 'below')))

    expect(refusal).toBeInstanceOf(UnusableDirectory)
    expect(String(refusal)).toContain(
      'opening: expected a directory to write to, got Error: ENOTDIR',
    )
  })

  it('when its file has another format', async () => {
    const directory = newDirectory()
    await (await open(directory)).close()
    const { environment, close } = await openDataFile(directory, 1)
    await environment.put(formatKey, Buffer.from('touchstone store 2'))
    await close()

    const refusal = await refusalOf(open(directory))

    expect(String(refusal)).toContain(
      'data.mdb: its format: expected touchstone store 1, got touchstone store 2',
    )
  })

  it('when its file is empty, truncated or not a database', async () => {
    const directory = newDirectory()
    const store = await open(directory)
    for (let at = 0; at < 50; at++) await createEntry(store, `g/r/n/${at}`, 'x'.repeat(2000))
    await store.close()
    const file = join(directory, 'data.mdb')
    const whole = readFileSync(file)
    const refusals: string[] = []

    for (const bytes of [Buffer.alloc(0), Buffer.alloc(9000), Buffer.from('text'.repeat(5000))]) {
      writeFileSync(file, bytes)
      refusals.push(String(await refusalOf(open(directory))))
      expect(readFileSync(file).equals(bytes)).toBe(true)
    }
    writeFileSync(file, whole)
    truncateSync(file, 5 * 4096)
    refusals.push(String(await refusalOf(open(directory))))

    for (const refusal of refusals.slice(0, 3)) {
      expect(refusal).toContain('page 0: expected an LMDB file, got another one')
    }
    expect(refusals[3]).toMatch(/expected a page from 2 to 4, got \d+/)
  })

  it('or has lost nothing after a change of any byte of its file', {
    timeout: 120_000,
  }, async () => {
    const directory = newDirectory()
    const store = await open(directory, { historyMax: 40 })
    for (let round = 0; round < 3; round++) {
      for (let at = 0; at < 60; at++) {
        const there = await store.get(storeKey(`g/r/n/${at}`))
        const value = Buffer.alloc(at * 60, `${at} ${round}`)
        const guard = there ? { basedOn: there.revision } : ({ absent: true } as const)
        await store.commit({ key: storeKey(`g/r/n/${at}`), guard, value })
      }
    }
    const left = await contentOf(store)
    await store.close()
    const whole = readFileSync(join(directory, 'data.mdb'))
    const copy = newDirectory()
    cpSync(directory, copy, { recursive: true })
    let refused = 0

    // Every 5,003rd byte: an odd step hits headers, nodes and values.
    for (let at = 3; at < statSync(join(directory, 'data.mdb')).size; at += 5003) {
      const bytes = Buffer.from(whole)
      bytes.writeUInt8(bytes.readUInt8(at) ^ 0x55, at)
      writeFileSync(join(copy, 'data.mdb'), bytes)
      const opened = await open(copy).catch((refusal: unknown) => refusal)
      if (opened instanceof UnusableDirectory) refused++
      else {
        expect((await contentOf(opened as Store)) === left).toBe(true)
        await (opened as Store).close()
      }
    }

    expect(refused).toBeGreaterThan(20)
  })
})
