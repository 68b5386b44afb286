import type { ApiObject } from '../api/object.ts'
import type { Parts } from '../parts/parts.ts'
import { storeKeyOf, storePrefixOf, type Resource } from '../api/resource.ts'
import type { AdmissionAttributes } from '../api/write.ts'

/** A rule of admission, under the name that a genuine server gives it. */
export type AdmissionPlugin = {
  readonly name: string
  /** What becomes of the object before it is validated. @throws Refusal */
  readonly mutate?: (attempt: AdmissionAttributes, at: Parts) => Promise<ApiObject>
  /** Judges the object as it would be stored. @throws Refusal */
  readonly check?: (attempt: AdmissionAttributes, at: Parts) => Promise<void>
}

type Wanted = {
  /** The group; `*` stands for the api domain. */
  readonly group: string
  readonly kind: string
  /** Empty for what is in no namespace. */
  readonly namespace?: string
}

/** A built-in type. */
export function builtInResource(
  { group, kind }: Wanted,
  { builtInResources, dialect }: Parts,
): Resource {
  const full = group.replace('*', dialect.apiDomain)
  const found = builtInResources.find(row => row.kind === kind && row.group === full)
  if (!found) throw new Error(`the built-in types have no ${kind} of ${full}`)
  return found
}

/**
 * The stored objects of a type. Every create of a pod asks, so that objects are decoded only if
 * their JSON holds the text.
 */
export async function storedObjects(
  wanted: Wanted & { readonly holding?: string },
  at: Parts,
): Promise<ApiObject[]> {
  const { namespace = '', holding } = wanted
  const resource = builtInResource(wanted, at)
  const { entries } = await at.store.range({ prefix: storePrefixOf(resource, namespace) })
  return entries
    .filter(({ value }) => holding === undefined || value.includes(holding))
    .map(entry => at.stages.decodeStored(entry, resource))
}

/** The stored object of a name, if there is one. */
export async function storedObject(
  wanted: Wanted & { readonly name: string },
  at: Parts,
): Promise<ApiObject | undefined> {
  const { namespace = '', name } = wanted
  const resource = builtInResource(wanted, at)
  const entry = await at.store.get(storeKeyOf(resource, { namespace, name }))
  return entry && at.stages.decodeStored(entry, resource)
}
