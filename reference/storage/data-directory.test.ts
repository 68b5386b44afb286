import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createEntry } from './contract-test.ts'
import { openLmdbStore } from './lmdb.ts'

const root = mkdtempSync(join(tmpdir(), 'directories-'))
const fresh = () => mkdtempSync(join(root, 'd-'))

afterAll(() => rmSync(root, { recursive: true }))

const open = (directory: string) =>
  openLmdbStore({ directory, clock: { now: () => 0 }, historyMs: 3_600_000 })

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

/** Returns the modes of a directory and its files, by name. */
const modesIn = (directory: string) =>
  Object.fromEntries(
    ['', ...readdirSync(directory)].map(name => [name, modeOf(join(directory, name))]),
  )

const refusalOf = (directory: string): Promise<string> =>
  open(directory).then(
    async store => {
      await store.close()
      return 'it was opened'
    },
    (refusal: unknown) => String(refusal),
  )

const closed = { '': '700', 'data.mdb': '600', 'data.mdb-lock': '600' }

describe.skipIf(process.platform === 'win32')('the mode of a data directory', () => {
  it('that is created is 0700, as are created parent directories', async () => {
    const above = fresh()
    const directory = join(above, 'a', 'b')

    const store = await open(directory)
    await createEntry(store, 'g/r/n/a', 'a secret')
    const modes = modesIn(directory)
    await store.close()

    expect(modes).toEqual(closed)
    expect(modeOf(join(above, 'a'))).toBe('700')
  })

  it('that was wider is restricted, with its files', async () => {
    const directory = fresh()
    await (await open(directory)).close()
    for (const name of readdirSync(directory)) chmodSync(join(directory, name), 0o644)
    chmodSync(directory, 0o755)

    const store = await open(directory)
    const modes = modesIn(directory)
    await store.close()

    expect(modes).toEqual(closed)
  })

  it('that is empty and open to others is restricted', async () => {
    const directory = fresh()
    chmodSync(directory, 0o777)

    await (await open(directory)).close()

    expect(modeOf(directory)).toBe('700')
  })

  it('that contains other files is refused and left unchanged', async () => {
    const directory = fresh()
    writeFileSync(join(directory, 'of somebody'), '')
    chmodSync(directory, 0o1777)

    const refusal = await refusalOf(directory)

    expect(refusal).toContain(
      `${directory}: its mode: expected a directory for its owner alone (chmod 700), ` +
        'got 0777, and other files: "of somebody"',
    )
    expect(modesIn(directory)).toMatchObject({ '': '777' })
    expect(readdirSync(directory)).toEqual(['of somebody'])
  })

  it('that is private may contain other files', async () => {
    const directory = fresh()
    writeFileSync(join(directory, 'of ours'), '')

    expect(await refusalOf(directory)).toBe('it was opened')
  })
})

describe('a data directory that cannot be created', () => {
  const inTheWay = join(root, 'file')
  writeFileSync(inTheWay, '')
  const dangling = join(root, 'dangling')
  symlinkSync(join(root, 'nowhere'), dangling)
  const loop = join(root, 'loop')
  symlinkSync(loop, loop)

  it.for([
    ['a file', inTheWay, 'EEXIST'],
    ['a file above it', join(inTheWay, 'a', 'b'), 'ENOTDIR'],
    ['a link to nothing', dangling, 'ENOENT'],
    ['a link to itself', join(loop, 'a'), 'ELOOP'],
    ['a name that is too long', join(root, 'x'.repeat(300)), 'ENAMETOOLONG'],
    ...(process.platform === 'linux'
      ? [['one that takes no directories', '/proc/a/b', 'ENOENT'] as const]
      : []),
  ] as const)('because of %s is refused immediately', { timeout: 2000 }, async ([, path, code]) => {
    const refusal = await refusalOf(path)

    expect(refusal).toMatch(
      /^UnusableDirectory: .*data\.mdb: opening: expected a directory to write to, got/,
    )
    expect(refusal).toContain(code)
    expect(refusal).not.toContain('\n')
  })

  it('that is created leaves existing parent directories unchanged', async () => {
    const above = join(fresh(), 'a')
    mkdirSync(above, 0o755)

    await (await open(join(above, 'b'))).close()

    expect(modeOf(above)).toBe('755')
  })
})
