import type { Parts } from '../parts/parts.ts'
import type { Resource } from '../api/resource.ts'
import { servedTypes } from '../parts/served-types.ts'
import { forbidden, unknownResource } from '../api/status.ts'

/** Whether what made a type is gone, or was made anew since. Built-in types stay. */
export const isTypeRemoved = (resource: Resource, at: Parts): boolean =>
  resource.definitionUid !== undefined && current(resource, at) === undefined

/** Calls `end` when a type goes; returns how to stop. */
export function onTypeRemoved(resource: Resource, at: Parts, end: () => void): () => void {
  if (resource.definitionUid === undefined) return () => {}
  return at.customTypes.onChange(() => {
    if (isTypeRemoved(resource, at)) end()
  })
}

/**
 * Refuses a new object of a type that has gone, or is going, since the request began: its body may
 * have taken long to come, and nobody would ever remove the object. @throws 403, 404
 */
export function refuseRemovedType(resource: Resource, name: string, at: Parts): void {
  if (resource.definitionUid === undefined) return
  const now = current(resource, at)
  if (!now) throw unknownResource()
  if (now.createRefusalReason === undefined) return
  throw forbidden({ ...resource, name, because: now.createRefusalReason })
}

const current = ({ group, resource, definitionUid }: Resource, at: Parts): Resource | undefined =>
  servedTypes(at).find(
    row => row.group === group && row.resource === resource && row.definitionUid === definitionUid,
  )
