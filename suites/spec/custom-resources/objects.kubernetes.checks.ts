// Objects of custom types, by the verbs that every type has and in every version.

import {
  saysTheSameInCbor,
  metadataIsInProtobuf,
} from '../../../properties/laws/custom-resources/custom-encodings.ts'
import {
  deletesTogether,
  generationCounts,
  pagesHoldAll,
  selectsByField,
  watchFollowsField,
  watchTells,
} from '../../../properties/laws/custom-resources/custom-instances.ts'
import {
  refusesMisplacedUpdates,
  refusesPatches,
  takesPatches,
} from '../../../properties/laws/custom-resources/custom-patches.ts'
import {
  isNotServed,
  isTheSameInEach,
  isWrittenInEach,
  warnsOfOldVersions,
} from '../../../properties/laws/custom-resources/custom-versions.ts'
import {
  deletedTogether,
  generations,
  inCbor,
  inProtobuf,
  misplacedUpdates,
  pagedObjects,
  patchedObjects,
  selectedByField,
  watchedObjects,
} from '../../../properties/scenarios/custom-resources/custom-instances.ts'
import { betaWarning } from '../../../properties/scenarios/custom-resources/custom-types.ts'
import {
  deprecated,
  readInEach,
  unserved,
  writtenInEach,
} from '../../../properties/scenarios/custom-resources/custom-versions.ts'
import { example } from '../../check.ts'
import type { Need } from '../../check.ts'

const needs: Need[] = ['feature custom-resources']

export default [
  example('K8S-CR-030', readInEach, isTheSameInEach, { needs }),
  example('K8S-CR-031', writtenInEach, isWrittenInEach, { needs }),
  example('K8S-CR-032', unserved, isNotServed, { needs }),
  example('K8S-CR-033', deprecated, warnsOfOldVersions(betaWarning), { needs }),
  example('K8S-CR-040', pagedObjects, pagesHoldAll, { needs }),
  example('K8S-CR-041', watchedObjects, watchTells, { needs }),
  example('K8S-CR-042', patchedObjects, takesPatches, { needs }),
  example('K8S-CR-043', patchedObjects, refusesPatches, { needs }),
  example('K8S-CR-044', inProtobuf, metadataIsInProtobuf, {
    needs: [...needs, 'feature partial-metadata', 'feature protobuf'],
  }),
  example('K8S-CR-045', misplacedUpdates, refusesMisplacedUpdates, { needs }),
  example('K8S-CR-046', deletedTogether, deletesTogether, {
    needs: [...needs, 'feature deletecollection', 'feature labelSelector'],
  }),
  example('K8S-CR-047', generations, generationCounts, { needs }),
  example('K8S-CR-048', inCbor, saysTheSameInCbor, { needs }),
  example('K8S-CR-049', selectedByField, selectsByField, {
    needs: [...needs, 'feature fieldSelector'],
  }),
  example('K8S-CR-050', selectedByField, watchFollowsField, {
    needs: [...needs, 'feature fieldSelector'],
  }),
]
