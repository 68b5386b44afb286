// Builds the OpenAPI definitions of built-in types.

import type { JsonObject } from '../api/object.ts'
import { builtInData, type SchemaInFile } from '../types/schemas/built-in-types.ts'
import { builtInDocumentName } from './definition-names.ts'
import type { OpenApiVersion } from './parameters.ts'
import { definitionDescription, memberDescription } from './descriptions.ts'

/** The OpenAPI version of a document, and the API domain in its names. */
export type SchemaStyle = { readonly version: OpenApiVersion; readonly apiDomain: string }

export const referenceTo = (name: string, { version }: SchemaStyle): JsonObject => ({
  $ref: version === 'v3' ? `#/components/schemas/${name}` : `#/definitions/${name}`,
})

/** A definition, and the names of the definitions that it refers to. */
export type DocumentSchema = { readonly schema: JsonObject; readonly refers: readonly string[] }

export function builtInDefinition(short: string, style: SchemaStyle): DocumentSchema {
  const special = specials[short]
  if (special) return { schema: described(short, special[style.version]), refers: [] }
  const written = builtInData().definitions[short]
  if (!written) throw new Error(`built-in.data.json: ${short} is not defined`)
  const refers: string[] = []
  const { properties, ...own } = schemaShown(written, style, refers)
  const members = Object.entries((properties ?? {}) as { [name: string]: JsonObject })
  const shown = members.map(([name, schema]) => [
    name,
    withWords(memberDescription(short, name), schema, style),
  ])
  const unions = unionsOf[short]
  return {
    refers,
    schema: described(short, {
      ...own,
      ...(properties !== undefined && { properties: Object.fromEntries(shown) }),
      ...(unions && { 'x-kubernetes-unions': unions }),
    }),
  }
}

const described = (short: string, schema: JsonObject): JsonObject => {
  const description = definitionDescription(short)
  return description === undefined ? schema : { description, ...schema }
}

/** Adds a description. In v3, a `$ref` may have no sibling members, so it is wrapped in `allOf`. */
function withWords(description: string | undefined, schema: JsonObject, { version }: SchemaStyle) {
  if (description === undefined) return schema
  const { $ref, ...own } = schema
  if ($ref === undefined || version === 'v2') return { description, ...schema }
  return { description, ...own, allOf: [{ $ref }] }
}

function schemaShown(written: SchemaInFile, style: SchemaStyle, refers: string[]): JsonObject {
  const { ref, items, additionalProperties, properties, default: zero } = written
  const inner = (one: SchemaInFile) => schemaShown(one, style, refers)
  const withDefault = style.version === 'v3' && zero !== undefined
  if (ref !== undefined) refers.push(ref)
  const reference =
    ref === undefined ? {} : referenceTo(builtInDocumentName(ref, style.apiDomain), style)
  const own: JsonObject = {
    type: written.type,
    format: written.format,
    required: written.required,
    enum: written.enum,
    ...(withDefault && { default: zero }),
    ...(withDefault && ref !== undefined ? { allOf: [reference] } : reference),
    items: items && inner(items),
    additionalProperties: additionalProperties && inner(additionalProperties),
    properties:
      properties &&
      Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, inner(one)])),
    'x-kubernetes-list-type': written.listType,
    'x-kubernetes-list-map-keys': written.listMapKeys,
    'x-kubernetes-map-type': written.mapType,
    'x-kubernetes-patch-strategy': written.patchStrategy?.join(','),
    'x-kubernetes-patch-merge-key': written.patchMergeKey,
  }
  return Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined))
}

const same = (schema: JsonObject) => ({ v2: schema, v3: schema })
const anything = same({})
const object = same({ type: 'object' })

/** Types whose values a schema cannot fully describe; the data has a special notation for them. */
const specials: { readonly [short: string]: { readonly [version in OpenApiVersion]: JsonObject } } =
  {
    'resource.Quantity': {
      v2: { type: 'string' },
      v3: { oneOf: [{ type: 'string' }, { type: 'number' }] },
    },
    'intstr.IntOrString': {
      v2: { type: 'string', format: 'int-or-string' },
      v3: { format: 'int-or-string', oneOf: [{ type: 'integer' }, { type: 'string' }] },
    },
    'meta.v1.MicroTime': same({ type: 'string', format: 'date-time' }),
    'meta.v1.FieldsV1': object,
    'meta.v1.Patch': object,
    'runtime.RawExtension': object,
    'apiextensions.v1.CustomResourceSubresourceStatus': object,
    'apiextensions.v1.JSON': anything,
    'apiextensions.v1.JSONSchemaPropsOrArray': anything,
    'apiextensions.v1.JSONSchemaPropsOrBool': anything,
    'apiextensions.v1.JSONSchemaPropsOrStringArray': anything,
  }

const profile = [
  { discriminator: 'type', 'fields-to-discriminateBy': { localhostProfile: 'LocalhostProfile' } },
]

/** Discriminated unions: exactly one of the members is set, and a discriminator may name it. */
const unionsOf: { readonly [short: string]: readonly JsonObject[] } = {
  'core.v1.AppArmorProfile': profile,
  'core.v1.SeccompProfile': profile,
  'core.v1.PodSchedulingGroup': [{ 'fields-to-discriminateBy': { podGroupName: 'PodGroupName' } }],
}
