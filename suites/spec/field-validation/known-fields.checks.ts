// Known fields: their types count at every level, and so does what a type requires.

import {
  besideTwin,
  failsAsAWhole,
  failsAtAll,
  forEach,
} from '../../../properties/laws/field-validation/field-validation.ts'
import {
  isSilentOn,
  reportsNoUnknown,
} from '../../../properties/laws/field-validation/field-reports.ts'
import {
  allLevels,
  nameless,
  verbs,
  wronglyTyped,
} from '../../../properties/scenarios/field-validation/field-validation.ts'
import { property } from '../../check.ts'

const first = 'A field of a wrong type is reported alone, without other unknown fields.'

export default [
  property(
    'VALID-001',
    wronglyTyped({ verbs }),
    besideTwin(
      forEach(allLevels, failsAsAWhole('A known field of a wrong type fails at every level.')),
    ),
  ),
  property(
    'VALID-019',
    wronglyTyped({ verbs: ['POST', 'PUT'], unknown: ['', '/metadata'] }),
    besideTwin(
      forEach(allLevels, failsAtAll('A known field of a wrong type fails at every level.')),
      forEach(allLevels, reportsNoUnknown(first)),
      forEach(allLevels, isSilentOn(first)),
    ),
  ),
  property(
    'VALID-026',
    nameless(),
    besideTwin(forEach(allLevels, failsAtAll('A create that leaves out the name fails.'))),
  ),
]
