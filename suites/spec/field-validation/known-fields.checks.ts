// Checks that the types of known fields, and required fields, are enforced at every validation
// level.

import {
  withControl,
  writeFailsEntirely,
  writeIsRefused,
  forEachLabel,
} from '../../../properties/laws/field-validation/field-validation.ts'
import {
  departsForCustomTypes,
  noWarningNamesTheFields,
  refusalOmitsUnknownFields,
} from '../../../properties/laws/field-validation/field-warnings.ts'
import {
  validationLevels,
  createsWithoutName,
  writeMethods,
  writesWithWrongTypes,
} from '../../../properties/scenarios/field-validation/field-validation.ts'
import { property } from '../../check.ts'

const first = 'A field of a wrong type is reported alone, without other unknown fields.'

export default [
  property(
    'VALID-001',
    writesWithWrongTypes({ verbs: writeMethods }),
    withControl(
      forEachLabel(
        validationLevels,
        writeFailsEntirely('A known field of a wrong type fails at every level.'),
      ),
    ),
  ),
  property(
    'VALID-019',
    writesWithWrongTypes({ verbs: ['POST', 'PUT'], unknown: ['', '/metadata'] }),
    withControl(
      forEachLabel(
        validationLevels,
        writeIsRefused('A known field of a wrong type fails at every level.'),
      ),
      forEachLabel(validationLevels, departsForCustomTypes(refusalOmitsUnknownFields(first))),
      forEachLabel(validationLevels, departsForCustomTypes(noWarningNamesTheFields(first))),
    ),
  ),
  property(
    'VALID-026',
    createsWithoutName(),
    withControl(
      forEachLabel(validationLevels, writeIsRefused('A create that leaves out the name fails.')),
    ),
  ),
]
