import type { Parts } from './parts.ts'
import type { Resource } from '../api/resource.ts'

/** Every type that is served now: those built in, and those that somebody has defined since. */
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

// Every request asks, and definitions change rarely: the list of those is the same until then.
const joined = new WeakMap<
  readonly Resource[],
  { readonly resources: readonly Resource[]; readonly all: readonly Resource[] }
>()

export type ServedTypeSources = Pick<Parts, 'builtInResources' | 'customTypes'>
