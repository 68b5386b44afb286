import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished, vi } from 'vitest'

import { logDelivery } from './log-file.ts'

const dayMs = 24 * 60 * 60 * 1000

const encoded = (text: string) => ({ pieces: [Buffer.from(text)], bytes: text.length })

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

it('appends to an existing file', async () => {
  const { path, deliver } = await openLog({})
  await writeFile(path, 'before\n')

  await deliver([encoded('{"a":1}'), encoded('{"b":2}')])

  expect(await readFile(path, 'utf8')).toBe('before\n{"a":1}\n{"b":2}\n')
})

it('rotates a file before it grows too long, and keeps a limited number of backups', async () => {
  const { path, deliver, pass, files } = await openLog({ bytesMax: 20, backupsMax: 2 })

  for (const event of ['one-one-one-one', 'two-two-two-two', 'three', 'four', 'five-five-five'])
    await deliver([encoded(event)]).then(() => pass(1000))

  expect(await readFile(path, 'utf8')).toBe('five-five-five\n')
  expect(await files()).toEqual([
    'audit-2026-03-04T05-06-09.000.log',
    'audit-2026-03-04T05-06-11.000.log',
    'audit.log',
  ])
})

it('continues after the file has been removed', async () => {
  const { path, deliver, files } = await openLog({ bytesMax: 10 })
  await deliver([encoded('one-one')])
  await rm(path)

  await deliver([encoded('two-two')])

  expect(await readFile(path, 'utf8')).toBe('two-two\n')
  expect(await files()).toEqual(['audit.log'])
})

it('leaves no partial line when the disk is full', async () => {
  const { path, deliver } = await openLog({})
  await deliver([encoded('one')])
  const some = await open(path)
  const spied = vi.spyOn(Object.getPrototypeOf(some), 'write')
  await some.close()
  const failure = new Error('no space')
  spied.mockImplementationOnce(async function (this: typeof some, text: unknown) {
    await this.appendFile((text as Buffer).subarray(0, 2))
    return { bytesWritten: 2 }
  })
  spied.mockRejectedValueOnce(failure)

  await expect(deliver([encoded('two')])).rejects.toBe(failure)
  spied.mockRestore()
  await deliver([encoded('three')])

  expect(await readFile(path, 'utf8')).toBe('one\nthree\n')
})

it('removes backups that are too old, and no other files', async () => {
  const { deliver, pass, files, folder } = await openLog({ bytesMax: 5, ageMsMax: dayMs })
  await writeFile(join(folder, 'audit-of-others.log'), '')

  for (const event of ['one', 'two', 'three'])
    await deliver([encoded(event)]).then(() => pass(dayMs + 1))

  expect(await files()).toEqual([
    'audit-2026-03-06T05-06-07.002.log',
    'audit-of-others.log',
    'audit.log',
  ])
})
