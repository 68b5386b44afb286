// Builds the OpenAPI schemas of custom types.

import { type JsonObject, objectIn } from '../api/object.ts'
import type { Resource } from '../api/resource.ts'
import type { Schema } from '../api/schema.ts'
import { referenceTo, type DocumentSchema, type SchemaStyle } from './built-in-schemas.ts'
import { customDocumentName, builtInDocumentName } from './definition-names.ts'
import { commonDescriptions } from './descriptions.ts'
import { mapSubschemas } from './map-subschemas.ts'
import { allowsUnknownMembers, toV2Schema } from './v2-schema.ts'

/** Returns the schemas of a custom type and of its list, by name. */
export function customTypeSchemas(type: Resource, style: SchemaStyle): Map<string, DocumentSchema> {
  const { group, version, kind, listKind } = type
  const name = customDocumentName(group, version, kind)
  const listName = customDocumentName(group, version, listKind)
  return new Map([
    [name, { schema: kindShown(type, style), refers: ['meta.v1.ObjectMeta'] }],
    [listName, { schema: listShown(type, name, style), refers: ['meta.v1.ListMeta'] }],
  ])
}

function kindShown(type: Resource, style: SchemaStyle): JsonObject {
  const written = type.openAPIV3Schema ?? fromSchema(type.schema())
  const { properties = {}, ...own } = shownIn(style, written)
  const said = { ...kindOf(type, type.kind), ...selectable(type) }
  // Clients of v2 treat an object as closed as soon as one of its members is named.
  if (style.version === 'v2' && allowsUnknownMembers(written)) return { type: 'object', ...said }
  return {
    ...own,
    type: 'object',
    properties: { ...objectIn(properties), ...head('ObjectMeta', style) },
    ...said,
  }
}

const shownIn = (style: SchemaStyle, written: JsonObject): JsonObject =>
  style.version === 'v2' ? toV2Schema(written) : v3Shown(written, style)

function listShown(type: Resource, name: string, style: SchemaStyle): JsonObject {
  const items = {
    description: commonDescriptions['items'],
    type: 'array',
    items: referenceTo(name, style),
  }
  return {
    description: `Several objects of the kind ${type.kind}.`,
    type: 'object',
    required: ['items'],
    properties: { ...head('ListMeta', style), items },
    ...kindOf(type, type.listKind),
    ...selectable(type),
  }
}

function head(metadata: 'ObjectMeta' | 'ListMeta', style: SchemaStyle): JsonObject {
  const reference = referenceTo(builtInDocumentName(`meta.v1.${metadata}`, style.apiDomain), style)
  return {
    apiVersion: { description: commonDescriptions['apiVersion'], type: 'string' },
    kind: { description: commonDescriptions['kind'], type: 'string' },
    metadata: {
      description: commonDescriptions['metadata'],
      ...(style.version === 'v3' ? { allOf: [reference] } : reference),
    },
  }
}

const kindOf = ({ group, version }: Resource, kind: string): JsonObject => ({
  'x-kubernetes-group-version-kind': [{ group, version, kind }],
})

function selectable({ selectablePaths }: Resource): JsonObject {
  const paths = selectablePaths.filter(path => !path.startsWith('metadata.'))
  if (paths.length === 0) return {}
  return { 'x-kubernetes-selectable-fields': paths.map(fieldPath => ({ fieldPath })) }
}

/** Returns a schema as written, plus the members that its extensions imply. */
function v3Shown(written: JsonObject, style: SchemaStyle): JsonObject {
  const inner = mapSubschemas(written, one => v3Shown(one, style))
  const isEither = written['x-kubernetes-int-or-string'] === true
  if (isEither && !('anyOf' in inner) && !('allOf' in inner)) {
    return { ...inner, anyOf: [{ type: 'integer' }, { type: 'string' }] }
  }
  if (written['x-kubernetes-embedded-resource'] !== true) return inner
  const required = Array.isArray(inner['required']) ? (inner['required'] as unknown[]) : []
  return {
    ...inner,
    required: [...new Set([...required, 'kind', 'apiVersion'])],
    properties: {
      ...objectIn(inner['properties']),
      ...head('ObjectMeta', style),
    },
  }
}

/** Builds a schema for a type without an `openAPIV3Schema`. */
function fromSchema(schema: Schema): JsonObject {
  const { type, format, required, properties, items, additionalProperties } = schema
  const own: JsonObject = {
    type,
    format,
    required,
    enum: schema.enum,
    items: items && fromSchema(items),
    additionalProperties: additionalProperties && fromSchema(additionalProperties),
    properties:
      properties &&
      Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, fromSchema(one)])),
    'x-kubernetes-list-type': schema.listType,
    'x-kubernetes-list-map-keys': schema.listMapKeys,
    'x-kubernetes-map-type': schema.mapType,
    'x-kubernetes-preserve-unknown-fields': schema.preservesUnknown,
  }
  return Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined))
}
