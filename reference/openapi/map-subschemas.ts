import { type JsonObject, isJsonObject, objectIn } from '../api/object.ts'

/** Returns a schema with `change` applied to its direct subschemas. */
export function mapSubschemas(
  schema: JsonObject,
  change: (inner: JsonObject) => JsonObject,
): JsonObject {
  const { properties, items, additionalProperties } = schema
  return {
    ...schema,
    ...(isJsonObject(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, change(objectIn(one))]),
      ),
    }),
    ...(isJsonObject(items) && { items: change(items) }),
    ...(isJsonObject(additionalProperties) && {
      additionalProperties: change(additionalProperties),
    }),
  }
}
