import { expect, it } from 'vitest'
import { idleOutcome } from './storage-engine-runs.ts'

const idle = { count: 1000, slowestMs: 12.4, wrong: [] }

it('idle connections that all open are no problem', () => {
  expect(idleOutcome(idle, 1000)).toEqual({
    summary: '1000 connections, the slowest request took 12 ms',
  })
})

it('fewer idle connections than requested are a problem, with a reason', () => {
  const because = 'a process here may open only 1256 files'

  expect(idleOutcome({ ...idle, because }, 10_000).problem).toBe(
    `expected 10000 connections, got 1000: ${because}`,
  )
})
