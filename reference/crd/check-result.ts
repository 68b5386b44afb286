// What a check of a value comes to, as the genuine server's own checker counts and words it.

import { valueNotSupported, type StatusCause } from '../api/status-causes.ts'
import { truncate, quote, previewJson } from '../api/quote.ts'

/** What is wrong, and how much is right: of several choices the best one is told. */
export type CheckResult = { causes: StatusCause[]; matches: number }

// A refusal shows fewer, and a value may be wrong in a million places.
const causesMax = 100

/** Adds what another check found, each fault once. */
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

/** Whether as many faults were found as are told. */
export const isCauseLimitReached = ({ causes }: CheckResult): boolean => causes.length >= causesMax

/** What messages call the field that a path leads to; the whole object has no name. */
export const messageFieldOf = (path: string): string =>
  path === '' ? '<nil>' : path.replace(/^\./, '')

const shown = (value: unknown): string =>
  typeof value === 'string' ? quote(value) : previewJson(value)

export const invalidInBody = (path: string, value: unknown, because: string): StatusCause => ({
  reason: 'FieldValueInvalid',
  message: `Invalid value: ${shown(value)}: ${truncate(path)} in body ${because}`,
  field: messageFieldOf(path),
})

export const wrongTypeInBody = (path: string, wanted: string, got: string): StatusCause => ({
  ...invalidInBody(path, got, `must be of type ${wanted}: ${quote(got)}`),
  reason: 'FieldValueTypeInvalid',
})

/** A fault that is told of the object as a whole. */
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

// A definition may have ten thousands of them, and an object as many faults.
const choicesShown = 100
