// Builds the discovery documents of single groups and versions, for clients without support for
// aggregated discovery.

import { createHash } from 'node:crypto'

import { apiVersionOf, type Resource, storageResourceOf } from '../api/resource.ts'
import type { DiscoveryGroup, GroupVersion } from './catalogue.ts'
import { compareByCodeUnit } from '../lib/version-order.ts'

/** Returns a group as in the list of groups and in its own document. */
export function apiGroupDocument({ name, versions }: DiscoveryGroup) {
  const shown = versions.map(one => ({ groupVersion: apiVersionOf(one), version: one.version }))
  return { name, versions: shown, preferredVersion: shown[0] }
}

/** Returns the types of a version and their subresources, each with its verbs (PATH-039). */
export const apiResourceList = (version: GroupVersion) => ({
  kind: 'APIResourceList',
  ...(version.group !== '' && { apiVersion: 'v1' }),
  groupVersion: apiVersionOf(version),
  resources: version.types.flatMap(withSubresources),
})

function withSubresources(resource: Resource) {
  const { singular, isNamespaced, kind, shortNames, categories } = resource
  const verbs = availableVerbsOf(resource)
  const own = {
    name: resource.resource,
    singularName: singular,
    namespaced: isNamespaced,
    kind,
    verbs,
    ...(shortNames.length > 0 && { shortNames }),
    ...(categories.length > 0 && { categories }),
    ...(verbs.includes('list') && { storageVersionHash: storageVersionHash(resource) }),
  }
  const others = subresourcesOf(resource).map(([name, part]) => ({
    name: `${resource.resource}/${name}`,
    singularName: '',
    namespaced: isNamespaced,
    ...(!isInParentVersion(part, resource) && { group: part.group, version: part.version }),
    kind: part.kind,
    verbs: part.verbs,
  }))
  return [own, ...others]
}

const writing = ['create', 'patch', 'update']

/**
 * Returns the verbs of a type. A type that is being removed only allows reads and deletes, until no
 * object is left.
 */
export const availableVerbsOf = ({ verbs, createRefusalReason }: Resource): readonly string[] =>
  createRefusalReason === undefined ? verbs : verbs.filter(verb => !writing.includes(verb))

/** Returns the subresources of a type in order of their names. */
export const subresourcesOf = ({ subresources }: Resource): readonly [string, Resource][] =>
  Object.entries(subresources).sort(([one], [other]) => compareByCodeUnit(one, other))

/** Whether a subresource has the same group and version as its parent. */
export const isInParentVersion = (part: Resource, { group, version }: Resource): boolean =>
  part.group === group && part.version === version

/**
 * Returns a hash of the storage version. When it changes, clients may want to rewrite stored
 * objects.
 */
function storageVersionHash(resource: Resource): string {
  const { group, version, kind } = storageResourceOf(resource)
  const digest = createHash('sha256').update(`${group}/${version}/${kind}`).digest()
  return digest.subarray(0, 8).toString('base64')
}
