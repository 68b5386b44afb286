// Checks patches of custom types.

import { strategicPatchIsRefused } from '../../../properties/laws/custom-resources/custom-patches.ts'
import { strategicPatch } from '../../../properties/scenarios/custom-resources/custom-instances.ts'
import { example } from '../../check.ts'

export default [
  example('PTCH-016', strategicPatch, strategicPatchIsRefused, {
    needs: ['feature custom-resources'],
  }),
]
