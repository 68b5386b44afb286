// The document of one group and version, in pieces: none of them is long in the making.

import type { Parts } from '../api/parts.ts'
import type { Version } from '../discovery/catalogue.ts'
import { ownVersion } from '../server/version.ts'
import { referenceTo } from './built-in-schemas.ts'
import { capital } from './names.ts'
import { definitionsIn, listOfTypes, type Needs, noNeeds, pathsIn } from './needs.ts'
import { reasons } from './speech.ts'
import { v3Path } from './v3-paths.ts'

/** All that can be asked of the types of a version, and their forms. */
export function* v3Document(version: Version, at: Parts): Iterable<string> {
  const needs = noNeeds(at, 'v3')
  yield `{"openapi":"3.0.0","info":${JSON.stringify(about(at))},"paths":{`
  yield* separated(paths(version, needs))
  yield '},"components":{"schemas":{'
  yield* separated(schemas(version, needs))
  yield `},"securitySchemes":${JSON.stringify({ BearerToken: bearerToken })}}}`
}

export const about = ({ dialect }: Parts) => ({
  title: capital(dialect.name),
  version: ownVersion(),
})

export const bearerToken = {
  type: 'apiKey',
  description: 'A token, behind the word Bearer.',
  name: 'authorization',
  in: 'header',
}

function* paths(version: Version, needs: Needs): Iterable<string> {
  const { at, style } = needs
  const list = listOfTypes(version, needs)
  if (list) {
    const { path, tag, id, types, answers } = list
    const schema = referenceTo(answers, style)
    const content = Object.fromEntries(types.map(type => [type, { schema }]))
    const ok = { description: reasons[200], content }
    const responses = { 200: ok, 401: { description: reasons[401] } }
    yield member(path, { get: { tags: [tag], operationId: id, responses } })
  }
  for (const { type, path } of pathsIn(version, needs)) {
    yield member(path.path, v3Path(path, { type, at, style }))
  }
}

function* schemas(version: Version, needs: Needs): Iterable<string> {
  for (const [name, schema] of definitionsIn(needs, version)) yield member(name, schema)
}

export const member = (name: string, value: object): string =>
  `${JSON.stringify(name)}:${JSON.stringify(value)}`

/** Members with commas between them. */
export function* separated(members: Iterable<string>): Iterable<string> {
  let separator = ''
  for (const one of members) {
    yield separator + one
    separator = ','
  }
}
