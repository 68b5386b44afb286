// The content of a document: the paths of types, and the definitions that they refer to.

import type { JsonObject } from '../api/object.ts'
import type { Parts } from '../parts/parts.ts'
import { apiVersionOf, type Resource } from '../api/resource.ts'
import type { GroupVersion } from '../discovery/catalogue.ts'
import { builtInDefinition, type DocumentSchema, type SchemaStyle } from './built-in-schemas.ts'
import { customTypeSchemas } from './custom-type-schemas.ts'
import { groupVersionKindsOf } from './group-version-kinds.ts'
import { builtInDocumentName, capitalize, groupInOperationId } from './definition-names.ts'
import { type OpenApiPath, openApiPathsOf } from './operations.ts'
import {
  responseDefinition,
  isCustomType,
  mediaTypesOf,
  definitionNameOf,
  requestDefinition,
} from './operation-content.ts'

/** A document under construction: its style, and the definitions that it must contain. */
export type DocumentScope = {
  readonly parts: Parts
  readonly style: SchemaStyle
  /** The built-in definitions that are referred to. */
  readonly builtIn: Set<string>
  /** The definitions of custom types, by name. */
  readonly defined: Map<string, DocumentSchema>
}

export const emptyDocumentScope = (
  parts: Parts,
  version: SchemaStyle['version'],
): DocumentScope => ({
  parts,
  style: { version, apiDomain: parts.dialect.apiDomain },
  builtIn: new Set(),
  defined: new Map(),
})

/**
 * Yields the paths of the types of a version, and adds the definitions that they need to the scope.
 */
export function* pathsOfVersion(
  version: GroupVersion,
  { style, builtIn, defined }: DocumentScope,
): Iterable<{ readonly type: Resource; readonly path: OpenApiPath }> {
  const { apiDomain } = style
  for (const type of version.types) {
    if (isCustomType(type, apiDomain)) {
      for (const [name, shown] of customTypeSchemas(type, style)) defined.set(name, shown)
    } else if (type.verbs.includes('watch')) builtIn.add('meta.v1.WatchEvent')
    for (const path of openApiPathsOf(type, apiDomain)) {
      for (const operation of path.operations) {
        const needed = [responseDefinition(operation, apiDomain)]
        if (operation.takes) needed.push(requestDefinition(operation, apiDomain))
        for (const { short } of needed) if (short !== undefined) builtIn.add(short)
      }
      yield { type, path }
    }
  }
}

/** Yields the needed definitions, including indirectly referenced ones. */
export function* neededDefinitions(
  { style, builtIn, defined }: DocumentScope,
  within?: GroupVersion,
): Iterable<readonly [name: string, schema: JsonObject]> {
  for (const [name, { schema, refers }] of defined) {
    for (const one of refers) builtIn.add(one)
    yield [name, schema]
  }
  // Iterating a set also visits elements that are added during the iteration.
  for (const short of builtIn) {
    const { schema, refers } = builtInDefinition(short, style)
    for (const one of refers) builtIn.add(one)
    const kinds = groupVersionKindsOf(short, style.apiDomain, within)
    const shown = kinds.length > 0 && { 'x-kubernetes-group-version-kind': kinds }
    yield [builtInDocumentName(short, style.apiDomain), { ...schema, ...shown }]
  }
}

/** Returns the path of the resource list of a version; only built-in groups document it. */
export function apiResourcesPath(version: GroupVersion, { parts, style, builtIn }: DocumentScope) {
  const { apiDomain } = style
  if (version.types.every(type => isCustomType(type, apiDomain))) return undefined
  builtIn.add('meta.v1.APIResourceList')
  const word = groupInOperationId(version.group, apiDomain)
  const list = { group: '', version: 'v1', kind: 'APIResourceList' }
  return {
    path: `/${version.group === '' ? 'api' : 'apis'}/${apiVersionOf(version)}/`,
    tag: `${word}_${version.version}`,
    id: `get${capitalize(word)}${capitalize(version.version)}APIResources`,
    types: mediaTypesOf(list, parts).whole,
    answers: definitionNameOf(list, list.kind, { apiDomain }).name,
  }
}
