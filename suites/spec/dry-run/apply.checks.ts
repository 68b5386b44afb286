// Dry runs of server-side applies.

import { dryApplyLeavesNoTrace } from '../../../properties/laws/apply.ts'
import { dryApplies } from '../../../properties/scenarios/apply-conflicts.ts'
import { property } from '../../check.ts'

export default [
  property('DRY-025', dryApplies(), dryApplyLeavesNoTrace, { needs: ['feature apply'] }),
]
