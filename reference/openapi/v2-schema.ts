import { type JsonObject, objectIn } from '../api/object.ts'
import { mapSubschemas } from './map-subschemas.ts'

/**
 * Converts a schema to OpenAPI v2, which cannot express null, alternatives of types or combinations
 * of schemas. Constraints that cannot be expressed are dropped: clients refuse objects that a
 * document forbids, so a document may be too permissive but not too strict.
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
  // For clients that do not know null, a member with the value null is missing, so it cannot be
  // required.
  const members = objectIn(schema['properties'])
  const asked = required.filter(name => objectIn(members[String(name)])['nullable'] !== true)
  const { required: _old, ...rest } = inner
  return asked.length > 0 ? { ...rest, required: asked } : rest
}

/** Whether an object may have members that its schema does not name. */
export const allowsUnknownMembers = (schema: JsonObject): boolean =>
  schema['x-kubernetes-preserve-unknown-fields'] === true
