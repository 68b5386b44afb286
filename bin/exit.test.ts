import { AssertionError } from 'node:assert/strict'

import { expect, it } from 'vitest'
import { exitCodeFor, lineFor, ServerFault, UsageProblem } from './exit.ts'
import { isForeseen } from './serve.ts'

it('shows faults with a stack, and faults of usage without', () => {
  const bug = new TypeError('x is not a function')
  const fault = new ServerFault('the server could not start', { cause: bug })
  const usage = new UsageProblem('--port: expected a number, got "x"', { cause: bug })

  expect(lineFor(bug)).toMatch(/^touchstone: the harness failed: TypeError: x is not.*\n {4}at /)
  expect(lineFor(fault)).toMatch(/^touchstone: the server failed: TypeError: x is not.*\n {4}at /)
  expect(lineFor(usage)).toBe('touchstone: --port: expected a number, got "x"\n')
  expect([bug, fault, usage].map(exitCodeFor)).toEqual([2, 2, 3])
})

it('takes for a fault of usage what the system refuses and what says what it expected', () => {
  const refused = Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE' })

  expect(isForeseen(refused)).toBe(true)
  expect(isForeseen(new Error('--history: expected a duration, got "x"'))).toBe(true)
  expect(isForeseen(new Error('no such row'))).toBe(false)
  expect(isForeseen(Object.assign(new TypeError('x'), { code: 'ERR_INVALID_ARG_TYPE' }))).toBe(
    false,
  )
  expect(isForeseen(new AssertionError({ message: 'expected 1' }))).toBe(false)
  expect(isForeseen('a text')).toBe(false)
})

it('takes the refusals of storage engines for faults of usage', () => {
  class Unusable extends Error {}

  expect(isForeseen(new Unusable('data.mdb: its format: expected 2, got 9'))).toBe(true)
})
