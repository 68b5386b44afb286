// Checks how each level of field validation treats unknown and duplicate fields.

import fc from 'fast-check'
import {
  withControl,
  unknownFieldsAreDropped,
  writeFailsEntirely,
  writeIsRefused,
  forEachWriteAt,
  writeSucceeds,
} from '../../../properties/laws/field-validation/field-validation.ts'
import {
  noWarningNamesTheFields,
  someWarningNamesEachField,
  warnsNoMoreThanControl,
  eachFieldHasAWarning,
} from '../../../properties/laws/field-validation/field-warnings.ts'
import { duplicateFields } from '../../../properties/scenarios/field-validation/duplicate-fields.ts'
import {
  writesWithoutFaults,
  unknownFieldInEachPlace,
  parameterLevels,
  unknownFields,
} from '../../../properties/scenarios/field-validation/field-validation.ts'
import type { WriteMethod } from '../../../properties/scenarios/field-validation/field-validation.ts'
import type { Id } from '../../generated/catalogue.ts'
import { property } from '../../check.ts'
import type { Check } from '../../check.ts'

/** A check that the levels Ignore, Warn and Strict have the required effect for one method. */
function governs(id: Id, verb: WriteMethod): Check {
  const says = `The fieldValidation parameter governs ${verb}.`
  return property(
    id,
    unknownFields({ levels: parameterLevels, verbs: [verb] }),
    withControl(
      writeSucceeds(says)('Ignore'),
      noWarningNamesTheFields(says)('Ignore'),
      writeSucceeds(says)('Warn'),
      someWarningNamesEachField(says)('Warn'),
      writeIsRefused(says)('Strict'),
    ),
  )
}

// More of the unknown fields: a server without patches, or with open schemas, does not show all.
const either = (level: 'Ignore' | 'Warn') =>
  fc.oneof(
    { weight: 3, arbitrary: unknownFields({ levels: [level] }) },
    { weight: 1, arbitrary: duplicateFields({ levels: [level] }) },
  )

const anyDepth = 'A field that the schema lacks is unknown at any depth and in list items.'

export default [
  governs('VALID-002', 'POST'),
  governs('VALID-003', 'PUT'),
  governs('VALID-004', 'PATCH'),
  property(
    'VALID-005',
    unknownFields({ levels: ['Ignore'] }),
    withControl(
      writeSucceeds('At Ignore a write with unknown fields succeeds.')('Ignore'),
      unknownFieldsAreDropped('At Ignore unknown fields are not stored.')('Ignore'),
    ),
  ),
  property(
    'VALID-006',
    duplicateFields({ levels: ['Ignore'] }),
    withControl(
      writeSucceeds('At Ignore, a write with duplicate fields succeeds.')('Ignore'),
      unknownFieldsAreDropped('At Ignore nothing unknown is stored.')('Ignore'),
    ),
  ),
  property(
    'VALID-007',
    either('Ignore'),
    withControl(
      noWarningNamesTheFields('At Ignore, unknown or duplicate fields produce no warning.')(
        'Ignore',
      ),
    ),
  ),
  property(
    'VALID-008',
    either('Warn'),
    withControl(
      writeSucceeds('At Warn, a write with unknown or duplicate fields succeeds.')('Warn'),
      unknownFieldsAreDropped('At Warn unknown fields are not stored.')('Warn'),
    ),
  ),
  property(
    'VALID-009',
    unknownFields({ levels: ['Warn'], fieldsMax: 20 }),
    withControl(
      eachFieldHasAWarning('unknown', 'At Warn, each unknown field produces one warning.')('Warn'),
    ),
  ),
  property(
    'VALID-010',
    duplicateFields({ levels: ['Warn'], fieldsMax: 6 }),
    withControl(
      eachFieldHasAWarning(
        'doubled',
        'At Warn, each duplicate field produces one warning.',
      )('Warn'),
    ),
  ),
  property(
    'VALID-011',
    unknownFields({ levels: ['default'] }),
    withControl(
      writeSucceeds('Without fieldValidation a write with unknown fields succeeds.')('default'),
      someWarningNamesEachField('Without fieldValidation, unknown fields produce warnings.')(
        'default',
      ),
    ),
  ),
  property(
    'VALID-013',
    unknownFields({ levels: ['Strict'] }),
    withControl(writeFailsEntirely('At Strict a write with unknown fields is refused.')('Strict')),
  ),
  property(
    'VALID-014',
    duplicateFields({ levels: ['Strict'] }),
    withControl(
      writeFailsEntirely('At Strict, a write with duplicate fields is refused.')('Strict'),
    ),
  ),
  property(
    'VALID-015',
    writesWithoutFaults(),
    withControl(
      writeSucceeds('At Strict, a valid body is accepted.')('Strict'),
      warnsNoMoreThanControl,
    ),
  ),
  property(
    'VALID-016',
    unknownFieldInEachPlace(),
    withControl(
      forEachWriteAt('Warn', someWarningNamesEachField(anyDepth)),
      forEachWriteAt('Strict', writeIsRefused(anyDepth)),
    ),
  ),
]
