import { expect, it } from 'vitest'
import { runInformerInStorm, stormSummary } from './informer-storm.ts'

it('a storm reports why its informer was restarted', { timeout: 15_000 }, async () => {
  const outcome = await runInformerInStorm({ ms: 1000, cutEveryMs: 200, seed: 7 })

  const [[reason, times] = ['', 0]] = Object.entries(outcome.restarts)
  expect(outcome.differences).toEqual([])
  expect(reason).not.toBe('')
  expect(stormSummary(outcome)).toContain(`${times} × ${reason}`)
})

it('the summary of a storm has its seed and counts its restarts', () => {
  const restarts = { 'Premature close': 3, 'socket hang up': 1 }
  const outcome = { seed: 7, writes: 10, cuts: 5, events: 9, restarts, differences: [] }

  expect(stormSummary(outcome)).toBe(
    'seed 7, 10 writes, 5 cuts, 4 restarts (3 × Premature close, 1 × socket hang up), 9 events',
  )
  expect(stormSummary({ ...outcome, restarts: {} })).toContain('5 cuts, 0 restarts, 9 events')
})
