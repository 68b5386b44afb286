// Maps definitions to kinds, by which clients find the schema of an object.

import { builtInData } from '../types/schemas/built-in-types.ts'

/** A kind; `*` in the group stands for the API domain until it is replaced. */
export type GroupVersionKind = {
  readonly group: string
  readonly version: string
  readonly kind: string
}

let known: ReadonlyMap<string, readonly GroupVersionKind[]> | undefined

/**
 * Returns the kinds of a definition in the order of the data; groups contain `*` for the API
 * domain.
 */
function kindsBehind(short: string): readonly GroupVersionKind[] {
  known ??= byDefinition()
  return known.get(short) ?? []
}

function byDefinition(): ReadonlyMap<string, readonly GroupVersionKind[]> {
  const { kinds, definitions } = builtInData()
  const found = new Map<string, GroupVersionKind[]>()
  for (const [groupVersion, names] of Object.entries(kinds)) {
    const [version = '', group = ''] = groupVersion.split('/').reverse()
    for (const kind of names) {
      const own = `${group.split('.')[0] || 'core'}.${version}.${kind}`
      const short = Object.hasOwn(definitions, own) ? own : `meta.v1.${kind}`
      found.set(short, [...(found.get(short) ?? []), { group, version, kind }])
    }
  }
  return found
}

/**
 * Returns the kinds of a definition in the document of a version, or without one in a document of
 * all versions. Some definitions stand for the same kind in every group.
 */
export function groupVersionKindsOf(
  short: string,
  apiDomain: string,
  within?: { readonly group: string; readonly version: string },
): readonly GroupVersionKind[] {
  const all = kindsBehind(short).map(one => ({
    ...one,
    group: one.group.replace('*', apiDomain),
  }))
  if (!within || !short.startsWith('meta.')) return all
  const isShown = ({ group, version }: GroupVersionKind) =>
    group === '' || (group === within.group && version === within.version)
  return all.filter(isShown)
}
