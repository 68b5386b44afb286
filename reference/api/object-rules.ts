// The parts of a server that are rules rather than steps.

import type { ResourceRequestInfo } from './request.ts'
import type { ApiObject } from './object.ts'
import type { Parts } from './parts.ts'
import type { Resource } from './resource.ts'
import type { AdmissionAttributes, DeletionRequest, ObjectIdentity, WriteOutcome } from './write.ts'

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
  readonly after: typeof import('../apply/track-managed-fields.ts').managedFieldsAfter
  readonly apply: typeof import('../apply/apply-to-object.ts').applyToObject
}

/** What makes a deleted namespace empty, and keeps it so (DEL-028). */
export type NamespaceLifecycle = {
  /** Refuses new content for a namespace that is absent or terminating. */
  readonly admitContent: (attempt: AdmissionAttributes, at: Parts) => Promise<void>
  /** Takes back what was created while its namespace went away. @throws 403, 404 */
  readonly confirmContent: (outcome: WriteOutcome, resource: Resource, at: Parts) => Promise<void>
  /** Puts into a new namespace what every one holds. */
  readonly furnish: (name: string, at: Parts) => Promise<void>
  /** Deletes what a terminating namespace holds, then the namespace if nothing is left. */
  readonly clean: (name: string, at: Parts) => Promise<void>
}
