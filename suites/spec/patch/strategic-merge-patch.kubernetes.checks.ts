// Checks how genuine servers merge lists and apply directives in strategic merge patches.

import {
  finalizersAreMerged,
  itemsAreMerged,
  othersAreNotRetained,
} from '../../../properties/laws/patch/strategic-patches.ts'
import {
  patchesOfFinalizers,
  patchesOfKeyedList,
  patchOfStrategy,
} from '../../../properties/scenarios/patch/strategic-patches.ts'
import { writableRoles } from '../../../properties/scenarios/updates.ts'
import { example } from '../../check.ts'

export default [
  example('K8S-PTCH-016', writableRoles.flatMap(patchesOfFinalizers), finalizersAreMerged),
  example('K8S-PTCH-017', patchesOfKeyedList, itemsAreMerged),
  example('K8S-PTCH-018', patchOfStrategy, othersAreNotRetained),
]
