// Computes the steps of a call from the values of its arguments.

import { callCost, hasFixedCost } from './call-cost.ts'
import type { CallArgument } from './cost-estimate.ts'
import { exactSize } from './size-estimates.ts'
import { celTypeOf } from './type-names.ts'
import { mapEntriesOf } from './values.ts'

export type StepCount = (values: readonly unknown[]) => number

const equalities = ['_==_', '_!=_']

/** Uses the rules of the estimate with the actual sizes of the values. */
export function runtimeCost(called: string, args: readonly CallArgument[]): StepCount {
  if (hasFixedCost(called)) return () => 1
  // Comparisons count the steps of nested values themselves.
  if (equalities.includes(called)) return ([a, b]) => (isText(a) && isText(b) ? textSteps(a, b) : 1)
  return values => {
    if (values.every(isScalar)) return 1
    const known = values.map((value, index) => argumentOf(value, args[index]))
    const { cost } = callCost(called, known, () => meanSize(values[0]))
    // A call that fails immediately costs no more than one step.
    return Number.isFinite(cost) ? cost : 1
  }
}

const isScalar = (value: unknown): boolean =>
  typeof value === 'bigint' || typeof value === 'number' || typeof value === 'boolean'

const isText = (value: unknown): value is string => typeof value === 'string'

const textSteps = (a: string, b: string): number => Math.ceil(Math.min(a.length, b.length) / 10)

function argumentOf(value: unknown, known: CallArgument | undefined): CallArgument {
  const type = !known || known.type.is === 'dyn' ? { is: celTypeOf(value) } : known.type
  return {
    type,
    size: exactSize(lengthOf(value)),
    // An integer argument may limit the work of the call.
    ...(typeof value === 'bigint' && { literal: value }),
  }
}

function lengthOf(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value) || Buffer.isBuffer(value)) {
    return value.length
  }
  return typeof value === 'object' && value !== null ? (mapEntriesOf(value)?.size ?? 1) : 1
}

/** Returns the mean size of the items in a list. */
function meanSize(list: unknown) {
  if (!Array.isArray(list) || list.length === 0) return exactSize(0)
  const total = list.reduce<number>((sum, item) => sum + lengthOf(item), 0)
  return exactSize(total / list.length)
}
