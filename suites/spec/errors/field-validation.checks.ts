// Checks refusals because of the fields of a body.

import fc from 'fast-check'
import {
  withControl,
  writeFailsWithCode,
  forEachLabel,
} from '../../../properties/laws/field-validation/field-validation.ts'
import { refusalNamesEachField } from '../../../properties/laws/field-validation/field-warnings.ts'
import { duplicateFields } from '../../../properties/scenarios/field-validation/duplicate-fields.ts'
import {
  validationLevels,
  unknownFields,
  writesWithWrongTypes,
} from '../../../properties/scenarios/field-validation/field-validation.ts'
import type { WriteMethod } from '../../../properties/scenarios/field-validation/field-validation.ts'
import { property } from '../../check.ts'

// Patches are excluded, because a fault in the result of a patch may have another code (ERR-003).
const verbs: WriteMethod[] = ['POST', 'PUT']
const strict = ['Strict'] as const

export default [
  property(
    'ERR-001',
    unknownFields({ verbs, levels: strict }),
    withControl(
      writeFailsWithCode(400, 'At Strict, an unknown field is refused with 400.')('Strict'),
    ),
  ),
  property(
    'ERR-002',
    duplicateFields({ levels: strict }),
    withControl(
      writeFailsWithCode(400, 'At Strict, a duplicate field is refused with 400.')('Strict'),
    ),
  ),
  property(
    'ERR-004',
    fc.oneof(
      unknownFields({ verbs, levels: strict, fieldsMax: 20 }),
      duplicateFields({ levels: strict, fieldsMax: 6, unknownMax: 10 }),
    ),
    withControl(
      refusalNamesEachField('The refusal at Strict names every unknown and duplicate field.')(
        'Strict',
      ),
    ),
  ),
  property(
    'ERR-005',
    writesWithWrongTypes({ verbs }),
    withControl(
      forEachLabel(
        validationLevels,
        writeFailsWithCode(400, 'A known field of a wrong type is refused with 400.'),
      ),
    ),
  ),
]
