import type { Parts } from './parts.ts'
import type { Resource } from '../api/resource.ts'

/** Returns all types that are served now: built-in types and custom types. */
export const servedTypes = ({
  builtInResources,
  customTypes,
}: ServedTypeSources): readonly Resource[] => {
  const more = customTypes.types()
  if (more.length === 0) return builtInResources
  const known = joined.get(more)
  if (known?.resources === builtInResources) return known.all
  const all = [...builtInResources, ...more]
  joined.set(more, { resources: builtInResources, all })
  return all
}

// Cached per list of custom types, since every request reads it and definitions rarely change.
const joined = new WeakMap<
  readonly Resource[],
  { readonly resources: readonly Resource[]; readonly all: readonly Resource[] }
>()

export type ServedTypeSources = Pick<Parts, 'builtInResources' | 'customTypes'>
