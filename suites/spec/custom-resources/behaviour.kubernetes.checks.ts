// Checks the rules, subresources, columns and field validation of custom types.

import {
  rulesAreEnforced,
  refusalsCarryRuleMessages,
  transitionRulesSeeTheOldObject,
} from '../../../properties/laws/custom-resources/custom-rules.ts'
import {
  objectWriteIgnoresStatus,
  scaleShowsReplicas,
  scaleWriteChangesReplicas,
  staleStatusIsConflict,
  statusIsAnOrdinaryField,
  statusWriteChangesOnlyStatus,
} from '../../../properties/laws/custom-resources/custom-subresources.ts'
import {
  cellsHoldPathValues,
  printerColumnsAreShown,
  defaultsAreNameAndAge,
} from '../../../properties/laws/custom-resources/custom-tables.ts'
import {
  duplicateFieldsFollowLevel,
  mismatchedKindIsRefused,
  unknownFieldsFollowLevel,
} from '../../../properties/laws/custom-resources/custom-validation.ts'
import {
  validAndInvalidByRule,
  rulesOfObjects,
  transitionRuleUpdates,
} from '../../../properties/scenarios/custom-resources/custom-rules.ts'
import {
  scaleReadsAndWrites,
  statusAsSubresource,
  statusAsField,
  statusInPatches,
  statusWithStaleVersion,
} from '../../../properties/scenarios/custom-resources/custom-subresources.ts'
import {
  tablesOfGadgets,
  tablesOfNotes,
} from '../../../properties/scenarios/custom-resources/custom-tables.ts'
import { gadgetColumns } from '../../../properties/scenarios/custom-resources/custom-types.ts'
import {
  duplicateFieldsByLevel,
  mismatchedKinds,
  unknownFieldsByLevel,
  unknownFields,
} from '../../../properties/scenarios/custom-resources/custom-validation.ts'
import { example } from '../../check.ts'
import type { Need } from '../../check.ts'

const needs: Need[] = ['feature custom-resources']
const ofTables: Need[] = [...needs, 'feature table']

export default [
  example('K8S-CR-022', unknownFieldsByLevel, unknownFieldsFollowLevel(unknownFields), { needs }),
  example('K8S-CR-023', duplicateFieldsByLevel, duplicateFieldsFollowLevel, { needs }),
  example('K8S-CR-024', mismatchedKinds, mismatchedKindIsRefused, { needs }),
  example('K8S-CR-060', validAndInvalidByRule, rulesAreEnforced(rulesOfObjects), { needs }),
  example('K8S-CR-061', validAndInvalidByRule, refusalsCarryRuleMessages(rulesOfObjects), {
    needs,
  }),
  example('K8S-CR-062', transitionRuleUpdates, transitionRulesSeeTheOldObject, { needs }),
  example('K8S-CR-070', statusInPatches, objectWriteIgnoresStatus, { needs }),
  example('K8S-CR-071', statusAsSubresource, statusWriteChangesOnlyStatus, { needs }),
  example('K8S-CR-072', statusAsField, statusIsAnOrdinaryField, { needs }),
  example('K8S-CR-073', scaleReadsAndWrites, scaleShowsReplicas, { needs }),
  example('K8S-CR-074', scaleReadsAndWrites, scaleWriteChangesReplicas, { needs }),
  example('K8S-CR-075', statusWithStaleVersion, staleStatusIsConflict, { needs }),
  example('K8S-CR-080', tablesOfGadgets, printerColumnsAreShown(gadgetColumns), {
    needs: ofTables,
  }),
  example('K8S-CR-081', tablesOfGadgets, cellsHoldPathValues, { needs: ofTables }),
  example('K8S-CR-082', tablesOfNotes, defaultsAreNameAndAge, { needs: ofTables }),
]
