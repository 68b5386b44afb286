import { isJsonObject, type JsonObject } from '../api/object.ts'
import type { Schema } from '../api/schema.ts'
import type { ResumableTask } from '../lib/event-loop.ts'
import { type FieldSet, type MutableFieldSet, insertPath } from './field-set.ts'
import { itemElement } from './list-item.ts'
import { fieldElement, type PathElement } from './path-element.ts'
import { finishPending, visitInPortions, type PortionedWalk } from './portioned-walk.ts'
import {
  isDeclaredMember,
  type ListShape,
  type MapShape,
  memberSchema,
  shapeOfValue,
} from './schema-shape.ts'

/**
 * Returns every field that a value mentions: leaves, list items, and members of maps whose names
 * the schema does not declare. An object is not a field merely because it has members.
 * @throws UnidentifiableItem
 */
export function* fieldSetOf(value: unknown, schema: Schema): ResumableTask<FieldSet> {
  const fields: Fields = { path: [], set: new Map(), pending: [] }
  visit(value, schema, fields)
  if (fields.pending.length > 0) yield* finishPending(fields.pending)
  return fields.set
}

type Fields = PortionedWalk & { readonly set: MutableFieldSet }

function visit(value: unknown, schema: Schema, fields: Fields): void {
  const { map, scalar, list } = shapeOfValue(schema, value)
  if (map) {
    if (map.isAtomic) insertPath(fields.set, fields.path)
    else if (isJsonObject(value)) visitMembers(value, map, fields)
  } else if (scalar || list?.by === 'nothing') insertPath(fields.set, fields.path)
  else if (list && Array.isArray(value)) visitItems(value, list, fields)
}

function visitMembers(object: JsonObject, shape: MapShape, fields: Fields): void {
  visitInPortions(Object.keys(object), fields, (name, own) => {
    const schema = memberSchema(shape, name)
    if (!schema) return
    const value = object[name]
    own.path.push(fieldElement(name))
    visit(value, schema, own)
    const isBare = value === null || (isJsonObject(value) && Object.keys(value).length === 0)
    if (isBare || !isDeclaredMember(shape, name)) insertPath(own.set, own.path)
    own.path.pop()
  })
}

/** Items that occur twice are owned as a whole, because they cannot be distinguished. */
function visitItems(items: readonly unknown[], shape: ListShape, fields: Fields): void {
  const elements = items.map(item => itemElement(item, shape))
  const twice = repeated(elements)
  visitInPortions(elements, fields, (element, own, index) => {
    own.path.push(element)
    if (!twice.has(element)) visit(items[index], shape.items, own)
    insertPath(own.set, own.path)
    own.path.pop()
  })
}

function repeated(elements: readonly PathElement[]): ReadonlySet<PathElement> {
  const seen = new Set<PathElement>()
  return new Set(elements.filter(element => seen.size === seen.add(element).size))
}
