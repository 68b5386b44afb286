// Derives the CEL types of values from their schemas.

import { bool, type CelType, dyn, int, listOf, type ObjectMember, string } from '../cel/cel-type.ts'
import type { SchemaNode } from './schema-node.ts'

const bodyBytesMax = 3 * 1024 * 1024

const known = {
  resource: new WeakMap<SchemaNode, { readonly type: CelType | undefined }>(),
  value: new WeakMap<SchemaNode, { readonly type: CelType | undefined }>(),
}

/**
 * Returns the CEL type of a schema's values, or undefined if expressions cannot access them. It is
 * computed once for each node.
 */
export function celTypeOfSchema(node: SchemaNode, as: 'resource' | 'value'): CelType | undefined {
  const made = known[as].get(node) ?? { type: declaredAnew(node, as) }
  known[as].set(node, made)
  return made.type
}

function declaredAnew(node: SchemaNode, as: 'resource' | 'value'): CelType | undefined {
  if (node.isIntOrString) return { ...dyn, sizeMax: textMax(node) }
  switch (node.type) {
    case 'array':
      return declaredList(node)
    case 'object':
      return declaredObject(node, as)
    case 'string':
      return declaredText(node)
    case 'boolean':
      return bool
    case 'integer':
      return int
    case 'number':
      return { is: 'double' }
    default:
      return undefined
  }
}

function declaredList({ items, maxItems, listType, listMapKeys }: SchemaNode): CelType | undefined {
  const item = items && celTypeOfSchema(items, items.isEmbedded ? 'resource' : 'value')
  if (!items || !item) return undefined
  const most = Math.floor((bodyBytesMax - 2) / (sizeMin(items) + 1))
  return {
    ...listOf(item),
    sizeMax: maxItems ?? most,
    ...(listType === 'set' && { order: listType }),
    ...(listType === 'map' && { order: listType, keys: listMapKeys }),
  }
}

function declaredObject(node: SchemaNode, as: 'resource' | 'value'): CelType | undefined {
  const { additional, maxProperties, properties, isEmbedded } = node
  if (typeof additional === 'object') {
    const value = celTypeOfSchema(additional, additional.isEmbedded ? 'resource' : 'value')
    if (!value) return undefined
    const most = Math.floor((bodyBytesMax - 2) / (sizeMin(additional) + 6))
    return { is: 'map', of: [key, value], sizeMax: maxProperties ?? most }
  }
  const members = new Map<string, ObjectMember>()
  for (const [name, one] of properties) {
    const type = celTypeOfSchema(one, one.isEmbedded ? 'resource' : 'value')
    const escaped = escapePropertyName(name)
    if (type && escaped !== undefined) members.set(escaped, { type, name })
  }
  if (as === 'resource' || isEmbedded) {
    for (const name of ['apiVersion', 'kind']) members.set(name, { type: name_, name })
    members.set('metadata', { type: metadata, name: 'metadata' })
  }
  return { is: 'object', members }
}

// The length of keys is not limited, and their cost is taken as zero.
const key: CelType = { ...string, sizeMax: 0 }

const name_: CelType = { is: 'string', sizeMax: 253 }

const metadata: CelType = {
  is: 'object',
  members: new Map(['name', 'generateName'].map(name => [name, { type: name_, name }])),
}

// Longer than any timestamp or duration written as JSON.
const momentSizeMax = 32

function declaredText({ format, maxLength, enum: choices }: SchemaNode): CelType {
  if (format === 'byte') return { is: 'bytes', sizeMax: maxLength ?? bodyBytesMax }
  if (format === 'duration') return { is: 'duration', sizeMax: momentSizeMax }
  if (format === 'date') return { is: 'timestamp', sizeMax: 12 }
  if (format === 'date-time') return { is: 'timestamp', sizeMax: momentSizeMax }
  const longest = Math.max(0, ...choices.map(choice => String(choice).length))
  if (longest > 0 && maxLength === undefined) return { is: 'string', sizeMax: longest }
  return { is: 'string', sizeMax: textMax({ maxLength }) }
}

/** Returns the maximum size of a text. A character takes up to four bytes. */
const textMax = ({ maxLength }: { readonly maxLength?: number | undefined }): number =>
  maxLength === undefined ? bodyBytesMax - 2 : 4 * maxLength

/** Returns the minimum number of bytes of a value as JSON. */
function sizeMin(node: SchemaNode): number {
  const { type, required, properties } = node
  if (type === 'boolean') return 4
  if (type === 'string' || type === 'array') return 2
  if (type !== 'object') return 1
  return required.reduce((total, name) => {
    const own = properties.get(name)
    return own && !own.defaultHolder ? total + name.length + 4 + sizeMin(own) : total
  }, 2)
}

/** Returns how many times a rule inside a list or a map may run. */
export const ruleRunsMax = (node: SchemaNode): number =>
  celTypeOfSchema(node, 'value')?.sizeMax ?? 1

const reserved = new Set(
  (
    'true false null in as break const continue else for function if import let loop package ' +
    'namespace return var void while'
  ).split(' '),
)

/** Returns the name of a property in expressions, or undefined if it has none. */
export function escapePropertyName(name: string): string | undefined {
  if (reserved.has(name)) return `__${name}__`
  if (!/^[a-zA-Z_][\w.\-/]*$/.test(name)) return undefined
  return name
    .replaceAll('__', '__underscores__')
    .replaceAll('.', '__dot__')
    .replaceAll('-', '__dash__')
    .replaceAll('/', '__slash__')
}
