import { annotationCauses, finalizerCauses, labelCauses, nameCauses } from '../api/names.ts'
import type { ApiObject } from '../api/object.ts'
import type { Cause } from '../api/resource.ts'
import type { Attempt } from '../api/write.ts'
import { ownerCauses } from './owner-references.ts'

/**
 * What is wrong with the object of a create or an update; empty when nothing is (ERR-006, ERR-010).
 * A delete is never stopped by rules that the object already breaks.
 */
export function validate({ operation, resource, object, old }: Attempt): readonly Cause[] {
  if (operation === 'delete') return []
  return [
    ...(old ? [] : nameCauses(object.metadata, resource.nameRule)),
    ...ofMetadata(object),
    ...(old ? ofTransition(object, old) : []),
    ...resource.rules(object, old),
  ]
}

const ofMetadata = ({ metadata }: ApiObject): readonly Cause[] => [
  ...labelCauses(metadata.labels ?? {}),
  ...annotationCauses(metadata.annotations ?? {}),
  ...finalizerCauses(metadata.finalizers ?? []),
  ...ownerCauses(metadata),
]

/** A deletion is begun by a delete alone, and nobody can join those who wait for it (DEL-031). */
function ofTransition({ metadata }: ApiObject, old: ApiObject): readonly Cause[] {
  const { deletionTimestamp: deleted, finalizers = [] } = metadata
  if (deleted === undefined) return []
  if (old.metadata.deletionTimestamp === undefined) {
    return [
      {
        reason: 'FieldValueInvalid',
        message: `Invalid value: ${JSON.stringify(deleted)}: field is immutable`,
        field: 'metadata.deletionTimestamp',
      },
    ]
  }
  const added = finalizers.filter(entry => !old.metadata.finalizers?.includes(entry))
  if (added.length === 0) return []
  const because = 'no new finalizers can be added if the object is being deleted'
  return [
    {
      reason: 'FieldValueForbidden',
      message: `Forbidden: ${because}, found new finalizers ${JSON.stringify(added)}`,
      field: 'metadata.finalizers',
    },
  ]
}
