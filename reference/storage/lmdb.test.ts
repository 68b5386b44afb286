import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { storeContract } from './contract.ts'
import { openLmdbStore } from './lmdb.ts'

const root = mkdtempSync(join(tmpdir(), 'lmdb-'))
let directories = 0

afterAll(() => rmSync(root, { recursive: true }))

storeContract({
  name: 'lmdb',
  open: () =>
    openLmdbStore({
      directory: join(root, String(directories++)),
      clock: { now: () => 0 },
      historyMs: 3_600_000,
    }),
  skip: [],
})
