// Scenarios in which an admission policy refuses objects with the verdict `bad`.

import {
  bindPolicy,
  createProbe,
  definePolicy,
  isNotBad,
  untilRefused,
} from '../../dsl/policy-steps.ts'
import type { Step } from '../../dsl/scenario.ts'
import type { Term } from '../../dsl/term.ts'

/** The message of the validation. */
export const badMessage = 'touchstone: the verdict is bad'
export const notBad = { validations: [{ expression: isNotBad, message: badMessage }] }

/** A policy that refuses the verdict `bad`, in force. */
export const refusingPolicy = (spec: { [member: string]: Term } = {}): Step[] => [
  createProbe('a'),
  definePolicy('a', { ...notBad, ...spec }),
  bindPolicy('a'),
  untilRefused('a'),
]
