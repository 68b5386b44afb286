import { expect, it } from 'vitest'
import { example } from '../check.ts'
import type { Check } from '../check.ts'
import { createCheckQueue } from './check-queue.ts'

const check = (id: Check['id'], needs: Check['needs'] = []): Check =>
  example(id, [], () => [], { needs })
const paging = check('PAGE-001')
const writes = check('WRITE-001')
const audit = check('AUDIT-049')
const agent = check('AGENT-219', ['startAgent'])
const checks = [paging, audit, agent, writes]

it('begins with node agents and started servers in half of the environments', () => {
  const queue = createCheckQueue(checks, 2)

  expect([queue.next(0), queue.next(1)]).toEqual([paging, agent])
  expect([queue.next(0), queue.next(1)]).toEqual([writes, audit])
  expect([queue.next(0), queue.next(1)]).toEqual([undefined, undefined])
})

it('leaves no environment idle while checks are left', () => {
  const all = (environment: number) => {
    const queue = createCheckQueue(checks, 2)
    return checks.map(() => queue.next(environment))
  }

  expect(all(0)).toEqual([paging, writes, agent, audit])
  expect(all(1)).toEqual([agent, audit, paging, writes])
})

it('keeps the order of the other checks in a single environment', () => {
  const queue = createCheckQueue(checks, 1)

  expect(checks.map(() => queue.next(0))).toEqual([paging, writes, agent, audit])
})
