import type { ResourceRequestInfo } from '../api/request.ts'
import type { ApiObject } from '../api/object.ts'
import type { Resource } from '../api/resource.ts'
import type { DeletionRequest, ObjectIdentity } from '../api/write.ts'

/** The pure rules of object metadata. */
export type MetadataRules = {
  /** The body in the place that its path names. @throws 400 when the body names another */
  readonly placeInPath: (
    body: ApiObject,
    info: ResourceRequestInfo,
    resource: Resource,
  ) => ApiObject
  readonly createMetadata: (
    body: ApiObject,
    identity: ObjectIdentity,
    resource: Resource,
  ) => ApiObject
  readonly updateMetadata: (body: ApiObject, current: ApiObject, resource: Resource) => ApiObject
  readonly markDeleted: (
    current: ApiObject,
    deletion: DeletionRequest,
    resource: Resource,
  ) => ApiObject
  /** Whether storing `next` would change anything (OBJ-024). */
  readonly hasChanged: (current: ApiObject, next: ApiObject) => boolean
  /** Whether the object is deleted and nobody has to clean up after it any more (DEL-006). */
  readonly isFinished: (object: ApiObject, resource: Resource) => boolean
}

/** The pure rules of who owns which fields of an object (APPLY-008). */
export type ManagedFieldsRules = {
  /** `managedFields` after a write. */
  readonly managedFieldsAfter: typeof import('../apply/track-managed-fields.ts').managedFieldsAfter
  readonly apply: typeof import('../apply/apply-to-object.ts').applyToObject
}
