import { AssertionError } from 'node:assert/strict'

import { expect, it } from 'vitest'
import { errorExitCode, errorLine, ServerFault, UsageProblem } from './command-errors.ts'
import { isExpectedError } from './serve.ts'

it('prints internal errors with a stack, and usage errors without', () => {
  const bug = new TypeError('x is not a function')
  const fault = new ServerFault('the server could not start', { cause: bug })
  const usage = new UsageProblem('--port: expected a number, got "x"', { cause: bug })

  expect(errorLine(bug)).toMatch(/^touchstone: the harness failed: TypeError: x is not.*\n {4}at /)
  expect(errorLine(fault)).toMatch(/^touchstone: the server failed: TypeError: x is not.*\n {4}at /)
  expect(errorLine(usage)).toBe('touchstone: --port: expected a number, got "x"\n')
  expect([bug, fault, usage].map(errorExitCode)).toEqual([2, 2, 3])
})

it('treats system errors and failed expectations as usage errors', () => {
  const refused = Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE' })

  expect(isExpectedError(refused)).toBe(true)
  expect(isExpectedError(new Error('--history: expected a duration, got "x"'))).toBe(true)
  expect(isExpectedError(new Error('no such row'))).toBe(false)
  expect(isExpectedError(Object.assign(new TypeError('x'), { code: 'ERR_INVALID_ARG_TYPE' }))).toBe(
    false,
  )
  expect(isExpectedError(new AssertionError({ message: 'expected 1' }))).toBe(false)
  expect(isExpectedError('a text')).toBe(false)
})

it('treats errors of storage engines as usage errors', () => {
  class Unusable extends Error {}

  expect(isExpectedError(new Unusable('data.mdb: its format: expected 2, got 9'))).toBe(true)
})
