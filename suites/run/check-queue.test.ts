import { expect, it } from 'vitest'
import { example } from '../check.ts'
import type { Check } from '../check.ts'
import { createCheckQueue, environmentCounts, runsLast } from './check-queue.ts'

const check = (id: Check['id'], needs: Check['needs'] = []): Check =>
  example(id, [], () => [], { needs })
const paging = check('PAGE-001')
const writes = check('WRITE-001')
const audit = check('AUDIT-049')
const agent = check('AGENT-219', ['startAgent'])
const checks = [paging, audit, agent, writes]
const inTurn = (id: Check['id']) => ({ ...check(id, ['startAgent']), alone: true })

it('has separate environments for node agents and started servers, if both kinds are run', () => {
  const counts = (among: Check[], concurrency: number, hasPrograms = true) =>
    environmentCounts(among, { concurrency, hasPrograms })

  expect(counts(checks, 4)).toEqual({ target: 4, programs: 4 })
  expect(counts(checks, 20)).toEqual({ target: 20, programs: 4 })
  expect(counts(checks, 25)).toEqual({ target: 25, programs: 1 })
  expect(counts([paging, writes], 4)).toEqual({ target: 4, programs: 0 })
  expect(counts([audit, agent], 4)).toEqual({ target: 4, programs: 0 })
  expect(counts(checks, 4, false)).toEqual({ target: 4, programs: 0 })
  expect(counts(checks, 1)).toEqual({ target: 1, programs: 0 })
})

it('begins with node agents, and never performs more checks at a time on the target', () => {
  const queue = createCheckQueue(checks, { target: 1, programs: 1 })

  expect([queue.next(0), queue.next(1)]).toEqual([paging, agent])
  expect([queue.next(0), queue.next(1)]).toEqual([writes, audit])
  expect([queue.next(0), queue.next(1)]).toEqual([undefined, undefined])
})

it('shares started programs among all environments if there is nothing else', () => {
  const queue = createCheckQueue([audit, agent], { target: 2, programs: 0 })

  expect([queue.next(0), queue.next(1)]).toEqual([agent, audit])
})

it('performs checks of agents that run alone in sequence, while others run', () => {
  const [first, second] = [inTurn('NODE-006'), inTurn('AGENT-270')]
  const queue = createCheckQueue([first, ...checks, second], { target: 2, programs: 2 })

  expect([0, 1, 2, 3].map(queue.next)).toEqual([paging, writes, agent, first])
  expect([0, 1, 2, 3].map(queue.next)).toEqual([undefined, undefined, audit, second])
  expect([first, paging, { ...paging, alone: true }].map(runsLast)).toEqual([false, false, true])
})

it('performs everything in a single environment', () => {
  const first = inTurn('NODE-006')
  const queue = createCheckQueue([...checks, first], { target: 1, programs: 0 })

  expect([...checks, first].map(() => queue.next(0))).toEqual([paging, writes, first, agent, audit])
})

it('takes the musts of all sections in turn in a run without time for all checks', () => {
  const ids = ['PATH-001', 'PATH-002', 'LIST-001', 'LIST-002', 'PAGE-009', 'WATCH-001'] as const
  let willSkipChecks = false
  const queue = createCheckQueue(
    ids.map(id => check(id)),
    { target: 1, programs: 0 },
    () => willSkipChecks,
  )

  expect(queue.next(0)?.id).toBe('PATH-001')
  willSkipChecks = true
  const rest = ids.slice(1).map(() => queue.next(0)?.id)
  expect(rest).toEqual(['LIST-001', 'WATCH-001', 'PATH-002', 'LIST-002', 'PAGE-009'])
  expect(queue.next(0)).toBeUndefined()
})
