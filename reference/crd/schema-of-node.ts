import type { Schema } from '../api/schema.ts'
import type { SchemaNode } from './schema-node.ts'

/** By node, and by the schema of metadata, which depends on the dialect. */
const known = new WeakMap<SchemaNode, WeakMap<Schema, Schema>>()

/**
 * Returns the part of a schema that patches and apply need: how lists and maps are merged. It is
 * built at first use and cached.
 */
export function schemaOfNode(node: SchemaNode, metadata: Schema): Schema {
  const made = known.get(node) ?? new WeakMap<Schema, Schema>()
  known.set(node, made)
  const schema = made.get(metadata) ?? wholeOf(node, metadata)
  made.set(metadata, schema)
  return schema
}

function wholeOf(node: SchemaNode, metadata: Schema): Schema {
  const own = partOf(node)
  return {
    ...own,
    type: 'object',
    properties: Object.fromEntries([
      ...Object.entries(own.properties ?? {}),
      ...Object.entries({ apiVersion: text, kind: text, metadata }),
    ]),
  }
}

const text: Schema = { type: 'string' }

const types = ['object', 'array', 'string', 'integer', 'number', 'boolean'] as const

function partOf(node: SchemaNode): Schema {
  const { properties, additional, items, listMapKeys } = node
  const type = types.find(one => one === node.type)
  const listType = (['atomic', 'set', 'map'] as const).find(one => one === node.listType)
  const mapType = (['atomic', 'granular'] as const).find(one => one === node.mapType)
  return {
    ...(type && { type }),
    ...(node.isIntOrString && { format: 'int-or-string' }),
    ...(properties.size > 0 && {
      properties: Object.fromEntries([...properties].map(([name, one]) => [name, partOf(one)])),
    }),
    ...(typeof additional === 'object' && { additionalProperties: partOf(additional) }),
    ...(items && { items: partOf(items) }),
    ...(node.preservesUnknown && { preservesUnknown: true as const }),
    ...(listType && { listType }),
    ...(listMapKeys.length > 0 && { listMapKeys }),
    ...(mapType && { mapType }),
    ...(node.defaultHolder && { default: node.defaultHolder.value }),
  }
}
