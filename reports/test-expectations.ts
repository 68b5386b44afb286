// Builds the expectations of failures for tests of causes and findings.

import type { Failure } from '../suites/verdict.ts'

/**
 * Returns what a failure expected. A text that begins with the code of a refusal, or with
 * `a refusal`, expects a refusal, unless it is a version that is compared with another one.
 */
export function expecting(
  expected: string,
  got: string,
  status?: number,
): Pick<Failure, 'expected' | 'expectedRefusal'> {
  const isOfStatus = !/^\d+$/.test(got) || [status, 200, 201].includes(Number(got))
  const code = isOfStatus ? /^([45]\d\d)\b/.exec(expected)?.[1] : undefined
  if (code !== undefined) return { expected, expectedRefusal: { code: Number(code) } }
  return /^a (refusal|4xx)/.test(expected) ? { expected, expectedRefusal: {} } : { expected }
}
