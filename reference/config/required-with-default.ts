// Every field of a controller manager is marked required and yet has a default (CM-005). A strict
// checker requires all of them. A lenient one, like genuine servers, fills them in.

import { deFacto, type FieldTraits } from './config-kind.ts'
import type { RequirementId } from './config-rules.ts'

type Needed = FieldTraits & Required<Pick<FieldTraits, 'requirement' | 'required' | 'default'>>

/** Traits of a field that is required by a row and has a default. */
export const requiredWithDefault = (
  requirement: RequirementId,
  value: unknown,
  valueBy: RequirementId = deFacto,
): Needed => ({
  requirement,
  required: { requirement, isStrict: true },
  default: { value, requirement: valueBy, forZero: true },
  mayBeEmpty: true,
})
