import { isJsonObject, type JsonObject } from '../api/object.ts'
import type { Schema } from '../api/schema.ts'
import { fieldsBelow, type FieldNode, type FieldSet } from './field-set.ts'
import { itemElement } from './list-item.ts'
import { fieldElement, fieldIn, type PathElement } from './path-element.ts'
import {
  matchShape,
  isDeclaredMember,
  type ListShape,
  type MapShape,
  memberSchema,
} from './schema-shape.ts'
import { shapeOfValue, shapeOfSchema } from './schema-shape.ts'

/**
 * Removes the members and items in a set from a value. A map or list that becomes empty is replaced
 * by null, so that its own field is removed. @throws UnidentifiableItem
 */
export function withoutFields(value: unknown, fields: FieldSet, schema: Schema): unknown {
  if (fields.size === 0) return value
  return matchShape(shapeOfValue(schema, value), {
    map: shape => withoutMembers(value, fields, shape),
    scalar: () => value,
    list: shape => withoutItems(value, fields, shape),
  })
}

function withoutMembers(value: unknown, fields: FieldSet, shape: MapShape): JsonObject | null {
  // An atomic map is removed as a whole.
  if (shape.isAtomic || !isJsonObject(value)) return null
  const left = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    const node = fields.get(fieldElement(name))
    if (!node) return [[name, member]]
    const schema = memberSchema(shape, name)
    if (node.isMember) return []
    return [[name, schema ? withoutFields(member, node.below, schema) : member]]
  })
  return left.length === 0 ? null : Object.fromEntries(left)
}

function withoutItems(value: unknown, fields: FieldSet, shape: ListShape): unknown[] | null {
  if (shape.by === 'nothing' || !Array.isArray(value)) return null
  const left = value.flatMap(item => {
    const element = itemElement(item, shape)
    if (fields.get(element)?.isMember) return []
    return [withoutFields(item, fieldsBelow(fields, element), shape.items)]
  })
  return left.length === 0 ? null : left
}

/**
 * Adds the declared members on the path to a field. The owner of a part of a struct also owns the
 * presence of the struct.
 */
export function withNamedParents(fields: FieldSet, schema: Schema): FieldSet {
  const { map, list } = shapeOfSchema(schema)
  const next = new Map<PathElement, FieldNode>()
  for (const [element, node] of fields) {
    const name = fieldIn(element)
    const inner =
      name === undefined
        ? element.startsWith('k:')
          ? list?.items
          : undefined
        : map && memberSchema(map, name)
    const isParent = name !== undefined && map !== undefined && isDeclaredMember(map, name)
    next.set(element, {
      isMember: node.isMember || (isParent && node.below.size > 0),
      below: inner ? withNamedParents(node.below, inner) : node.below,
    })
  }
  return next
}
