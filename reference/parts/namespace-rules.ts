import type { Resource } from '../api/resource.ts'
import type { AdmissionAttributes, WriteOutcome } from '../api/write.ts'

/** The rules of namespace deletion: empties a deleted namespace, and keeps it empty (DEL-028). */
export type NamespaceRules<Parts> = {
  /** Refuses new objects in a namespace that is absent or terminating. */
  readonly requireActiveNamespace: (attempt: AdmissionAttributes, parts: Parts) => Promise<void>
  /** Removes an object that was created while its namespace was deleted. @throws 403, 404 */
  readonly recheckNamespace: (
    outcome: WriteOutcome,
    resource: Resource,
    parts: Parts,
  ) => Promise<void>
  /** Creates the default contents of a new namespace. */
  readonly createDefaultContents: (name: string, parts: Parts) => Promise<void>
  /** Deletes the contents of a terminating namespace, then the namespace if it is empty. */
  readonly finalizeNamespace: (name: string, parts: Parts) => Promise<void>
}
