import type { ApiObject, JsonObject } from '../api/object.ts'
import type { ResourceCall } from '../parts/parts.ts'
import { viewForUpdate } from '../api/resource.ts'
import { servedTypes } from '../parts/served-types.ts'
import { yieldAfter, runYielding } from '../lib/event-loop.ts'

/** A call that writes, and the name by which it owns what it changes. */
export type WriteCall = ResourceCall & { readonly manager: string }

/** A body with the record of who owns what after it (APPLY-008). `current` is absent on create. */
export async function withManagedFieldsAfter(
  body: ApiObject,
  current: ApiObject | undefined,
  call: WriteCall,
): Promise<ApiObject> {
  const { resource, at } = call
  const before = current && viewWithManagedFields(current, call)
  const after = resource.defaults ? resource.defaults(body) : body
  const owners = at.managedFieldsRules.managedFieldsAfter(before, after, fieldWriteOf(call))
  return withManagedFields(body, await runYielding(owners, yieldAfter(at.limits.yieldAfterMs)))
}

/** An object in the form of its path, with the record of who owns what of that form. */
export function viewWithManagedFields(object: ApiObject, { resource }: ResourceCall): ApiObject {
  const { view } = resource
  if (!view) return object
  const shown = viewForUpdate(resource, object)
  return view.managedFields
    ? withManagedFields(shown, view.managedFields.toView(object.metadata.managedFields))
    : shown
}

/** What the rules of ownership need to know of a call. */
export const fieldWriteOf = ({ manager, resource, info, at }: WriteCall) => ({
  manager,
  resource,
  subresource: info.subresource,
  types: servedTypes(at),
  now: at.clock.now(),
})

/** An object in which this is the record; none is the same as an empty one. */
export function withManagedFields(object: ApiObject, owners: JsonObject[] | undefined): ApiObject {
  const { managedFields: _former, ...metadata } = object.metadata
  return { ...object, metadata: { ...metadata, ...(owners && { managedFields: owners }) } }
}
