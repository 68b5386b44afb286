// Builds the OpenAPI v2 form of the paths of a type.

import type { JsonObject } from '../api/object.ts'
import { referenceTo, type SchemaStyle } from './built-in-schemas.ts'
import type { OpenApiOperation, OpenApiPath } from './operations.ts'
import {
  responseDefinition,
  bodyMediaTypes,
  mediaTypesOf,
  statusDescriptions,
  requestDefinition,
} from './operation-content.ts'
import {
  sharedParameters,
  groupVersionKindExtension,
  ownParameters,
  type PathContext,
} from './v3-paths.ts'

/** Returns one path with its operations; shared parameters are listed once. */
export function v2Path({ operations }: OpenApiPath, place: PathContext): JsonObject {
  const shared = sharedParameters(operations)
  return {
    ...Object.fromEntries(
      operations.map(one => [one.method, operationShown(one, shared, place)] as const),
    ),
    parameters: shared.map(parameterNamed),
  }
}

/** v2 documents define each parameter once and refer to it. */
const parameterNamed = (name: string): JsonObject => ({ $ref: `#/parameters/${name}` })

function operationShown(
  operation: OpenApiOperation,
  shared: readonly string[],
  { type, parts, style }: PathContext,
): JsonObject {
  const own = ownParameters(operation, shared).map(parameterNamed)
  const body = operation.takes && {
    name: 'body',
    in: 'body',
    ...(operation.takes !== 'options' && { required: true }),
    schema: referenceTo(requestDefinition(operation, style.apiDomain).name, style),
  }
  const parameters = body ? [body, ...own] : own
  const { whole, streams } = mediaTypesOf(operation.type, parts)
  return {
    consumes: operation.takes ? bodyMediaTypes(operation, type, parts) : ['*/*'],
    produces: operation.answers === 'list' ? [...whole, ...streams] : whole,
    tags: [operation.tag],
    operationId: operation.id,
    ...(parameters.length > 0 && { parameters }),
    responses: responses(operation, style),
    ...groupVersionKindExtension(operation),
  }
}

function responses(operation: OpenApiOperation, style: SchemaStyle): JsonObject {
  const schema = referenceTo(responseDefinition(operation, style.apiDomain).name, style)
  const codes = operation.codes.map(code => [
    code,
    { description: statusDescriptions[code], schema },
  ])
  return { ...Object.fromEntries(codes), 401: { description: statusDescriptions[401] } }
}
