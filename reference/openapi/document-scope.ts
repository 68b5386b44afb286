// What a document is made of: the paths of types, and the definitions that they need.

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

export type DocumentScope = {
  readonly at: Parts
  readonly style: SchemaStyle
  /** The built-in definitions that were referred to. */
  readonly builtIn: Set<string>
  /** Those of defined types. */
  readonly defined: Map<string, DocumentSchema>
}

export const emptyDocumentScope = (at: Parts, version: SchemaStyle['version']): DocumentScope => ({
  at,
  style: { version, apiDomain: at.dialect.apiDomain },
  builtIn: new Set(),
  defined: new Map(),
})

/** The paths of a version's types. What they need is added when they are given. */
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

/** The definitions that are needed, those that they need themselves included. */
export function* neededDefinitions(
  { style, builtIn, defined }: DocumentScope,
  within?: GroupVersion,
): Iterable<readonly [name: string, schema: JsonObject]> {
  for (const [name, { schema, refers }] of defined) {
    for (const one of refers) builtIn.add(one)
    yield [name, schema]
  }
  // A set gives what is added to it while it is read, too.
  for (const short of builtIn) {
    const { schema, refers } = builtInDefinition(short, style)
    for (const one of refers) builtIn.add(one)
    const kinds = groupVersionKindsOf(short, style.apiDomain, within)
    const shown = kinds.length > 0 && { 'x-kubernetes-group-version-kind': kinds }
    yield [builtInDocumentName(short, style.apiDomain), { ...schema, ...shown }]
  }
}

/** The path on which a version's types themselves are listed; built-in groups alone tell of it. */
export function apiResourcesPath(version: GroupVersion, { at, style, builtIn }: DocumentScope) {
  const { apiDomain } = style
  if (version.types.every(type => isCustomType(type, apiDomain))) return undefined
  builtIn.add('meta.v1.APIResourceList')
  const word = groupInOperationId(version.group, apiDomain)
  const list = { group: '', version: 'v1', kind: 'APIResourceList' }
  return {
    path: `/${version.group === '' ? 'api' : 'apis'}/${apiVersionOf(version)}/`,
    tag: `${word}_${version.version}`,
    id: `get${capitalize(word)}${capitalize(version.version)}APIResources`,
    types: mediaTypesOf(list, at).whole,
    answers: definitionNameOf(list, list.kind, { apiDomain }).name,
  }
}
