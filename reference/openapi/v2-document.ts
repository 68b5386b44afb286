// Everything in one document of OpenAPI v2, part by part, for clients that know no other version.

import type { JsonObject } from '../api/object.ts'
import type { Parts } from '../api/parts.ts'
import { catalogueOf } from '../discovery/catalogue.ts'
import { referenceTo } from './built-in-schemas.ts'
import { definitionsIn, listOfTypes, type Needs, noNeeds, pathsIn } from './needs.ts'
import { parameterNames, parameterShown } from './parameters.ts'
import { reasons } from './speech.ts'
import { about, bearerToken, member, separated } from './v3-document.ts'
import { v2Path } from './v2-paths.ts'

export type Named = readonly [name: string, value: JsonObject]

/** The parts of the document, each in the words of JSON; they are to be read in this order. */
export function v2Parts(at: Parts) {
  const needs = noNeeds(at, 'v2')
  return {
    info: about(at),
    paths: () => paths(needs),
    /** Those that the paths need, so behind them. */
    definitions: () => definitionsIn(needs),
    parameters: (): Named[] => parameterNames.map(name => [name, parameterShown(name, 'v2')]),
    security: bearerToken,
  }
}

/** The document as JSON, in pieces. */
export function* v2Document(at: Parts): Iterable<string> {
  const { info, paths: all, definitions, parameters, security } = v2Parts(at)
  yield `{"swagger":"2.0","info":${JSON.stringify(info)},"paths":{`
  yield* separated(members(all()))
  yield '},"definitions":{'
  yield* separated(members(definitions()))
  yield '},"parameters":{'
  yield* separated(members(parameters()))
  yield `},"securityDefinitions":${JSON.stringify({ BearerToken: security })},`
  yield '"security":[{"BearerToken":[]}]}'
}

function* members(named: Iterable<Named>): Iterable<string> {
  for (const [name, value] of named) yield member(name, value)
}

function* paths(needs: Needs): Iterable<Named> {
  const { at, style } = needs
  for (const version of [...catalogueOf(at).values()].flatMap(group => group.versions)) {
    const list = listOfTypes(version, needs)
    if (list) {
      const ok = { description: reasons[200], schema: referenceTo(list.answers, style) }
      const get = {
        consumes: list.types,
        produces: list.types,
        tags: [list.tag],
        operationId: list.id,
        responses: { 200: ok, 401: { description: reasons[401] } },
      }
      yield [list.path, { get }]
    }
    for (const { type, path } of pathsIn(version, needs)) {
      yield [path.path, v2Path(path, { type, at, style })]
    }
  }
}
