import { isJsonObject, type JsonObject } from '../api/object.ts'
import type { Schema } from '../api/schema.ts'
import { type FieldSet, type GrowingSet, insert } from './field-set.ts'
import { itemElement } from './list-item.ts'
import { fieldElement, type PathElement } from './path-element.ts'
import { bySort, isNamed, type ListShape, type MapShape, memberOf, shapeFor } from './shape.ts'

/**
 * Every field that a value mentions: values that are one thing, items of lists, and members of maps
 * that are no part of the type. An object is none because of what it holds. @throws Unnameable
 */
export function fieldSetOf(value: unknown, schema: Schema): FieldSet {
  const fields: Fields = { path: [], set: new Map() }
  visit(value, schema, fields)
  return fields.set
}

type Fields = { readonly path: PathElement[]; readonly set: GrowingSet }

function visit(value: unknown, schema: Schema, fields: Fields): void {
  bySort(shapeFor(schema, value), {
    map: shape => {
      if (shape.isAtomic) insert(fields.set, fields.path)
      else if (isJsonObject(value)) visitMembers(value, shape, fields)
    },
    scalar: () => insert(fields.set, fields.path),
    list: shape => {
      if (shape.by === 'nothing') insert(fields.set, fields.path)
      else if (Array.isArray(value)) visitItems(value, shape, fields)
    },
  })
}

function visitMembers(object: JsonObject, shape: MapShape, fields: Fields): void {
  for (const [name, value] of Object.entries(object)) {
    const schema = memberOf(shape, name)
    if (!schema) continue
    fields.path.push(fieldElement(name))
    visit(value, schema, fields)
    const isBare = value === null || (isJsonObject(value) && Object.keys(value).length === 0)
    if (isBare || !isNamed(shape, name)) insert(fields.set, fields.path)
    fields.path.pop()
  }
}

/** Items that occur twice belong to somebody as a whole: they cannot be told apart. */
function visitItems(items: readonly unknown[], shape: ListShape, fields: Fields): void {
  const elements = items.map(item => itemElement(item, shape))
  const twice = repeated(elements)
  for (const [index, element] of elements.entries()) {
    fields.path.push(element)
    if (!twice.has(element)) visit(items[index], shape.items, fields)
    insert(fields.set, fields.path)
    fields.path.pop()
  }
}

function repeated(elements: readonly PathElement[]): ReadonlySet<PathElement> {
  const seen = new Set<PathElement>()
  return new Set(elements.filter(element => seen.size === seen.add(element).size))
}
