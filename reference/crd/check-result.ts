// The result of checking a value, counted and worded as by the genuine server's checker.

import { valueNotSupported, valueText, type StatusCause } from '../api/status-causes.ts'
import { truncate, quote, previewJson } from '../api/quote.ts'

/**
 * The causes, and the number of checks that passed. Of several alternatives, the one with the most
 * matches is reported.
 */
export type CheckResult = { causes: StatusCause[]; matches: number }

// A response shows fewer, and a value may have a million faults.
const causesMax = 100

/** Adds the result of another check, with each cause once. */
export function mergeResult(into: CheckResult, { causes, matches }: CheckResult): void {
  into.matches += matches
  addCauses(into, ...causes)
}

export function addCauses(into: CheckResult, ...causes: readonly StatusCause[]): void {
  for (const cause of causes) {
    if (into.causes.length >= causesMax) return
    const { field, message } = cause
    if (into.causes.some(known => known.field === field && known.message === message)) continue
    into.causes.push(cause)
  }
}

/** Whether no further causes are recorded. */
export const isCauseLimitReached = ({ causes }: CheckResult): boolean => causes.length >= causesMax

/** Returns the name of a field in messages. The root has none. */
export const messageFieldOf = (path: string): string =>
  path === '' ? '<nil>' : path.replace(/^\./, '')

export const invalidInBody = (path: string, value: unknown, because: string): StatusCause => ({
  reason: 'FieldValueInvalid',
  message: `Invalid value: ${valueText(value)}: ${truncate(path)} in body ${because}`,
  field: messageFieldOf(path),
})

export const wrongTypeInBody = (path: string, wanted: string, got: string): StatusCause => ({
  ...invalidInBody(path, got, `must be of type ${wanted}: ${quote(got)}`),
  reason: 'FieldValueTypeInvalid',
})

/** A fault of the object as a whole. */
export const invalidObject = (because: string): StatusCause => ({
  reason: 'FieldValueInvalid',
  message: `Invalid value: "": ${because}`,
  field: '<nil>',
})

export const tooManyItems = (path: string, count: number, most: number): StatusCause => ({
  reason: 'FieldValueTooMany',
  message: `Too many: ${count}: must have at most ${most} ${most === 1 ? 'item' : 'items'}`,
  field: messageFieldOf(path),
})

export const tooManyBytes = (path: string, most: number): StatusCause => ({
  reason: 'FieldValueTooLong',
  message: `Too long: may not be more than ${most} ${most === 1 ? 'byte' : 'bytes'}`,
  field: messageFieldOf(path),
})

export const notInEnum = (path: string, value: unknown, choices: readonly unknown[]): StatusCause =>
  valueNotSupported(
    messageFieldOf(path),
    value,
    choices
      .slice(0, choicesShown)
      .map(choice => (typeof choice === 'string' ? choice : previewJson(choice))),
  )

// A definition may list ten thousand choices, and an object may have as many faults.
const choicesShown = 100
