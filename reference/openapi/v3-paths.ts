// The paths of a type in the words of OpenAPI v3.

import type { JsonObject } from '../api/object.ts'
import type { Parts } from '../api/parts.ts'
import type { Resource } from '../api/resource.ts'
import { referenceTo, type Style } from './built-in-schemas.ts'
import type { Operation, Path } from './operations.ts'
import { parameterShown } from './parameters.ts'
import { answered, bodyTypes, mediaTypes, reasons, taken } from './speech.ts'

export type Place = { readonly type: Resource; readonly at: Parts; readonly style: Style }

/** One path with its operations; what all of them take is said once. */
export function v3Path({ operations }: Path, place: Place): JsonObject {
  const shared = inCommon(operations)
  return {
    ...Object.fromEntries(
      operations.map(one => [one.method, operationShown(one, shared, place)] as const),
    ),
    parameters: shared.map(name => parameterShown(name, 'v3')),
  }
}

/** The parameters that all operations have. */
export const inCommon = ([first, ...others]: readonly Operation[]): readonly string[] =>
  (first?.parameters ?? []).filter(name =>
    others.every(({ parameters }) => parameters.includes(name)),
  )

export const ownParameters = ({ parameters }: Operation, shared: readonly string[]) =>
  parameters.filter(name => !shared.includes(name))

/** The kind that an operation is about. */
export const kindMeant = ({ action, type: { group, version, kind } }: Operation): JsonObject => ({
  'x-kubernetes-action': action,
  'x-kubernetes-group-version-kind': { group, version, kind },
})

function operationShown(
  operation: Operation,
  shared: readonly string[],
  { type, at, style }: Place,
): JsonObject {
  const own = ownParameters(operation, shared)
  const body = operation.takes && {
    content: content(bodyTypes(operation, type, at), taken(operation, style.apiDomain), style),
    ...(operation.takes !== 'options' && { required: true }),
  }
  return {
    tags: [operation.tag],
    operationId: operation.id,
    ...(own.length > 0 && { parameters: own.map(name => parameterShown(name, 'v3')) }),
    ...(body && { requestBody: body }),
    responses: responses(operation, at, style),
    ...kindMeant(operation),
  }
}

function responses(operation: Operation, at: Parts, style: Style): JsonObject {
  const { whole, streams } = mediaTypes(operation.type, at)
  const types = operation.answers === 'list' ? [...whole, ...streams].sort() : whole
  const shown = content(types, answered(operation, style.apiDomain), style)
  const codes = operation.codes.map(code => [code, { description: reasons[code], content: shown }])
  return { ...Object.fromEntries(codes), 401: { description: reasons[401] } }
}

const content = (types: readonly string[], { name }: { name: string }, style: Style): JsonObject =>
  Object.fromEntries(types.map(type => [type, { schema: referenceTo(name, style) }]))
