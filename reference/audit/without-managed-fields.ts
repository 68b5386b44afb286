import { isJsonObject, type JsonObject, objectIn } from '../api/object.ts'

/** Returns an object, a list or a Table without managed fields. Other values stay as they are. */
export function withoutManagedFields(value: unknown): unknown {
  if (!isJsonObject(value)) return value
  const { items, rows } = value
  return {
    ...objectIn(withoutOwn(value)),
    ...(Array.isArray(items) && { items: items.map(withoutOwn) }),
    ...(Array.isArray(rows) && {
      rows: rows.map((row: unknown) =>
        isJsonObject(row) ? { ...row, object: withoutOwn(row['object']) } : row,
      ),
    }),
  }
}

function withoutOwn(value: unknown): unknown {
  if (!isJsonObject(value) || !isJsonObject(value['metadata'])) return value
  const { managedFields: _, ...metadata } = value['metadata']
  return { ...value, metadata } satisfies JsonObject
}
