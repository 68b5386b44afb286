// Dry runs of server-side applies.

import { dryApplyLeavesNoTrace } from '../../../properties/laws/server-side-apply/apply.ts'
import { dryApplies } from '../../../properties/scenarios/server-side-apply/apply-conflicts.ts'
import { property } from '../../check.ts'

export default [
  property('DRY-025', dryApplies(), dryApplyLeavesNoTrace, { needs: ['feature apply'] }),
]
