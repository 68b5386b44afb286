// What a document is made of: the paths of types, and the definitions that they need.

import type { JsonObject } from '../api/object.ts'
import type { Parts } from '../api/parts.ts'
import { apiVersionOf, type Resource } from '../api/resource.ts'
import type { Version } from '../discovery/catalogue.ts'
import { definitionShown, type Shown, type Style } from './built-in-schemas.ts'
import { definedSchemas } from './defined-schemas.ts'
import { kindsOf } from './group-version-kinds.ts'
import { builtInName, capital, groupWord } from './names.ts'
import { type Path, pathsOf } from './operations.ts'
import { answered, isDefined, mediaTypes, nameOfKind, taken } from './speech.ts'

export type Needs = {
  readonly at: Parts
  readonly style: Style
  /** The built-in definitions that were referred to. */
  readonly builtIn: Set<string>
  /** Those of defined types. */
  readonly defined: Map<string, Shown>
}

export const noNeeds = (at: Parts, version: Style['version']): Needs => ({
  at,
  style: { version, apiDomain: at.dialect.apiDomain },
  builtIn: new Set(),
  defined: new Map(),
})

/** The paths of a version's types. What they need is added when they are given. */
export function* pathsIn(
  version: Version,
  { style, builtIn, defined }: Needs,
): Iterable<{ readonly type: Resource; readonly path: Path }> {
  const { apiDomain } = style
  for (const type of version.types) {
    if (isDefined(type, apiDomain)) {
      for (const [name, shown] of definedSchemas(type, style)) defined.set(name, shown)
    } else if (type.verbs.includes('watch')) builtIn.add('meta.v1.WatchEvent')
    for (const path of pathsOf(type, apiDomain)) {
      for (const operation of path.operations) {
        const needed = [answered(operation, apiDomain)]
        if (operation.takes) needed.push(taken(operation, apiDomain))
        for (const { short } of needed) if (short !== undefined) builtIn.add(short)
      }
      yield { type, path }
    }
  }
}

/** The definitions that are needed, those that they need themselves included. */
export function* definitionsIn(
  { style, builtIn, defined }: Needs,
  within?: Version,
): Iterable<readonly [name: string, schema: JsonObject]> {
  for (const [name, { schema, refers }] of defined) {
    for (const one of refers) builtIn.add(one)
    yield [name, schema]
  }
  // A set gives what is added to it while it is read, too.
  for (const short of builtIn) {
    const { schema, refers } = definitionShown(short, style)
    for (const one of refers) builtIn.add(one)
    const kinds = kindsOf(short, style.apiDomain, within)
    const shown = kinds.length > 0 && { 'x-kubernetes-group-version-kind': kinds }
    yield [builtInName(short, style.apiDomain), { ...schema, ...shown }]
  }
}

/** The path on which a version's types themselves are listed; built-in groups alone tell of it. */
export function listOfTypes(version: Version, { at, style, builtIn }: Needs) {
  const { apiDomain } = style
  if (version.types.every(type => isDefined(type, apiDomain))) return undefined
  builtIn.add('meta.v1.APIResourceList')
  const word = groupWord(version.group, apiDomain)
  const list = { group: '', version: 'v1', kind: 'APIResourceList' }
  return {
    path: `/${version.group === '' ? 'api' : 'apis'}/${apiVersionOf(version)}/`,
    tag: `${word}_${version.version}`,
    id: `get${capital(word)}${capital(version.version)}APIResources`,
    types: mediaTypes(list, at).whole,
    answers: nameOfKind(list, list.kind, { apiDomain }).name,
  }
}
