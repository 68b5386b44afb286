import type { ApiObject } from '../api/object.ts'
import type { Parts } from './parts.ts'
import type { Resource } from '../api/resource.ts'
import { servedTypes } from './served-types.ts'
import { runToEnd } from '../lib/event-loop.ts'

type Recording = {
  readonly resource: Resource
  /** Absent when the object is new. */
  readonly current?: ApiObject
  /** The manager of the controllers unless set. */
  readonly manager?: string
  /** The subresource that is written; the main resource unless set. */
  readonly subresource?: string
}

/** Returns an object with `managedFields` updated for a write of a controller (APPLY-008). */
export function withControllerManagedFields(
  next: ApiObject,
  { resource, current, manager, subresource = '' }: Recording,
  parts: Parts,
): ApiObject {
  const after = resource.defaults ? resource.defaults(next) : next
  const walk = parts.managedFieldsRules.managedFieldsAfter(current, after, {
    manager: manager ?? parts.dialect.fieldManagers.controllers,
    resource: resource.subresources[subresource] ?? resource,
    subresource,
    types: servedTypes(parts),
    now: parts.clock.now(),
  })
  const owners = runToEnd(walk)
  const { managedFields: _former, ...metadata } = next.metadata
  return { ...next, metadata: { ...metadata, ...(owners && { managedFields: owners }) } }
}
