// Checks objects of custom types: the common verbs, and all versions of a type.

import {
  cborMatchesJson,
  customMetadataIsInProtobuf,
} from '../../../properties/laws/custom-resources/custom-encodings.ts'
import {
  selectedObjectsAreDeleted,
  generationCountsChanges,
  chunksHoldEachCustomObject,
  selectableFieldsSelect,
  watchFollowsSelectableField,
  watchDeliversCustomChanges,
} from '../../../properties/laws/custom-resources/custom-instances.ts'
import {
  mismatchedUpdatesAreRefused,
  invalidCustomPatchesAreRefused,
  customPatchesAreAccepted,
} from '../../../properties/laws/custom-resources/custom-patches.ts'
import {
  unservedVersionHasNoPaths,
  objectIsSameInEachVersion,
  writesShowInEachVersion,
  deprecatedVersionWarns,
  schemaOfVersionDecides,
} from '../../../properties/laws/custom-resources/custom-versions.ts'
import { unknownFieldsStay } from '../../../properties/laws/custom-resources/unknown-fields.ts'
import {
  selectedDelete,
  generationChanges,
  customInCbor,
  customInProtobuf,
  misplacedUpdates,
  pagedObjects,
  patchedObjects,
  fieldSelections,
  watchedObjects,
} from '../../../properties/scenarios/custom-resources/custom-instances.ts'
import { betaWarning } from '../../../properties/scenarios/custom-resources/custom-types.ts'
import {
  deprecatedVersion,
  readsInEachVersion,
  unknownFields,
  unknownFieldsInEachVersion,
  unservedVersion,
  writesBySchemaOfVersion,
  writesInEachVersion,
} from '../../../properties/scenarios/custom-resources/custom-versions.ts'
import { example } from '../../check.ts'
import type { Need } from '../../check.ts'

const needs: Need[] = ['feature custom-resources']

export default [
  example('K8S-CR-030', readsInEachVersion, objectIsSameInEachVersion, { needs }),
  example('K8S-CR-031', writesInEachVersion, writesShowInEachVersion, { needs }),
  example('K8S-CR-032', unservedVersion, unservedVersionHasNoPaths, { needs }),
  example('K8S-CR-033', deprecatedVersion, deprecatedVersionWarns(betaWarning), { needs }),
  example('K8S-CR-034', writesBySchemaOfVersion, schemaOfVersionDecides, { needs }),
  example('K8S-CR-035', unknownFieldsInEachVersion, unknownFieldsStay(unknownFields), { needs }),
  example('K8S-CR-040', pagedObjects, chunksHoldEachCustomObject, { needs }),
  example('K8S-CR-041', watchedObjects, watchDeliversCustomChanges, { needs }),
  example('K8S-CR-042', patchedObjects, customPatchesAreAccepted, { needs }),
  example('K8S-CR-043', patchedObjects, invalidCustomPatchesAreRefused, { needs }),
  example('K8S-CR-044', customInProtobuf, customMetadataIsInProtobuf, {
    needs: [...needs, 'feature partial-metadata', 'feature protobuf'],
  }),
  example('K8S-CR-045', misplacedUpdates, mismatchedUpdatesAreRefused, { needs }),
  example('K8S-CR-046', selectedDelete, selectedObjectsAreDeleted, {
    needs: [...needs, 'feature deletecollection', 'feature labelSelector'],
  }),
  example('K8S-CR-047', generationChanges, generationCountsChanges, { needs }),
  example('K8S-CR-048', customInCbor, cborMatchesJson, { needs }),
  example('K8S-CR-049', fieldSelections, selectableFieldsSelect, {
    needs: [...needs, 'feature fieldSelector'],
  }),
  example('K8S-CR-050', fieldSelections, watchFollowsSelectableField, {
    needs: [...needs, 'feature fieldSelector'],
  }),
]
