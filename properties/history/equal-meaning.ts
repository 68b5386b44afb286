// Compares the data of two answers independent of their encodings.

import { isDeepStrictEqual } from 'node:util'
import type { Answer } from './history.ts'

/**
 * Reports whether two bodies contain the same data, with all digits of integers beyond 2^53.
 * Protobuf cannot distinguish absent members from zero or empty ones. If one body is Protobuf, such
 * members are ignored in both.
 */
export function haveEqualMeaning(one: Answer, other: Answer): boolean {
  if (one.body === undefined || other.body === undefined) return false
  if (!isDeepStrictEqual(one.integers ?? {}, other.integers ?? {})) return false
  const isProtobuf = one.envelope !== undefined || other.envelope !== undefined
  return isProtobuf
    ? isDeepStrictEqual(withoutZeros(one.body), withoutZeros(other.body))
    : isDeepStrictEqual(one.body, other.body)
}

/**
 * Returns a value without the members, at any depth, that Protobuf cannot distinguish from absent
 * ones.
 */
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
