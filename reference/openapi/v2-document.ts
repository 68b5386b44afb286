// Builds the single OpenAPI v2 document, part by part, for clients without support for v3.

import type { JsonObject } from '../api/object.ts'
import type { Parts } from '../parts/parts.ts'
import { catalogueOf } from '../discovery/catalogue.ts'
import { referenceTo } from './built-in-schemas.ts'
import {
  neededDefinitions,
  apiResourcesPath,
  type DocumentScope,
  emptyDocumentScope,
  pathsOfVersion,
} from './document-scope.ts'
import { parameterNames, parameterObject } from './parameters.ts'
import { statusDescriptions } from './operation-content.ts'
import { openApiInfo, bearerToken, jsonMember, withCommas } from './v3-document.ts'
import { v2Path } from './v2-paths.ts'

export type NamedMember = readonly [name: string, value: JsonObject]

/** Returns the sections of the document as JSON values. They must be read in this order. */
export function v2Sections(parts: Parts) {
  const needs = emptyDocumentScope(parts, 'v2')
  return {
    info: openApiInfo(parts),
    paths: () => paths(needs),
    /** Must be read after the paths, which collect the needed definitions. */
    definitions: () => neededDefinitions(needs),
    parameters: (): NamedMember[] =>
      parameterNames.map(name => [name, parameterObject(name, 'v2')]),
    security: bearerToken,
  }
}

/** Yields the document as JSON, in pieces. */
export function* v2Document(parts: Parts): Iterable<string> {
  const { info, paths: all, definitions, parameters, security } = v2Sections(parts)
  yield `{"swagger":"2.0","info":${JSON.stringify(info)},"paths":{`
  yield* withCommas(members(all()))
  yield '},"definitions":{'
  yield* withCommas(members(definitions()))
  yield '},"parameters":{'
  yield* withCommas(members(parameters()))
  yield `},"securityDefinitions":${JSON.stringify({ BearerToken: security })},`
  yield '"security":[{"BearerToken":[]}]}'
}

function* members(named: Iterable<NamedMember>): Iterable<string> {
  for (const [name, value] of named) yield jsonMember(name, value)
}

function* paths(needs: DocumentScope): Iterable<NamedMember> {
  const { parts, style } = needs
  for (const version of [...catalogueOf(parts).values()].flatMap(group => group.versions)) {
    const list = apiResourcesPath(version, needs)
    if (list) {
      const ok = { description: statusDescriptions[200], schema: referenceTo(list.answers, style) }
      const get = {
        consumes: list.types,
        produces: list.types,
        tags: [list.tag],
        operationId: list.id,
        responses: { 200: ok, 401: { description: statusDescriptions[401] } },
      }
      yield [list.path, { get }]
    }
    for (const { type, path } of pathsOfVersion(version, needs)) {
      yield [path.path, v2Path(path, { type, parts, style })]
    }
  }
}
