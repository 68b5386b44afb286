import type { ResourceRequestInfo } from '../api/request.ts'
import type { ApiObject } from '../api/object.ts'
import type { Resource } from '../api/resource.ts'
import type { DeletionRequest, ObjectIdentity } from '../api/write.ts'

/** The pure functions for object metadata. */
export type MetadataRules = {
  /** Sets the namespace of the path in a body. @throws 400 when the body names another place */
  readonly placeInPath: (
    body: ApiObject,
    info: ResourceRequestInfo,
    resource: Resource,
  ) => ApiObject
  readonly prepareForCreate: (
    body: ApiObject,
    identity: ObjectIdentity,
    resource: Resource,
  ) => ApiObject
  readonly prepareForUpdate: (body: ApiObject, current: ApiObject, resource: Resource) => ApiObject
  readonly markDeleted: (
    current: ApiObject,
    deletion: DeletionRequest,
    resource: Resource,
  ) => ApiObject
  /** Whether storing `next` would change anything (OBJ-024). */
  readonly hasChanged: (current: ApiObject, next: ApiObject) => boolean
  /**
   * Whether the object is marked as deleted, its grace period is over, and no finalizer is left
   * (DEL-006).
   */
  readonly mayBeRemoved: (object: ApiObject, resource: Resource) => boolean
}

/** The pure functions for field ownership (APPLY-008). */
export type ManagedFieldsRules = {
  /** Returns `managedFields` after a write. */
  readonly managedFieldsAfter: typeof import('../apply/track-managed-fields.ts').managedFieldsAfter
  readonly apply: typeof import('../apply/apply-to-object.ts').applyToObject
}
