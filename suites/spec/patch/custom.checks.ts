// Checks patches of custom types.

import {
  nullsAreNotStored,
  strategicPatchIsRefused,
} from '../../../properties/laws/custom-resources/custom-patches.ts'
import {
  patchesWithNulls,
  strategicPatch,
} from '../../../properties/scenarios/custom-resources/custom-instances.ts'
import { example } from '../../check.ts'
import type { Need } from '../../check.ts'

const needs: Need[] = ['feature custom-resources']

export default [
  example('PTCH-016', strategicPatch, strategicPatchIsRefused, { needs }),
  example('K8S-PTCH-019', patchesWithNulls, nullsAreNotStored, { needs }),
]
