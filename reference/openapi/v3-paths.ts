// Builds the OpenAPI v3 form of the paths of a type.

import type { JsonObject } from '../api/object.ts'
import type { Parts } from '../parts/parts.ts'
import type { Resource } from '../api/resource.ts'
import { referenceTo, type SchemaStyle } from './built-in-schemas.ts'
import type { OpenApiOperation, OpenApiPath } from './operations.ts'
import { parameterObject } from './parameters.ts'
import {
  responseDefinition,
  bodyMediaTypes,
  mediaTypesOf,
  statusDescriptions,
  requestDefinition,
} from './operation-content.ts'

export type PathContext = {
  readonly type: Resource
  readonly parts: Parts
  readonly style: SchemaStyle
}

/** Returns one path with its operations; shared parameters are listed once. */
export function v3Path({ operations }: OpenApiPath, place: PathContext): JsonObject {
  const shared = sharedParameters(operations)
  return {
    ...Object.fromEntries(
      operations.map(one => [one.method, operationShown(one, shared, place)] as const),
    ),
    parameters: shared.map(name => parameterObject(name, 'v3')),
  }
}

/** Returns the parameters that all operations have. */
export const sharedParameters = ([
  first,
  ...others
]: readonly OpenApiOperation[]): readonly string[] =>
  (first?.parameters ?? []).filter(name =>
    others.every(({ parameters }) => parameters.includes(name)),
  )

export const ownParameters = ({ parameters }: OpenApiOperation, shared: readonly string[]) =>
  parameters.filter(name => !shared.includes(name))

/** Returns the extensions with the action and the kind of an operation. */
export const groupVersionKindExtension = ({
  action,
  type: { group, version, kind },
}: OpenApiOperation): JsonObject => ({
  'x-kubernetes-action': action,
  'x-kubernetes-group-version-kind': { group, version, kind },
})

function operationShown(
  operation: OpenApiOperation,
  shared: readonly string[],
  { type, parts, style }: PathContext,
): JsonObject {
  const own = ownParameters(operation, shared)
  const body = operation.takes && {
    content: content(
      bodyMediaTypes(operation, type, parts),
      requestDefinition(operation, style.apiDomain),
      style,
    ),
    ...(operation.takes !== 'options' && { required: true }),
  }
  return {
    tags: [operation.tag],
    operationId: operation.id,
    ...(own.length > 0 && { parameters: own.map(name => parameterObject(name, 'v3')) }),
    ...(body && { requestBody: body }),
    responses: responses(operation, parts, style),
    ...groupVersionKindExtension(operation),
  }
}

function responses(operation: OpenApiOperation, parts: Parts, style: SchemaStyle): JsonObject {
  const { whole, streams } = mediaTypesOf(operation.type, parts)
  const types = operation.answers === 'list' ? [...whole, ...streams].sort() : whole
  const shown = content(types, responseDefinition(operation, style.apiDomain), style)
  const codes = operation.codes.map(code => [
    code,
    { description: statusDescriptions[code], content: shown },
  ])
  return { ...Object.fromEntries(codes), 401: { description: statusDescriptions[401] } }
}

const content = (
  types: readonly string[],
  { name }: { name: string },
  style: SchemaStyle,
): JsonObject => Object.fromEntries(types.map(type => [type, { schema: referenceTo(name, style) }]))
