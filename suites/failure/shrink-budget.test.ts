import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { shrinkBudget, withinBudget } from './shrink-budget.ts'

it('gives a case its time, and one second once the budget of the run is spent', async () => {
  const options = { shrinkMs: 20_000, shrinkBudget: shrinkBudget() }
  const timeGivenTo = (work = async () => {}) =>
    withinBudget(options, async limitMs => {
      await work()
      return Math.round(limitMs / 1_000)
    })

  expect(await timeGivenTo()).toBe(20)
  options.shrinkBudget.leftMs = 10_000
  expect(await timeGivenTo(() => pause(50))).toBe(10)
  expect(options.shrinkBudget.leftMs).toBeLessThan(9_960)
  options.shrinkBudget.leftMs = 0
  expect(await timeGivenTo()).toBe(1)
})

it('gives a case one second when the run is ending', async () => {
  let isEnding = false
  const options = { shrinkMs: 20_000, shrinkBudget: shrinkBudget(() => isEnding) }

  expect(await withinBudget(options, async limitMs => limitMs)).toBe(20_000)
  isEnding = true
  expect(await withinBudget(options, async limitMs => limitMs)).toBe(1_000)
})

it('never shrinks if shrinking is disabled', async () => {
  const options = { shrinkMs: 0, shrinkBudget: shrinkBudget() }

  expect(await withinBudget(options, async limitMs => limitMs)).toBe(0)
})
