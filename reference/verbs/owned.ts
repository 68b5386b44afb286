import type { ApiObject, JsonObject } from '../api/object.ts'
import type { ResourceCall } from '../api/parts.ts'
import { typesServed } from '../api/served.ts'

/** A call that writes, and the name by which it owns what it changes. */
export type Writer = ResourceCall & { readonly manager: string }

/** A body with the record of who owns what after it (APPLY-008). `current` is absent on create. */
export function owned(body: ApiObject, current: ApiObject | undefined, call: Writer): ApiObject {
  const { resource, at } = call
  const { view } = resource
  const before = current && (view ? view.show(current) : current)
  const after = resource.defaults ? resource.defaults(body) : body
  const was = view?.owners ? view.owners.show(current?.metadata.managedFields) : undefined
  const known = before && view?.owners ? withOwners(before, was) : before
  return withOwners(body, at.ownership.after(known, after, writingOf(call)))
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
