// Whether two answers say the same, whatever they are written in.

import { isDeepStrictEqual } from 'node:util'
import type { Answer } from './history.ts'

/**
 * Whether two bodies are the same data, integers beyond 2^53 to the last digit. Protobuf does not
 * tell what is absent from what is zero or empty, so that beside it such members count for nothing.
 */
export function haveEqualMeaning(one: Answer, other: Answer): boolean {
  if (one.body === undefined || other.body === undefined) return false
  if (!isDeepStrictEqual(one.integers ?? {}, other.integers ?? {})) return false
  const isProtobuf = one.envelope !== undefined || other.envelope !== undefined
  return isProtobuf
    ? isDeepStrictEqual(withoutZeros(one.body), withoutZeros(other.body))
    : isDeepStrictEqual(one.body, other.body)
}

/** A value without the members, on any level, that Protobuf would not tell from absent ones. */
export function withoutZeros(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutZeros)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([key, member]) => [key, withoutZeros(member)] as const)
  return Object.fromEntries(members.filter(([, member]) => !isZero(member)))
}

const isZero = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.keys(value).length === 0
    : [null, undefined, '', 0, false].includes(value as null)
