import type { ApiObject } from '../api/object.ts'
import type { Parts } from '../parts/parts.ts'
import { storeKeyOf, storePrefixOf, type Resource } from '../api/resource.ts'
import type { AdmissionAttributes } from '../api/write.ts'

/** An admission plugin, under the name that a genuine server gives it. */
export type AdmissionPlugin = {
  readonly name: string
  /** Returns the object to validate. @throws Refusal */
  readonly mutate?: (attempt: AdmissionAttributes, parts: Parts) => Promise<ApiObject>
  /** Validates the object as it would be stored. May return warnings. @throws Refusal */
  readonly check?: (attempt: AdmissionAttributes, parts: Parts) => Promise<readonly string[] | void>
}

type Wanted = {
  /** The group; `*` stands for the API domain. */
  readonly group: string
  readonly kind: string
  /** Empty for cluster-scoped objects. */
  readonly namespace?: string
}

/** Returns a built-in type. @throws Error if there is none */
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
 * Returns the stored objects of a type. With `holding`, only objects whose JSON contains that text
 * are decoded: every create of a pod calls this, and most objects do not match.
 */
export async function storedObjects(
  wanted: Wanted & { readonly holding?: string },
  parts: Parts,
): Promise<ApiObject[]> {
  const { namespace = '', holding } = wanted
  const resource = builtInResource(wanted, parts)
  const { entries } = await parts.store.range({ prefix: storePrefixOf(resource, namespace) })
  return entries
    .filter(({ value }) => holding === undefined || value.includes(holding))
    .map(entry => parts.stages.decodeStored(entry, resource))
}

/** Returns the stored object with a name, if it exists. */
export async function storedObject(
  wanted: Wanted & { readonly name: string },
  parts: Parts,
): Promise<ApiObject | undefined> {
  const { namespace = '', name } = wanted
  const resource = builtInResource(wanted, parts)
  const entry = await parts.store.get(storeKeyOf(resource, { namespace, name }))
  return entry && parts.stages.decodeStored(entry, resource)
}
