// The served types by group and version, in the order of discovery: where a name is ambiguous,
// tools use the first type.

import type { Dialect } from '../api/dialect.ts'
import type { Resource } from '../api/resource.ts'
import { memoizeByTypes } from './memoize-by-types.ts'
import { compareByCodeUnit, compareVersions } from '../lib/version-order.ts'

/** An API group with its served versions. */
export type DiscoveryGroup = {
  /** Empty for core. */
  readonly name: string
  /** The first one is the preferred version. */
  readonly versions: readonly GroupVersion[]
}

/** One version of an API group with its served types. */
export type GroupVersion = {
  readonly group: string
  readonly version: string
  readonly types: readonly Resource[]
}

/** Returns the groups by name, in order; core is the first. */
export const catalogueOf = memoizeByTypes(
  (types, { dialect }): ReadonlyMap<string, DiscoveryGroup> => {
    const sorted = [...together(types, ({ group }) => group)].sort(
      ([one], [other]) =>
        rankOf(one, dialect) - rankOf(other, dialect) || compareByCodeUnit(one, other),
    )
    return new Map(sorted.map(([name, own]) => [name, { name, versions: versionsOf(name, own) }]))
  },
)

function versionsOf(group: string, types: readonly Resource[]): GroupVersion[] {
  return [...together(types, ({ version }) => version)]
    .map(([version, own]) => ({ group, version, types: own }))
    .sort((one, other) => compareVersions(one.version, other.version))
}

function together(types: readonly Resource[], nameOf: (type: Resource) => string) {
  const found = new Map<string, Resource[]>()
  for (const type of types) {
    const name = nameOf(type)
    const same = found.get(name)
    if (same) same.push(type)
    else found.set(name, [type])
  }
  return found
}

// The ranking of groups in a genuine server; `*` stands for the API domain. Other groups follow.
const ranked = [
  '',
  'apps',
  'events.*',
  'authentication.*',
  'authorization.*',
  'autoscaling',
].concat(
  ['batch', 'certificates.*', 'networking.*', 'policy', 'rbac.authorization.*', 'storage.*'],
  ['admissionregistration.*', 'apiextensions.*', 'scheduling.*', 'coordination.*', 'node.*'],
  ['discovery.*', 'resource.*', 'flowcontrol.apiserver.*'],
)

function rankOf(group: string, { apiDomain }: Dialect): number {
  const isOfDomain = group.endsWith(`.${apiDomain}`)
  const rank = ranked.indexOf(isOfDomain ? `${group.slice(0, -apiDomain.length)}*` : group)
  return rank === -1 ? ranked.length : rank
}
