import type { Parts } from '../parts/parts.ts'
import type { Resource } from '../api/resource.ts'
import { servedTypes } from '../parts/served-types.ts'
import { forbidden, unknownResource } from '../api/status.ts'

/** Whether the definition of a type was deleted or recreated. Built-in types always stay. */
export const isTypeRemoved = (resource: Resource, parts: Parts): boolean =>
  resource.definitionUid !== undefined && current(resource, parts) === undefined

/** Calls `end` when a type is removed. Returns a function that stops it. */
export function onTypeRemoved(resource: Resource, parts: Parts, end: () => void): () => void {
  if (resource.definitionUid === undefined) return () => {}
  return parts.customTypes.onChange(() => {
    if (isTypeRemoved(resource, parts)) end()
  })
}

/**
 * Refuses a new object of a type that was removed, or is being removed, since the request began.
 * The body may have taken long to arrive, and such an object would never be removed.
 * @throws 403, 404
 */
export function refuseRemovedType(resource: Resource, name: string, parts: Parts): void {
  if (resource.definitionUid === undefined) return
  const now = current(resource, parts)
  if (!now) throw unknownResource()
  if (now.createRefusalReason === undefined) return
  throw forbidden({ ...resource, name, because: now.createRefusalReason })
}

const current = (
  { group, resource, definitionUid }: Resource,
  parts: Parts,
): Resource | undefined =>
  servedTypes(parts).find(
    row => row.group === group && row.resource === resource && row.definitionUid === definitionUid,
  )
