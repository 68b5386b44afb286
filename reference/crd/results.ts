// What a check of a value comes to, as the genuine server's own checker counts and words it.

import { valueNotSupported } from '../api/causes.ts'
import type { Cause } from '../api/resource.ts'
import { clipped, quoted, shownJson } from '../api/shown.ts'

/** What is wrong, and how much is right: of several choices the best one is told. */
export type Result = { causes: Cause[]; matches: number }

// A refusal shows fewer, and a value may be wrong in a million places.
const causesMax = 100

/** Adds what another check found, each fault once. */
export function merge(into: Result, { causes, matches }: Result): void {
  into.matches += matches
  add(into, ...causes)
}

export function add(into: Result, ...causes: readonly Cause[]): void {
  for (const cause of causes) {
    if (into.causes.length >= causesMax) return
    const { field, message } = cause
    if (into.causes.some(known => known.field === field && known.message === message)) continue
    into.causes.push(cause)
  }
}

/** Whether as many faults were found as are told. */
export const isFull = ({ causes }: Result): boolean => causes.length >= causesMax

/** What messages call the field that a path leads to; the whole object has no name. */
export const fieldOf = (path: string): string => (path === '' ? '<nil>' : path.replace(/^\./, ''))

const shown = (value: unknown): string =>
  typeof value === 'string' ? quoted(value) : shownJson(value)

export const invalidIn = (path: string, value: unknown, because: string): Cause => ({
  reason: 'FieldValueInvalid',
  message: `Invalid value: ${shown(value)}: ${clipped(path)} in body ${because}`,
  field: fieldOf(path),
})

export const wrongType = (path: string, wanted: string, got: string): Cause => ({
  ...invalidIn(path, got, `must be of type ${wanted}: ${quoted(got)}`),
  reason: 'FieldValueTypeInvalid',
})

/** A fault that is told of the object as a whole. */
export const invalidWhole = (because: string): Cause => ({
  reason: 'FieldValueInvalid',
  message: `Invalid value: "": ${because}`,
  field: '<nil>',
})

export const tooMany = (path: string, count: number, most: number): Cause => ({
  reason: 'FieldValueTooMany',
  message: `Too many: ${count}: must have at most ${most} ${most === 1 ? 'item' : 'items'}`,
  field: fieldOf(path),
})

export const tooLong = (path: string, most: number): Cause => ({
  reason: 'FieldValueTooLong',
  message: `Too long: may not be more than ${most} ${most === 1 ? 'byte' : 'bytes'}`,
  field: fieldOf(path),
})

export const notOneOf = (path: string, value: unknown, choices: readonly unknown[]): Cause =>
  valueNotSupported(
    fieldOf(path),
    value,
    choices
      .slice(0, choicesShown)
      .map(choice => (typeof choice === 'string' ? choice : shownJson(choice))),
  )

// A definition may have ten thousands of them, and an object as many faults.
const choicesShown = 100
