// The lives of definitions, and what they may not say.

import {
  establishedOnce,
  isListed,
  isServed,
  leavesNothing,
  namesAreFilledIn,
  namesAreGivenOnce,
  takesObjectsAlong,
  versionsAreOrdered,
  waitsForObjects,
} from '../../../properties/laws/custom-resources/custom-definitions.ts'
import {
  namesPlaces,
  refusesDefinitions,
} from '../../../properties/laws/custom-resources/custom-faults.ts'
import {
  partsAreFixed,
  refusesTooLarge,
  schemaIsInForce,
  staysWrong,
} from '../../../properties/laws/custom-resources/custom-updates.ts'
import {
  conflicting,
  establishing,
  listing,
  removing,
  removingObjects,
  serving,
  terminating,
} from '../../../properties/scenarios/custom-resources/custom-definitions.ts'
import {
  definitionFaults,
  faultyDefinitions,
} from '../../../properties/scenarios/custom-resources/custom-faults.ts'
import {
  changedSchema,
  fixedParts,
  tightened,
  tooLarge,
} from '../../../properties/scenarios/custom-resources/custom-updates.ts'
import { example, property } from '../../check.ts'
import type { Need } from '../../check.ts'

const needs: Need[] = ['feature custom-resources']

export default [
  example('K8S-CR-001', establishing, establishedOnce, { needs }),
  example('K8S-CR-002', serving, isServed, { needs }),
  example('K8S-CR-003', listing, isListed, { needs }),
  example('K8S-CR-004', listing, versionsAreOrdered, { needs }),
  example('K8S-CR-005', serving, namesAreFilledIn, { needs }),
  example('K8S-CR-006', removing, leavesNothing, { needs }),
  example('K8S-CR-007', removingObjects, takesObjectsAlong, { needs }),
  example('K8S-CR-008', terminating, waitsForObjects, { needs }),
  example('K8S-CR-009', conflicting, namesAreGivenOnce, { needs }),
  property('K8S-CR-010', faultyDefinitions(), refusesDefinitions, { needs, observationsMin: 100 }),
  property('K8S-CR-011', faultyDefinitions(), namesPlaces(definitionFaults), {
    needs,
    observationsMin: 60,
  }),
  example('K8S-CR-012', fixedParts, partsAreFixed, { needs }),
  example('K8S-CR-013', changedSchema, schemaIsInForce, { needs }),
  example('K8S-CR-014', tooLarge, refusesTooLarge, { needs }),
  example('K8S-CR-025', tightened, staysWrong, { needs }),
]
