// What a server speaks on the paths of a type, as documents tell it.

import type { Parts } from '../parts/parts.ts'
import { apiVersionOf, type Resource } from '../api/resource.ts'
import { builtInDefinitionName } from '../types/schemas/built-in-types.ts'
import { builtInDocumentName, customDocumentName } from './definition-names.ts'
import type { OpenApiOperation } from './operations.ts'

/** The media types that carry documents of a kind; those of streams have a parameter. */
export function mediaTypesOf(
  { group, version, kind }: Pick<Resource, 'group' | 'version' | 'kind'>,
  at: Parts,
): { readonly whole: string[]; readonly streams: string[] } {
  const type = { kind, apiVersion: apiVersionOf({ group, version }) }
  const offered = Object.entries(at.codecs).filter(([, { serves }]) => serves?.(type) ?? true)
  return {
    whole: offered.map(([name]) => name).sort(),
    streams: offered
      .flatMap(([name, { stream }]) => (stream ? [`${name};stream=watch`] : []))
      .sort(),
  }
}

/** The name of the definition of a kind: the data's own for built-in ones, or that of a defined one. */
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

/** The media types of a body; a genuine server says of its own types only that there is one. */
export function bodyMediaTypes(
  { takes, type }: OpenApiOperation,
  path: Resource,
  at: Parts,
): string[] {
  const isCustom = isCustomType(path, at.dialect.apiDomain)
  if (takes !== 'patch') return isCustom ? mediaTypesOf(type, at).whole : ['*/*']
  return [...Object.keys(at.patchTypes), ...Object.keys(at.applyMediaTypes)]
    .filter(name => !isCustom || !name.startsWith('application/strategic-merge-patch'))
    .sort()
}

/** The definition of what an operation answers with. */
export function responseDefinition({ answers, type }: OpenApiOperation, apiDomain: string) {
  if (answers === 'status')
    return definitionNameOf({ group: '', version: 'v1' }, 'Status', { apiDomain })
  return definitionNameOf(type, answers === 'list' ? type.listKind : type.kind, { apiDomain })
}

/** The definition of what an operation takes. */
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
