// What each level of field validation does with unknown and doubled fields.

import fc from 'fast-check'
import {
  besideTwin,
  drops,
  failsAsAWhole,
  failsAtAll,
  forAllAt,
  succeeds,
} from '../../../properties/laws/field-validation/field-validation.ts'
import {
  isSilentOn,
  isWarnedOf,
  warnsNoMoreThanTwin,
  warnsOf,
} from '../../../properties/laws/field-validation/field-reports.ts'
import { doubledFields } from '../../../properties/scenarios/field-validation/doubled-fields.ts'
import {
  cleanWrites,
  eachPlace,
  levels,
  unknownFields,
} from '../../../properties/scenarios/field-validation/field-validation.ts'
import type { Verb } from '../../../properties/scenarios/field-validation/field-validation.ts'
import type { Id } from '../../generated/catalogue.ts'
import { property } from '../../check.ts'
import type { Check } from '../../check.ts'

/** The three outcomes of one method. */
function governs(id: Id, verb: Verb): Check {
  const says = `The fieldValidation parameter governs ${verb}.`
  return property(
    id,
    unknownFields({ levels, verbs: [verb] }),
    besideTwin(
      succeeds(says)('Ignore'),
      isSilentOn(says)('Ignore'),
      succeeds(says)('Warn'),
      isWarnedOf(says)('Warn'),
      failsAtAll(says)('Strict'),
    ),
  )
}

const either = (level: 'Ignore' | 'Warn') =>
  fc.oneof(unknownFields({ levels: [level] }), doubledFields({ levels: [level] }))

const anyDepth = 'A field that the schema lacks is unknown at any depth and in list items.'

export default [
  governs('VALID-002', 'POST'),
  governs('VALID-003', 'PUT'),
  governs('VALID-004', 'PATCH'),
  property(
    'VALID-005',
    unknownFields({ levels: ['Ignore'] }),
    besideTwin(
      succeeds('At Ignore a write with unknown fields succeeds.')('Ignore'),
      drops('At Ignore unknown fields are not stored.')('Ignore'),
    ),
  ),
  property(
    'VALID-006',
    doubledFields({ levels: ['Ignore'] }),
    besideTwin(
      succeeds('At Ignore a write with doubled fields succeeds.')('Ignore'),
      drops('At Ignore nothing unknown is stored.')('Ignore'),
    ),
  ),
  property(
    'VALID-007',
    either('Ignore'),
    besideTwin(isSilentOn('At Ignore nothing warns of unknown or doubled fields.')('Ignore')),
  ),
  property(
    'VALID-008',
    either('Warn'),
    besideTwin(
      succeeds('At Warn a write with unknown or doubled fields succeeds.')('Warn'),
      drops('At Warn unknown fields are not stored.')('Warn'),
    ),
  ),
  property(
    'VALID-009',
    unknownFields({ levels: ['Warn'], fieldsMax: 20 }),
    besideTwin(warnsOf('unknown', 'At Warn each unknown field has one warning.')('Warn')),
  ),
  property(
    'VALID-010',
    doubledFields({ levels: ['Warn'], fieldsMax: 6 }),
    besideTwin(warnsOf('doubled', 'At Warn each doubled field has one warning.')('Warn')),
  ),
  property(
    'VALID-011',
    unknownFields({ levels: ['default'] }),
    besideTwin(
      succeeds('Without fieldValidation a write with unknown fields succeeds.')('default'),
      isWarnedOf('Without fieldValidation unknown fields are warned of.')('default'),
    ),
  ),
  property(
    'VALID-013',
    unknownFields({ levels: ['Strict'] }),
    besideTwin(failsAsAWhole('At Strict a write with unknown fields is refused.')('Strict')),
  ),
  property(
    'VALID-014',
    doubledFields({ levels: ['Strict'] }),
    besideTwin(failsAsAWhole('At Strict a write with doubled fields is refused.')('Strict')),
  ),
  property(
    'VALID-015',
    cleanWrites(),
    besideTwin(
      succeeds('At Strict a body with nothing wrong is accepted.')('Strict'),
      warnsNoMoreThanTwin,
    ),
  ),
  property(
    'VALID-016',
    eachPlace(),
    besideTwin(forAllAt('Warn', isWarnedOf(anyDepth)), forAllAt('Strict', failsAtAll(anyDepth))),
  ),
]
