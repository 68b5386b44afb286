// The writes of controllers, which call no webhooks and are recorded in `managedFields`.

import type { ApiObject } from '../api/object.ts'
import type { DeletionPropagation, Resource } from '../api/resource.ts'
import { withControllerManagedFields } from '../parts/controller-managed-fields.ts'
import type { ObjectPlace } from '../parts/follow-objects.ts'
import type { Parts } from '../parts/parts.ts'
import { notFound } from '../api/status.ts'
import { ignoreNotFound } from './ignore-not-found.ts'

type Target = ObjectPlace & {
  readonly resource: Resource
  /** The subresource that is written; the main resource unless set. */
  readonly subresource?: string
}

/**
 * Replaces an object by what `change` makes of its current state, unless that is the same state or
 * the object is gone. `change` is called again after a conflict with another write.
 */
export async function updateObject(
  { namespace, name, resource, subresource }: Target,
  change: (current: ApiObject) => ApiObject | Promise<ApiObject>,
  parts: Parts,
): Promise<void> {
  const propose = async (current: ApiObject | undefined): Promise<ApiObject> => {
    if (!current) throw notFound(resource, name)
    const next = await change(current)
    if (next === current) return current
    const by = { resource, current, ...(subresource !== undefined && { subresource }) }
    return withControllerManagedFields(next, by, parts)
  }
  const place = { operation: 'update', resource, namespace, name } as const
  await ignoreNotFound(parts.verbs.performWrite({ ...place, isDryRun: false, propose }, parts))
}

type Deletion = {
  readonly propagationPolicy?: DeletionPropagation
  readonly gracePeriodSeconds?: number
}

/**
 * Deletes an object in the state that was examined; one that has changed since is not deleted.
 * @throws Refusal 409 if it has changed
 */
export async function deleteObject(
  object: ApiObject,
  resource: Resource,
  parts: Parts,
  options: Deletion = {},
): Promise<void> {
  const { namespace = '', name = '', uid = '', resourceVersion = '' } = object.metadata
  const wanted = { uid, resourceVersion, isDryRun: false, isForced: false, ...options }
  const write = parts.verbs.delete.write({ resource, namespace, name }, wanted, parts)
  await ignoreNotFound(parts.verbs.performWrite(write, parts))
  if (namespace !== '') await parts.namespaceLifecycle.finalizeNamespace(namespace, parts)
}

/** Returns a built-in type of the server. */
export const builtInType = (group: string, kind: string, parts: Parts): Resource | undefined =>
  parts.builtInResources.find(row => row.group === group && row.kind === kind)
