// Builds the aggregated discovery document, which lists all served types at once.

import type { Parts } from '../parts/parts.ts'
import type { Resource } from '../api/resource.ts'
import type { DiscoveryGroup, GroupVersion } from './catalogue.ts'
import { isInParentVersion, subresourcesOf, availableVerbsOf } from './discovery-documents.ts'

/** The type of the document; its version is the only one that is served. */
export const aggregatedDiscoveryType = (apiDomain: string) => ({
  kind: 'APIGroupDiscoveryList',
  apiVersion: `apidiscovery.${apiDomain}/v2`,
})

/** Returns the document for some groups (PATH-039). */
export function aggregatedDiscovery(groups: Iterable<DiscoveryGroup>, parts: Parts) {
  const builtIn = new Set(parts.builtInResources)
  const versionShown = ({ version, types }: GroupVersion) => ({
    version,
    resources: types.map(type => typeShown(type, builtIn.has(type))),
    // Always current, since no other server serves a version.
    freshness: 'Current',
  })
  return {
    ...aggregatedDiscoveryType(parts.dialect.apiDomain),
    metadata: {},
    items: Array.from(groups, ({ name, versions }) => ({
      metadata: name === '' ? {} : { name },
      versions: versions.map(versionShown),
    })),
  }
}

function typeShown(resource: Resource, isBuiltIn: boolean) {
  const { singular, isNamespaced, shortNames, categories } = resource
  // A genuine server leaves out the group and version of its built-in types here; the enclosing
  // version has them.
  const kindOf = (part: Resource) =>
    isBuiltIn && isInParentVersion(part, resource)
      ? { group: '', version: '', kind: part.kind }
      : { group: part.group, version: part.version, kind: part.kind }
  const subresources = subresourcesOf(resource).map(([subresource, part]) => ({
    subresource,
    responseKind: kindOf(part),
    verbs: part.verbs,
  }))
  return {
    resource: resource.resource,
    responseKind: kindOf(resource),
    scope: isNamespaced ? 'Namespaced' : 'Cluster',
    singularResource: singular,
    verbs: availableVerbsOf(resource),
    ...(shortNames.length > 0 && { shortNames }),
    ...(categories.length > 0 && { categories }),
    ...(subresources.length > 0 && { subresources }),
  }
}
