// The media types and definitions of the operations of a type.

import type { Parts } from '../parts/parts.ts'
import { apiVersionOf, type Resource } from '../api/resource.ts'
import { builtInDefinitionName } from '../types/schemas/built-in-types.ts'
import { builtInDocumentName, customDocumentName } from './definition-names.ts'
import type { OpenApiOperation } from './operations.ts'

/** Returns the media types that can encode a kind; those of streams have a parameter. */
export function mediaTypesOf(
  { group, version, kind }: Pick<Resource, 'group' | 'version' | 'kind'>,
  parts: Parts,
): { readonly whole: string[]; readonly streams: string[] } {
  const type = { kind, apiVersion: apiVersionOf({ group, version }) }
  const offered = Object.entries(parts.codecs).filter(([, { serves }]) => serves?.(type) ?? true)
  return {
    whole: offered.map(([name]) => name).sort(),
    streams: offered
      .flatMap(([name, { stream }]) => (stream ? [`${name};stream=watch`] : []))
      .sort(),
  }
}

/** Returns the name of the definition of a kind, built-in or custom. */
export function definitionNameOf(
  { group, version }: Pick<Resource, 'group' | 'version'>,
  kind: string,
  { apiDomain }: { readonly apiDomain: string },
): { readonly short?: string; readonly name: string } {
  const short = builtInDefinitionName(group, version, kind, apiDomain)
  if (short === undefined) return { name: customDocumentName(group, version, kind) }
  return { short, name: builtInDocumentName(short, apiDomain) }
}

export const isCustomType = (type: Resource, apiDomain: string): boolean =>
  builtInDefinitionName(type.group, type.version, type.kind, apiDomain) === undefined

/**
 * Returns the media types of a body. For its built-in types a genuine server documents only a
 * wildcard.
 */
export function bodyMediaTypes(
  { takes, type }: OpenApiOperation,
  path: Resource,
  parts: Parts,
): string[] {
  const isCustom = isCustomType(path, parts.dialect.apiDomain)
  if (takes !== 'patch') return isCustom ? mediaTypesOf(type, parts).whole : ['*/*']
  return [...Object.keys(parts.patchTypes), ...Object.keys(parts.applyMediaTypes)]
    .filter(name => !isCustom || !name.startsWith('application/strategic-merge-patch'))
    .sort()
}

/** Returns the definition of the response of an operation. */
export function responseDefinition({ answers, type }: OpenApiOperation, apiDomain: string) {
  if (answers === 'status')
    return definitionNameOf({ group: '', version: 'v1' }, 'Status', { apiDomain })
  return definitionNameOf(type, answers === 'list' ? type.listKind : type.kind, { apiDomain })
}

/** Returns the definition of the body of an operation. */
export function requestDefinition({ takes, type }: OpenApiOperation, apiDomain: string) {
  if (takes === 'object') return definitionNameOf(type, type.kind, { apiDomain })
  const short = takes === 'patch' ? 'meta.v1.Patch' : 'meta.v1.DeleteOptions'
  return { short, name: builtInDocumentName(short, apiDomain) }
}

export const statusDescriptions: { readonly [code: number]: string } = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  401: 'Unauthorized',
}
