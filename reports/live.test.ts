import { expect, it } from 'vitest'
import { liveProgress, progressLine } from './live.ts'
import type { Progress } from './report.ts'

const progress: Progress = {
  section: 'paging',
  done: 12,
  total: 140,
  cases: 1204,
  requests: 9800,
  rate: 811.6,
  elapsedMs: 12_000,
  leftMs: 74_200,
  failures: 1,
}

it('says section, checks, cases, rate, time left and failures', () => {
  expect(progressLine(progress)).toBe(
    'paging  12/140 checks  1,204 cases  812 requests/s  1:15 left  1 failed',
  )
})

it('leaves out what is not known or did not happen', () => {
  const { leftMs: _, ...start } = progress

  expect(progressLine({ ...start, failures: 0 })).toBe(
    'paging  12/140 checks  1,204 cases  812 requests/s',
  )
})

it('rewrites one line on a terminal, within its width, and clears it at the end', () => {
  const written: string[] = []
  const live = liveProgress({ isTTY: true, columns: 20, write: text => written.push(text) }, false)

  live.show(progress)
  live.show({ ...progress, elapsedMs: progress.elapsedMs + 50 })
  live.show({ ...progress, elapsedMs: progress.elapsedMs + 150 })
  live.end()

  const line = '\r\u001b[2Kpaging  12/140 che…'
  expect(written).toEqual([line, line, '\r\u001b[2K'])
})

it('writes a plain line every five seconds at most elsewhere', () => {
  const written: string[] = []
  const live = liveProgress({ write: text => written.push(text) }, false)

  for (const elapsedMs of [0, 2000, 4999, 5000, 9000, 10_000]) live.show({ ...progress, elapsedMs })
  live.end()

  expect(written).toEqual(Array.from({ length: 3 }, () => `${progressLine(progress)}\n`))
})
