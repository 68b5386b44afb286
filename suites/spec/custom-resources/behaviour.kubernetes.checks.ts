// Rules, subresources, columns and the validation of fields of custom types.

import {
  rulesAreKept,
  rulesSayWhy,
  transitionsAreJudged,
} from '../../../properties/laws/custom-resources/custom-rules.ts'
import {
  objectWritesNoStatus,
  scaleIsShown,
  scaleIsWritten,
  statusIsAField,
  statusWritesNothingElse,
} from '../../../properties/laws/custom-resources/custom-subresources.ts'
import {
  cellsAreFound,
  columnsAreDefined,
  defaultsAreNameAndAge,
} from '../../../properties/laws/custom-resources/custom-tables.ts'
import {
  doubledAreFound,
  refusesMisnamed,
  unknownAreFound,
} from '../../../properties/laws/custom-resources/custom-validation.ts'
import {
  keptAndBroken,
  rulesOfObjects,
  transitions,
} from '../../../properties/scenarios/custom-resources/custom-rules.ts'
import {
  scaled,
  statusApart,
  statusWithin,
} from '../../../properties/scenarios/custom-resources/custom-subresources.ts'
import {
  tablesOfGadgets,
  tablesOfNotes,
} from '../../../properties/scenarios/custom-resources/custom-tables.ts'
import { gadgetColumns } from '../../../properties/scenarios/custom-resources/custom-types.ts'
import {
  doubledByLevel,
  misnamed,
  unknownByLevel,
  unknownFields,
} from '../../../properties/scenarios/custom-resources/custom-validation.ts'
import { example } from '../../check.ts'
import type { Need } from '../../check.ts'

const needs: Need[] = ['feature custom-resources']
const ofTables: Need[] = [...needs, 'feature table']

export default [
  example('K8S-CR-022', unknownByLevel, unknownAreFound(unknownFields), { needs }),
  example('K8S-CR-023', doubledByLevel, doubledAreFound, { needs }),
  example('K8S-CR-024', misnamed, refusesMisnamed, { needs }),
  example('K8S-CR-060', keptAndBroken, rulesAreKept(rulesOfObjects), { needs }),
  example('K8S-CR-061', keptAndBroken, rulesSayWhy(rulesOfObjects), { needs }),
  example('K8S-CR-062', transitions, transitionsAreJudged, { needs }),
  example('K8S-CR-070', statusApart, objectWritesNoStatus, { needs }),
  example('K8S-CR-071', statusApart, statusWritesNothingElse, { needs }),
  example('K8S-CR-072', statusWithin, statusIsAField, { needs }),
  example('K8S-CR-073', scaled, scaleIsShown, { needs }),
  example('K8S-CR-074', scaled, scaleIsWritten, { needs }),
  example('K8S-CR-080', tablesOfGadgets, columnsAreDefined(gadgetColumns), { needs: ofTables }),
  example('K8S-CR-081', tablesOfGadgets, cellsAreFound, { needs: ofTables }),
  example('K8S-CR-082', tablesOfNotes, defaultsAreNameAndAge, { needs: ofTables }),
]
