import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { logDelivery } from './log-file.ts'

const dayMs = 24 * 60 * 60 * 1000

async function openLog(settings: { bytesMax?: number; ageMsMax?: number; backupsMax?: number }) {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-audit-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'audit.log')
  const batching = { bufferSize: 1, maxSize: 1, maxWaitMs: 1 }
  const log = logDelivery({
    kind: 'log',
    mode: 'blocking',
    batching,
    path,
    bytesMax: 0,
    ageMsMax: 0,
    backupsMax: 0,
    ...settings,
  })
  let nowMs = Date.parse('2026-03-04T05:06:07Z')
  const clock = { now: () => nowMs, steady: () => nowMs, after: () => () => {} }
  const context = { clock, random: () => 0, log: () => {}, listOf: () => '' }
  await log.open(context)
  onTestFinished(log.close)
  const pass = (ms: number) => void (nowMs += ms)
  return { ...log, path, folder, pass, files: async () => (await readdir(folder)).toSorted() }
}

it('appends to a file that is there', async () => {
  const { path, deliver } = await openLog({})
  await writeFile(path, 'before\n')

  await deliver(['{"a":1}', '{"b":2}'])

  expect(await readFile(path, 'utf8')).toBe('before\n{"a":1}\n{"b":2}\n')
})

it('replaces a file that would become too long, and keeps some of the old ones', async () => {
  const { path, deliver, pass, files } = await openLog({ bytesMax: 20, backupsMax: 2 })

  for (const event of ['one-one-one-one', 'two-two-two-two', 'three', 'four', 'five-five-five'])
    await deliver([event]).then(() => pass(1000))

  expect(await readFile(path, 'utf8')).toBe('five-five-five\n')
  expect(await files()).toEqual([
    'audit-2026-03-04T05-06-09.000.log',
    'audit-2026-03-04T05-06-11.000.log',
    'audit.log',
  ])
})

it('removes old files by their age, and nothing else', async () => {
  const { deliver, pass, files, folder } = await openLog({ bytesMax: 5, ageMsMax: dayMs })
  await writeFile(join(folder, 'audit-of-others.log'), '')

  for (const event of ['one', 'two', 'three']) await deliver([event]).then(() => pass(dayMs + 1))

  expect(await files()).toEqual([
    'audit-2026-03-06T05-06-07.002.log',
    'audit-of-others.log',
    'audit.log',
  ])
})
