import { expect, it } from 'vitest'
import { historyOfExchanges } from '../history/test-history.ts'
import { createWaitMemory } from './wait-memory.ts'

const history = () => historyOfExchanges()

it('shortens waits of a kind after three misses in a row, and marks those histories', () => {
  const waits = createWaitMemory()
  const [before, after] = [history(), history()]

  for (let miss = 0; miss < 3; miss++) {
    expect(waits.limitMs('poll', 5_000, before)).toBe(5_000)
    waits.record('poll', false)
  }

  expect(waits.limitMs('poll', 5_000, after)).toBe(500)
  expect(waits.limitMs('poll', 2_000, after)).toBe(300)
  expect(waits.limitMs('another', 5_000, after)).toBe(5_000)
  expect([waits.isShortened(before), waits.isShortened(after)]).toEqual([false, true])
})

it('waits in full again after a successful wait', () => {
  const waits = createWaitMemory()
  const ends = [false, false, true, false, false, false, true]
  const limits = ends.map(hasComeTrue => {
    const ms = waits.limitMs('poll', 5_000, history())
    waits.record('poll', hasComeTrue)
    return ms
  })

  expect(limits).toEqual([5_000, 5_000, 5_000, 5_000, 5_000, 5_000, 500])
  expect(waits.limitMs('poll', 5_000, history())).toBe(5_000)
})

it('does not lengthen a short wait', () => {
  const waits = createWaitMemory()
  for (let miss = 0; miss < 3; miss++) waits.record('poll', false)
  const own = history()

  expect(waits.limitMs('poll', 200, own)).toBe(200)
  expect(waits.isShortened(own)).toBe(false)
})
