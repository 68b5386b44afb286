// The document of one group and version, in pieces: none of them is long in the making.

import type { Parts } from '../api/parts.ts'
import { apiVersionOf } from '../api/resource.ts'
import type { Version } from '../discovery/catalogue.ts'
import { ownVersion } from '../server/version.ts'
import { definitionShown, type Shown, type Style } from './built-in-schemas.ts'
import { definedSchemas } from './defined-schemas.ts'
import { kindsOf } from './group-version-kinds.ts'
import { builtInName, capital, groupWord } from './names.ts'
import { pathsOf } from './operations.ts'
import { answered, isDefined, mediaTypes, nameOfKind, taken } from './speech.ts'
import { v3Path } from './v3-paths.ts'

/** All that can be asked of the types of a version, and their forms. */
export function* v3Document(version: Version, at: Parts): Iterable<string> {
  const style: Style = { version: 'v3', apiDomain: at.dialect.apiDomain }
  const names = new Set<string>()
  const own = new Map<string, Shown>()
  yield `{"openapi":"3.0.0","info":${JSON.stringify(about(at))},"paths":{`
  yield* separated(paths(version, { at, style, names, own }))
  yield '},"components":{"schemas":{'
  yield* separated(schemas(version, { at, style, names, own }))
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

type Making = {
  readonly at: Parts
  readonly style: Style
  /** The built-in definitions that were referred to. */
  readonly names: Set<string>
  /** Those of defined types. */
  readonly own: Map<string, Shown>
}

function* paths(version: Version, { at, style, names, own }: Making): Iterable<string> {
  const { apiDomain } = style
  const builtIn = version.types.find(type => !isDefined(type, apiDomain))
  if (builtIn) {
    const root = `/${version.group === '' ? 'api' : 'apis'}/${apiVersionOf(version)}/`
    yield member(root, typesShown(version, at, style))
    names.add('meta.v1.APIResourceList')
    if (version.types.some(({ verbs }) => verbs.includes('watch'))) names.add('meta.v1.WatchEvent')
  }
  for (const type of version.types) {
    if (isDefined(type, apiDomain)) {
      for (const [name, shown] of definedSchemas(type, style)) own.set(name, shown)
    }
    for (const path of pathsOf(type, apiDomain)) {
      for (const operation of path.operations) {
        const needed = [
          answered(operation, apiDomain),
          operation.takes && taken(operation, apiDomain),
        ]
        for (const one of needed) if (one?.short !== undefined) names.add(one.short)
      }
      yield member(path.path, v3Path(path, { type, at, style }))
    }
  }
}

/** The path on which the types themselves are listed. */
function typesShown(version: Version, at: Parts, { apiDomain }: Style) {
  const { name } = nameOfKind({ group: '', version: 'v1' }, 'APIResourceList', { apiDomain })
  const { whole } = mediaTypes({ group: '', version: 'v1', kind: 'APIResourceList' }, at)
  const schema = { $ref: `#/components/schemas/${name}` }
  const word = groupWord(version.group, apiDomain)
  const content = Object.fromEntries(whole.map(type => [type, { schema }]))
  return {
    get: {
      tags: [`${word}_${version.version}`],
      operationId: `get${capital(word)}${capital(version.version)}APIResources`,
      responses: { 200: { description: 'OK', content }, 401: { description: 'Unauthorized' } },
    },
  }
}

function* schemas(version: Version, { style, names, own }: Making): Iterable<string> {
  for (const [name, { schema, refers }] of own) {
    for (const one of refers) names.add(one)
    yield member(name, schema)
  }
  // A set gives what is added to it while it is read, too.
  for (const short of names) {
    const { schema, refers } = definitionShown(short, style)
    for (const one of refers) names.add(one)
    const kinds = kindsOf(short, style.apiDomain, version)
    const shown = kinds.length > 0 && { 'x-kubernetes-group-version-kind': kinds }
    yield member(builtInName(short, style.apiDomain), { ...schema, ...shown })
  }
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
