import { valueInvalid, type StatusCause } from '../api/status-causes.ts'
import { isJsonObject } from '../api/object.ts'
import type { Schema } from '../api/schema.ts'
import { matchShape, memberSchema, shapeOfValue } from './schema-shape.ts'

/**
 * Returns causes for members that an apply has set to null and that have no default. For custom
 * types, a genuine server reports them as values of the wrong type. `filled` is the same object
 * with its defaults.
 */
export function nullFieldCauses(
  left: unknown,
  filled: unknown,
  schema: Schema,
  path = '',
): StatusCause[] {
  if (Array.isArray(left) && Array.isArray(filled)) {
    const { items } = shapeOfValue(schema, left).list ?? {}
    return left.flatMap((item, index) =>
      items ? nullFieldCauses(item, filled[index], items, `${path}[${index}]`) : [],
    )
  }
  const { map } = shapeOfValue(schema, left)
  if (!isJsonObject(left) || !isJsonObject(filled) || !map) return []
  return Object.entries(left).flatMap(([name, value]) => {
    const inner = memberSchema(map, name)
    const own = path === '' ? name : `${path}.${name}`
    if (!inner) return []
    if (value !== null) return nullFieldCauses(value, filled[name], inner, own)
    return Object.hasOwn(filled, name) ? [] : [wrongType(own, inner)]
  })
}

const wrongType = (field: string, schema: Schema): StatusCause => {
  const type = matchShape(shapeOfValue(schema, null), {
    map: () => 'object',
    scalar: () => schema.type ?? 'string',
    list: () => 'array',
  })
  const because = `${field} in body must be of type ${type}: "null"`
  return { ...valueInvalid(field, 'null', because), reason: 'FieldValueTypeInvalid' }
}
