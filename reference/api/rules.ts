// The parts of a server that are rules rather than steps.

import type { ResourceInfo } from './call.ts'
import type { ApiObject } from './object.ts'
import type { Parts } from './parts.ts'
import type { Resource } from './resource.ts'
import type { Attempt, Deletion, Identity, Outcome } from './write.ts'

/** The pure rules of object metadata. */
export type MetadataRules = {
  /** The body in the place that its path names. @throws 400 when the body names another */
  readonly place: (body: ApiObject, info: ResourceInfo, resource: Resource) => ApiObject
  readonly create: (body: ApiObject, identity: Identity, resource: Resource) => ApiObject
  readonly update: (body: ApiObject, current: ApiObject, resource: Resource) => ApiObject
  readonly markDeleted: (current: ApiObject, deletion: Deletion, resource: Resource) => ApiObject
  /** Whether storing `next` would change anything (OBJ-024). */
  readonly hasChanged: (current: ApiObject, next: ApiObject) => boolean
  /** Whether the object is deleted and nobody has to clean up after it any more (DEL-006). */
  readonly isFinished: (object: ApiObject, resource: Resource) => boolean
}

/** The pure rules of who owns which fields of an object (APPLY-008). */
export type OwnershipRules = {
  /** `managedFields` after a write. */
  readonly after: typeof import('../apply/tracking.ts').ownersAfter
  readonly apply: typeof import('../apply/applying.ts').applied
}

/** What makes a deleted namespace empty, and keeps it so (DEL-028). */
export type NamespaceControl = {
  /** Refuses new content for a namespace that is absent or terminating. */
  readonly admitContent: (attempt: Attempt, at: Parts) => Promise<void>
  /** Takes back what was created while its namespace went away. @throws 403, 404 */
  readonly confirmContent: (outcome: Outcome, resource: Resource, at: Parts) => Promise<void>
  /** Puts into a new namespace what every one holds. */
  readonly furnish: (name: string, at: Parts) => Promise<void>
  /** Deletes what a terminating namespace holds, then the namespace if nothing is left. */
  readonly clean: (name: string, at: Parts) => Promise<void>
}
