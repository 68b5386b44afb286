// How many steps a call takes once its arguments are there.

import { callCost, hasFixedCost } from './call-cost.ts'
import type { CallArgument } from './cost-estimate.ts'
import { exactSize } from './size-estimates.ts'
import { celTypeOf } from './type-names.ts'
import { mapEntriesOf } from './values.ts'

export type StepCount = (values: readonly unknown[]) => number

const equalities = ['_==_', '_!=_']

/** By the same rules as beforehand, with the sizes that the values have. */
export function runtimeCost(called: string, args: readonly CallArgument[]): StepCount {
  if (hasFixedCost(called)) return () => 1
  // What is compared counts its parts itself.
  if (equalities.includes(called)) return ([a, b]) => (isText(a) && isText(b) ? textSteps(a, b) : 1)
  return values => {
    if (values.every(isScalar)) return 1
    const known = values.map((value, index) => argumentOf(value, args[index]))
    const { cost } = callCost(called, known, () => meanSize(values[0]))
    // What ends before it begins is an error, and costs no more than another step.
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
    // A whole number says how far to go.
    ...(typeof value === 'bigint' && { literal: value }),
  }
}

function lengthOf(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value) || Buffer.isBuffer(value)) {
    return value.length
  }
  return typeof value === 'object' && value !== null ? (mapEntriesOf(value)?.size ?? 1) : 1
}

/** How long the texts in a list are. */
function meanSize(list: unknown) {
  if (!Array.isArray(list) || list.length === 0) return exactSize(0)
  const total = list.reduce<number>((sum, item) => sum + lengthOf(item), 0)
  return exactSize(total / list.length)
}
