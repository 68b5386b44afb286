// Which definition stands for which kind: by that clients find the form of an object.

import { builtInData } from '../types/schemas/built-in-types.ts'

/** A kind; `*` in the group of the data has become the domain. */
export type GroupVersionKind = {
  readonly group: string
  readonly version: string
  readonly kind: string
}

let known: ReadonlyMap<string, readonly GroupVersionKind[]> | undefined

/** The kinds behind a definition, by the order of the data; groups leave their domain open. */
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
 * The kinds that a definition stands for in the document of a version; without one, in a document
 * of all. Some stand for the same kind in every group.
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
