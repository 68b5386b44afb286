import type { ApiObject, JsonObject } from '../api/object.ts'
import type { ResourceCall } from '../parts/parts.ts'
import { storageResourceOf, viewForUpdate } from '../api/resource.ts'
import { servedTypes } from '../parts/served-types.ts'
import { yieldAfter, runYielding } from '../lib/event-loop.ts'

/** A writing call, and the field manager that owns its changes. */
export type WriteCall = ResourceCall & { readonly manager: string }

/**
 * Returns the body with the `managedFields` after the write (APPLY-008). `current` is absent on
 * create.
 */
export async function withManagedFieldsAfter(
  body: ApiObject,
  current: ApiObject | undefined,
  call: WriteCall,
): Promise<ApiObject> {
  const { resource, parts } = call
  const before = current && viewWithManagedFields(current, call)
  const after = resource.defaults ? resource.defaults(body) : body
  const owners = parts.managedFieldsRules.managedFieldsAfter(before, after, fieldWriteOf(call))
  return withManagedFields(body, await runYielding(owners, yieldAfter(parts.limits.yieldAfterMs)))
}

/** Returns an object in the form of its path, with the `managedFields` of that form. */
export function viewWithManagedFields(object: ApiObject, { resource }: ResourceCall): ApiObject {
  const { view } = resource
  if (!view) return object
  const shown = viewForUpdate(resource, object)
  return view.managedFields
    ? withManagedFields(shown, view.managedFields.toView(object.metadata.managedFields))
    : shown
}

/** The parts of a call that the ownership rules need. */
export function fieldWriteOf({ manager, resource, info, parts }: WriteCall) {
  const { conversion } = storageResourceOf(resource)
  return {
    manager,
    resource,
    subresource: info.subresource,
    types: servedTypes(parts),
    now: parts.clock.now(),
    ...(conversion && {
      convertByWebhook: (object: ApiObject, apiVersion: string) =>
        parts.conversion.objectIn(object, apiVersion, conversion, parts),
    }),
  }
}

/** Returns the object with these `managedFields`; undefined removes the field. */
export function withManagedFields(object: ApiObject, owners: JsonObject[] | undefined): ApiObject {
  const { managedFields: _former, ...metadata } = object.metadata
  return { ...object, metadata: { ...metadata, ...(owners && { managedFields: owners }) } }
}
