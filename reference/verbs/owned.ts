import type { ApiObject, JsonObject } from '../api/object.ts'
import type { ResourceCall } from '../api/parts.ts'
import { shownToChange } from '../api/resource.ts'
import { typesServed } from '../api/served.ts'
import { pace, paced } from '../lib/turns.ts'

/** A call that writes, and the name by which it owns what it changes. */
export type Writer = ResourceCall & { readonly manager: string }

/** A body with the record of who owns what after it (APPLY-008). `current` is absent on create. */
export async function owned(
  body: ApiObject,
  current: ApiObject | undefined,
  call: Writer,
): Promise<ApiObject> {
  const { resource, at } = call
  const before = current && shownWithOwners(current, call)
  const after = resource.defaults ? resource.defaults(body) : body
  const owners = at.ownership.after(before, after, writingOf(call))
  return withOwners(body, await paced(owners, pace(at.limits.turnMs)))
}

/** An object in the form of its path, with the record of who owns what of that form. */
export function shownWithOwners(object: ApiObject, { resource }: ResourceCall): ApiObject {
  const { view } = resource
  if (!view) return object
  const shown = shownToChange(resource, object)
  return view.owners ? withOwners(shown, view.owners.show(object.metadata.managedFields)) : shown
}

/** What the rules of ownership need to know of a call. */
export const writingOf = ({ manager, resource, info, at }: Writer) => ({
  manager,
  resource,
  subresource: info.subresource,
  types: typesServed(at),
  now: at.clock.now(),
})

/** An object in which this is the record; none is the same as an empty one. */
export function withOwners(object: ApiObject, owners: JsonObject[] | undefined): ApiObject {
  const { managedFields: _former, ...metadata } = object.metadata
  return { ...object, metadata: { ...metadata, ...(owners && { managedFields: owners }) } }
}
