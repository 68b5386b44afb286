// Checks dry runs of server-side applies.

import { dryApplyLeavesNoTrace } from '../../../properties/laws/server-side-apply/apply.ts'
import { dryRunApplies } from '../../../properties/scenarios/server-side-apply/apply-conflicts.ts'
import { property } from '../../check.ts'

export default [
  property('DRY-025', dryRunApplies(), dryApplyLeavesNoTrace, { needs: ['feature apply'] }),
]
