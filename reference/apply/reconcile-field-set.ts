import type { Schema } from '../api/schema.ts'
import { type FieldNode, type FieldSet, noFields } from './field-set.ts'
import { fieldIn, type PathElement } from './path-element.ts'
import { memberSchema, type Shape, shapeOfSchema } from './schema-shape.ts'

/**
 * Adapts a set to the current schema. If a value has become atomic, the owner of a part owns the
 * whole. If a value has become granular, the owner of the whole keeps it.
 */
export function reconcileFieldSet(fields: FieldSet, schema: Schema): FieldSet {
  const { map, list } = shapeOfSchema(schema)
  // Nothing can have changed for values that the schema does not describe.
  if (map && !map.isAtomic && map.others === undefined && list) return fields
  let next: Map<PathElement, FieldNode> | undefined
  for (const [element, node] of fields) {
    const inner = innerOf(element, { ...(map && { map }), ...(list && { list }) })
    const after = inner ? reconciledNode(node, inner) : node
    if (after === node) continue
    next ??= new Map(fields)
    next.set(element, after)
  }
  return next ?? fields
}

function innerOf(element: PathElement, { map, list }: Shape): Schema | undefined {
  const name = fieldIn(element)
  if (map) return name === undefined ? map.others : memberSchema(map, name)
  return list?.items
}

function reconciledNode(node: FieldNode, schema: Schema): FieldNode {
  const { map, scalar, list } = shapeOfSchema(schema)
  const isOne = map ? map.isAtomic : scalar === undefined && list?.by === 'nothing'
  if (isOne && node.below.size > 0) return { isMember: true, below: noFields }
  if (isOne || node.below.size === 0) return node
  const below = reconcileFieldSet(node.below, schema)
  return below === node.below ? node : { ...node, below }
}
