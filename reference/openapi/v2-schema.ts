import { type JsonObject, objectIn } from '../api/object.ts'
import { mapSubschemas } from './map-subschemas.ts'

/**
 * A schema in the words of OpenAPI v2, which has no way to say `null`, or either of two types, or
 * more than one thing at once. What cannot be said is left open: clients refuse what documents
 * forbid, so saying less is right and saying more is not.
 */
export function toV2Schema(schema: JsonObject): JsonObject {
  const { allOf: _a, anyOf: _b, oneOf: _c, not: _d, default: _e, nullable, ...said } = schema
  if (
    nullable === true ||
    allowsUnknownMembers(said) ||
    said['x-kubernetes-int-or-string'] === true
  ) {
    const { type: _type, format: _format, items: _items, properties: _own, ...open } = said
    const { additionalProperties: _more, required: _required, enum: _enum, ...rest } = open
    return rest
  }
  const inner = mapSubschemas(said, toV2Schema)
  const { required } = inner
  if (!Array.isArray(required)) return inner
  // A member that may be null may be missing to whoever does not know null.
  const members = objectIn(schema['properties'])
  const asked = required.filter(name => objectIn(members[String(name)])['nullable'] !== true)
  const { required: _old, ...rest } = inner
  return asked.length > 0 ? { ...rest, required: asked } : rest
}

/** Whether an object may have members that its schema does not name. */
export const allowsUnknownMembers = (schema: JsonObject): boolean =>
  schema['x-kubernetes-preserve-unknown-fields'] === true
