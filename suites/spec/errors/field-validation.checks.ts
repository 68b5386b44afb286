// Refusals for the fields of a body.

import fc from 'fast-check'
import {
  besideTwin,
  failsWith,
  forEach,
} from '../../../properties/laws/field-validation/field-validation.ts'
import { namesAll } from '../../../properties/laws/field-validation/field-reports.ts'
import { doubledFields } from '../../../properties/scenarios/field-validation/doubled-fields.ts'
import {
  allLevels,
  unknownFields,
  wronglyTyped,
} from '../../../properties/scenarios/field-validation/field-validation.ts'
import type { Verb } from '../../../properties/scenarios/field-validation/field-validation.ts'
import { property } from '../../check.ts'

// What is wrong with the result of a patch may have another code (ERR-003).
const verbs: Verb[] = ['POST', 'PUT']
const strict = ['Strict'] as const

export default [
  property(
    'ERR-001',
    unknownFields({ verbs, levels: strict }),
    besideTwin(failsWith(400, 'At Strict an unknown field is answered 400.')('Strict')),
  ),
  property(
    'ERR-002',
    doubledFields({ levels: strict }),
    besideTwin(failsWith(400, 'At Strict a doubled field is answered 400.')('Strict')),
  ),
  property(
    'ERR-004',
    fc.oneof(
      unknownFields({ verbs, levels: strict, fieldsMax: 20 }),
      doubledFields({ levels: strict, fieldsMax: 6, unknownMax: 10 }),
    ),
    besideTwin(namesAll('The refusal at Strict names every unknown and doubled field.')('Strict')),
  ),
  property(
    'ERR-005',
    wronglyTyped({ verbs }),
    besideTwin(
      forEach(allLevels, failsWith(400, 'A known field of a wrong type is answered 400.')),
    ),
  ),
]
