// The lives of definitions.

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
} from '../../../properties/laws/custom-definitions.ts'
import {
  conflicting,
  establishing,
  listing,
  removing,
  removingObjects,
  serving,
  terminating,
} from '../../../properties/scenarios/custom-definitions.ts'
import { example } from '../../check.ts'
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
]
