// Checks field ownership: which manager owns a field, and when other managers get a conflict.

import {
  conflictChangesNothing,
  equalValuesAreShared,
  forceTransfersFields,
  managersDecideConflicts,
} from '../../../properties/laws/server-side-apply/apply.ts'
import {
  conflictingApplies,
  forcedApplies,
  sharingApplies,
} from '../../../properties/scenarios/server-side-apply/apply-conflicts.ts'
import { steadyApplies } from '../../../properties/scenarios/server-side-apply/apply.ts'
import { property } from '../../check.ts'
import type { Need } from '../../check.ts'

const needs: Need[] = ['feature apply']

export default [
  property('APPLY-008', steadyApplies(), managersDecideConflicts, { needs }),
  property('APPLY-010', conflictingApplies(), conflictChangesNothing, { needs }),
  property('APPLY-012', forcedApplies(), forceTransfersFields, { needs }),
  property('APPLY-014', sharingApplies(), equalValuesAreShared, { needs }),
]
