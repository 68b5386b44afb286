// What is served, a list for each group and each version: for clients that know no other form.

import { createHash } from 'node:crypto'

import { apiVersionOf, type Resource, storageResourceOf } from '../api/resource.ts'
import type { DiscoveryGroup, GroupVersion } from './catalogue.ts'
import { compareByCodeUnit } from '../lib/version-order.ts'

/** A group as the list of groups and the document of its own show it. */
export function apiGroupDocument({ name, versions }: DiscoveryGroup) {
  const shown = versions.map(one => ({ groupVersion: apiVersionOf(one), version: one.version }))
  return { name, versions: shown, preferredVersion: shown[0] }
}

/** The types of a version and their subresources, each with the verbs that it has (PATH-039). */
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

/** What can be done with a type that goes: its objects are read and deleted, until none is left. */
export const availableVerbsOf = ({ verbs, createRefusalReason }: Resource): readonly string[] =>
  createRefusalReason === undefined ? verbs : verbs.filter(verb => !writing.includes(verb))

/** The subresources of a type by their names. */
export const subresourcesOf = ({ subresources }: Resource): readonly [string, Resource][] =>
  Object.entries(subresources).sort(([one], [other]) => compareByCodeUnit(one, other))

/** Whether documents of a subresource are of the version in whose paths they are. */
export const isInParentVersion = (part: Resource, { group, version }: Resource): boolean =>
  part.group === group && part.version === version

/** Changes when objects are kept in another version: then they may be worth to be written anew. */
function storageVersionHash(resource: Resource): string {
  const { group, version, kind } = storageResourceOf(resource)
  const digest = createHash('sha256').update(`${group}/${version}/${kind}`).digest()
  return digest.subarray(0, 8).toString('base64')
}
