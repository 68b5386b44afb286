// The paths of a type in the words of OpenAPI v2.

import type { JsonObject } from '../api/object.ts'
import { referenceTo, type Style } from './built-in-schemas.ts'
import type { Operation, Path } from './operations.ts'
import { answered, bodyTypes, mediaTypes, reasons, taken } from './speech.ts'
import { inCommon, kindMeant, ownParameters, type Place } from './v3-paths.ts'

/** One path with its operations; what all of them take is said once. */
export function v2Path({ operations }: Path, place: Place): JsonObject {
  const shared = inCommon(operations)
  return {
    ...Object.fromEntries(
      operations.map(one => [one.method, operationShown(one, shared, place)] as const),
    ),
    parameters: shared.map(parameterNamed),
  }
}

/** Parameters are said once for all paths. */
const parameterNamed = (name: string): JsonObject => ({ $ref: `#/parameters/${name}` })

function operationShown(
  operation: Operation,
  shared: readonly string[],
  { type, at, style }: Place,
): JsonObject {
  const own = ownParameters(operation, shared).map(parameterNamed)
  const body = operation.takes && {
    name: 'body',
    in: 'body',
    ...(operation.takes !== 'options' && { required: true }),
    schema: referenceTo(taken(operation, style.apiDomain).name, style),
  }
  const parameters = body ? [body, ...own] : own
  const { whole, streams } = mediaTypes(operation.type, at)
  return {
    consumes: operation.takes ? bodyTypes(operation, type, at) : ['*/*'],
    produces: operation.answers === 'list' ? [...whole, ...streams] : whole,
    tags: [operation.tag],
    operationId: operation.id,
    ...(parameters.length > 0 && { parameters }),
    responses: responses(operation, style),
    ...kindMeant(operation),
  }
}

function responses(operation: Operation, style: Style): JsonObject {
  const schema = referenceTo(answered(operation, style.apiDomain).name, style)
  const codes = operation.codes.map(code => [code, { description: reasons[code], schema }])
  return { ...Object.fromEntries(codes), 401: { description: reasons[401] } }
}
