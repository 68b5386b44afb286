// Checks the life cycle of CustomResourceDefinitions, and which definitions are refused.

import {
  establishedStays,
  establishedTypeIsListed,
  establishedTypeIsServed,
  removedTypeLeavesNothing,
  definitionNamesAreDefaulted,
  conflictingNamesAreNotAccepted,
  removedTypeDeletesItsObjects,
  versionsAreListedByStability,
  removedTypeWaitsForItsObjects,
} from '../../../properties/laws/custom-resources/custom-definitions.ts'
import {
  refusalsNameTheFields,
  invalidDefinitionsAreRefused,
} from '../../../properties/laws/custom-resources/custom-faults.ts'
import {
  immutablePartsAreRefused,
  tooLargeDefinitionIsRefused,
  currentSchemaApplies,
  existingFaultsAreTolerated,
} from '../../../properties/laws/custom-resources/custom-updates.ts'
import {
  conflictingTypes,
  establishType,
  listTypeInDiscovery,
  removeDefinedType,
  removeTypeWithObject,
  serveEstablishedType,
  removeTypeWithHeldObject,
} from '../../../properties/scenarios/custom-resources/custom-definitions.ts'
import {
  definitionFaults,
  invalidDefinitions,
} from '../../../properties/scenarios/custom-resources/custom-faults.ts'
import {
  schemaChange,
  immutableFieldUpdates,
  schemaTightening,
  tooLargeDefinition,
} from '../../../properties/scenarios/custom-resources/custom-updates.ts'
import { example, property } from '../../check.ts'
import type { Need } from '../../check.ts'

const needs: Need[] = ['feature custom-resources']

export default [
  example('K8S-CR-001', establishType, establishedStays, { needs }),
  example('K8S-CR-002', serveEstablishedType, establishedTypeIsServed, { needs }),
  example('K8S-CR-003', listTypeInDiscovery, establishedTypeIsListed, { needs }),
  example('K8S-CR-004', listTypeInDiscovery, versionsAreListedByStability, { needs }),
  example('K8S-CR-005', serveEstablishedType, definitionNamesAreDefaulted, { needs }),
  example('K8S-CR-006', removeDefinedType, removedTypeLeavesNothing, { needs }),
  example('K8S-CR-007', removeTypeWithObject, removedTypeDeletesItsObjects, { needs }),
  example('K8S-CR-008', removeTypeWithHeldObject, removedTypeWaitsForItsObjects, { needs }),
  example('K8S-CR-009', conflictingTypes, conflictingNamesAreNotAccepted, { needs }),
  property('K8S-CR-010', invalidDefinitions(), invalidDefinitionsAreRefused, {
    needs,
    observationsMin: 100,
  }),
  property('K8S-CR-011', invalidDefinitions(), refusalsNameTheFields(definitionFaults), {
    needs,
    observationsMin: 60,
  }),
  example('K8S-CR-012', immutableFieldUpdates, immutablePartsAreRefused, { needs }),
  example('K8S-CR-013', schemaChange, currentSchemaApplies, { needs }),
  example('K8S-CR-014', tooLargeDefinition, tooLargeDefinitionIsRefused, { needs }),
  example('K8S-CR-025', schemaTightening, existingFaultsAreTolerated, { needs }),
]
