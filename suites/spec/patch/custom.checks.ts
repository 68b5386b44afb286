// Patches of custom types.

import { refusesStrategicPatch } from '../../../properties/laws/custom-resources/custom-patches.ts'
import { strategicPatch } from '../../../properties/scenarios/custom-resources/custom-instances.ts'
import { example } from '../../check.ts'

export default [
  example('PTCH-016', strategicPatch, refusesStrategicPatch, {
    needs: ['feature custom-resources'],
  }),
]
