// Every field of a controller manager is marked required, and yet has a default (CM-005). A strict
// checker asks for all of them; a lenient one, as genuine servers are, fills them in.

import { deFacto, type FieldTraits } from './config-kind.ts'
import type { RequirementId } from './config-rules.ts'

type Needed = FieldTraits & Required<Pick<FieldTraits, 'by' | 'required' | 'default'>>

/** A field that is required by a row and has this value when nobody says. */
export const requiredWithDefault = (
  by: RequirementId,
  value: unknown,
  valueBy: RequirementId = deFacto,
): Needed => ({
  by,
  required: { by, isStrict: true },
  default: { value, by: valueBy, forZero: true },
  mayBeEmpty: true,
})
