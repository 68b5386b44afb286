// Tests a few deaths of each kind. The nightly run tests hundreds.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { emptyStoreHistory, judgeStore } from './judge-store.ts'
import { compileFaultyDisk, killUnderLoad, losePower } from './crash-runs.ts'
import type { WrittenContent, CommitNote } from './commit-notes.ts'

const folder = mkdtempSync(join(tmpdir(), 'disk-'))
const disk = compileFaultyDisk(folder)

afterAll(() => rmSync(folder, { recursive: true }))

const bounds = { deaths: 6, seed: 1, deadlineMs: 20_000 }

it('a killed process loses nothing', async () => {
  const { deaths, acknowledged, findings } = await killUnderLoad({ ...bounds, deaths: 2 })

  expect(findings).toEqual([])
  expect(deaths).toBe(2)
  expect(acknowledged).toBeGreaterThan(0)
})

it('a process killed during key rotation loses nothing', async () => {
  const outcome = await killUnderLoad({ ...bounds, deaths: 4, rotates: true })

  expect(outcome).toMatchObject({ deaths: 4, findings: [] })
  expect(outcome.acknowledged).toBeGreaterThan(0)
  expect(outcome.rotations).toBeGreaterThan(0)
})

describe.skipIf(disk === undefined)('a disk (skipped without Linux and a C compiler)', () => {
  const lose = (options: Partial<Parameters<typeof losePower>[1]>) =>
    losePower(disk ?? '', { ...bounds, imagesPerLife: 6, ...options })

  it('that loses power loses no writes', async () => {
    expect(await lose({})).toMatchObject({ deaths: 6, findings: [] })
  })

  it('that does not sync is detected', async () => {
    expect((await lose({ believes: false })).findings).not.toEqual([])
  })

  for (const fault of ['sync', 'synced write', 'full'] as const) {
    it(`with a fault (${fault}) loses no writes`, async () => {
      expect(await lose({ fault })).toMatchObject({ deaths: 6, findings: [] })
    })
  }
})

describe('the judge', () => {
  const a: WrittenContent = { key: 'a', digest: '1' }
  const changed: WrittenContent = { key: 'a', digest: '2' }
  const removed: WrittenContent = { key: 'a', digest: null }
  const issued = (...contents: WrittenContent[]): CommitNote[] =>
    contents.map((content, number) => ({ issued: number, ...content }))
  const acknowledged = (number: number, revision: number): CommitNote => ({
    acknowledged: number,
    revision,
  })
  const storeWith = (...contents: WrittenContent[]) => {
    const last = contents.at(-1)
    const newest = contents.length + 1
    return {
      newest,
      changes: new Map(contents.map((content, index) => [index + 2, content] as const)),
      state: new Map(last?.digest ? [['a', { ...last, revision: newest }] as const] : []),
    }
  }
  const findings = (...given: Parameters<typeof judgeStore>) => judgeStore(...given).findings

  it('accepts an acknowledged write and one whose answer was lost', () => {
    const notes = [...issued(a, removed), acknowledged(0, 2)]

    expect(findings(storeWith(a), emptyStoreHistory, notes)).toEqual([])
    expect(findings(storeWith(a, removed), emptyStoreHistory, notes)).toEqual([])
  })

  it('finds a lost write', () => {
    const notes = [...issued(a), acknowledged(0, 2)]

    expect(findings(storeWith(), emptyStoreHistory, notes)).toEqual([{ what: 'lost', revision: 2 }])
    expect(findings(storeWith(changed), emptyStoreHistory, notes)).toContainEqual({
      what: 'lost',
      revision: 2,
    })
  })

  it('finds a refused write that was stored', () => {
    const notes: CommitNote[] = [...issued(a), { refused: 0 }]

    expect(findings(storeWith(a), emptyStoreHistory, notes)).toEqual([
      { what: 'invented', revision: 2 },
    ])
  })

  it('finds a revision that was issued twice', () => {
    const { past } = judgeStore(storeWith(a), emptyStoreHistory, [...issued(a), acknowledged(0, 2)])

    const again = findings(storeWith(a), past, [...issued(changed), acknowledged(0, 2)])

    expect(again).toContainEqual({ what: 'repeated', revision: 2 })
  })

  it('finds a state that differs from the sum of the changes', () => {
    const { changes, newest } = storeWith(a, changed)
    const stale = { newest, changes, state: storeWith(a).state }

    expect(findings(stale, emptyStoreHistory, issued(a, changed))).toEqual([
      { what: 'wrong state', revision: 3 },
    ])
  })
})
