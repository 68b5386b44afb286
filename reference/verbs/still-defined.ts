import type { Parts } from '../api/parts.ts'
import type { Resource } from '../api/resource.ts'
import { typesServed } from '../api/served.ts'
import { forbidden, unknownResource } from '../api/status.ts'

/** Whether what made a type is gone, or was made anew since. Built-in types stay. */
export const isGone = (resource: Resource, at: Parts): boolean =>
  resource.definedBy !== undefined && current(resource, at) === undefined

/** Calls `end` when a type goes; returns how to stop. */
export function whenGone(resource: Resource, at: Parts, end: () => void): () => void {
  if (resource.definedBy === undefined) return () => {}
  return at.defined.changed(() => {
    if (isGone(resource, at)) end()
  })
}

/**
 * Refuses a new object of a type that has gone, or is going, since the request began: its body may
 * have taken long to come, and nobody would ever remove the object. @throws 403, 404
 */
export function refuseUndefined(resource: Resource, name: string, at: Parts): void {
  if (resource.definedBy === undefined) return
  const now = current(resource, at)
  if (!now) throw unknownResource()
  if (now.refusesNew === undefined) return
  throw forbidden({ ...resource, name, because: now.refusesNew })
}

const current = ({ group, resource, definedBy }: Resource, at: Parts): Resource | undefined =>
  typesServed(at).find(
    row => row.group === group && row.resource === resource && row.definedBy === definedBy,
  )
