import { valueInvalid } from '../api/causes.ts'
import { isJsonObject } from '../api/object.ts'
import type { Cause } from '../api/resource.ts'
import type { Schema } from '../api/schema.ts'
import { bySort, memberOf, shapeFor } from './shape.ts'

/**
 * The members of which an apply has left null, and for which nothing stands in: of a custom type a
 * genuine server takes them for values of the wrong type. `filled` is the same object with what
 * stands in for absent members.
 */
export function emptiedCauses(left: unknown, filled: unknown, schema: Schema, path = ''): Cause[] {
  if (Array.isArray(left) && Array.isArray(filled)) {
    const { items } = shapeFor(schema, left).list ?? {}
    return left.flatMap((item, index) =>
      items ? emptiedCauses(item, filled[index], items, `${path}[${index}]`) : [],
    )
  }
  const { map } = shapeFor(schema, left)
  if (!isJsonObject(left) || !isJsonObject(filled) || !map) return []
  return Object.entries(left).flatMap(([name, value]) => {
    const inner = memberOf(map, name)
    const own = path === '' ? name : `${path}.${name}`
    if (!inner) return []
    if (value !== null) return emptiedCauses(value, filled[name], inner, own)
    return Object.hasOwn(filled, name) ? [] : [wrongType(own, inner)]
  })
}

const wrongType = (field: string, schema: Schema): Cause => {
  const type = bySort(shapeFor(schema, null), {
    map: () => 'object',
    scalar: () => schema.type ?? 'string',
    list: () => 'array',
  })
  const because = `${field} in body must be of type ${type}: "null"`
  return { ...valueInvalid(field, 'null', because), reason: 'FieldValueTypeInvalid' }
}
