// Builds the OpenAPI v3 document of one group and version, in pieces that each take little time.

import type { Parts } from '../parts/parts.ts'
import type { GroupVersion } from '../discovery/catalogue.ts'
import { referenceTo } from './built-in-schemas.ts'
import { capitalize } from './definition-names.ts'
import {
  neededDefinitions,
  apiResourcesPath,
  type DocumentScope,
  emptyDocumentScope,
  pathsOfVersion,
} from './document-scope.ts'
import { statusDescriptions } from './operation-content.ts'
import { v3Path } from './v3-paths.ts'
import { packageVersion } from '../lib/package-version.ts'

/** Yields the operations of the types of a version, and their schemas. */
export function* v3Document(version: GroupVersion, parts: Parts): Iterable<string> {
  const needs = emptyDocumentScope(parts, 'v3')
  yield `{"openapi":"3.0.0","info":${JSON.stringify(openApiInfo(parts))},"paths":{`
  yield* withCommas(paths(version, needs))
  yield '},"components":{"schemas":{'
  yield* withCommas(schemas(version, needs))
  yield `},"securitySchemes":${JSON.stringify({ BearerToken: bearerToken })}}}`
}

export const openApiInfo = ({ dialect }: Parts) => ({
  title: capitalize(dialect.name),
  version: packageVersion(),
})

export const bearerToken = {
  type: 'apiKey',
  description: 'A token, behind the word Bearer.',
  name: 'authorization',
  in: 'header',
}

function* paths(version: GroupVersion, needs: DocumentScope): Iterable<string> {
  const { parts, style } = needs
  const list = apiResourcesPath(version, needs)
  if (list) {
    const { path, tag, id, types, answers } = list
    const schema = referenceTo(answers, style)
    const content = Object.fromEntries(types.map(type => [type, { schema }]))
    const ok = { description: statusDescriptions[200], content }
    const responses = { 200: ok, 401: { description: statusDescriptions[401] } }
    yield jsonMember(path, { get: { tags: [tag], operationId: id, responses } })
  }
  for (const { type, path } of pathsOfVersion(version, needs)) {
    yield jsonMember(path.path, v3Path(path, { type, parts, style }))
  }
}

function* schemas(version: GroupVersion, needs: DocumentScope): Iterable<string> {
  for (const [name, schema] of neededDefinitions(needs, version)) yield jsonMember(name, schema)
}

export const jsonMember = (name: string, value: object): string =>
  `${JSON.stringify(name)}:${JSON.stringify(value)}`

/** Puts commas between members. */
export function* withCommas(members: Iterable<string>): Iterable<string> {
  let separator = ''
  for (const one of members) {
    yield separator + one
    separator = ','
  }
}
