// The types of decoded API objects.

/** The type that a document declares. */
export type TypeMeta = { readonly apiVersion: string; readonly kind: string }

/** A JSON object as decoded from a body; its members are not checked yet. */
export type JsonObject = { [member: string]: unknown }

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the value if it is a JSON object, otherwise an empty object. */
export const objectIn = (value: unknown): JsonObject => (isJsonObject(value) ? value : {})

/**
 * Returns the own member of a name, or undefined. In JSON whose names a client chooses,
 * `__proto__`, `constructor` and `toString` are ordinary data.
 */
export const ownMember = (object: JsonObject, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined

/** Returns the JSON objects in an array; an empty list for any other value. */
export const objectsIn = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : []

/** Returns the items of a list as strings; an empty list for any other value. */
export const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** The metadata fields that the server reads or sets; other fields are kept as received. */
export type Metadata = {
  name?: string
  generateName?: string
  namespace?: string
  uid?: string
  resourceVersion?: string
  generation?: number
  /** RFC 3339, UTC, whole seconds. */
  creationTimestamp?: string
  deletionTimestamp?: string
  deletionGracePeriodSeconds?: number
  labels?: { [key: string]: string }
  annotations?: { [key: string]: string }
  finalizers?: string[]
  [other: string]: unknown
}

/** An object whose envelope and metadata have been checked (OBJ-001 to OBJ-034). */
export type ApiObject = {
  kind: string
  apiVersion: string
  metadata: Metadata
  [field: string]: unknown
}

/** Formats ms since 1970 as RFC 3339 in UTC, in whole seconds (OBJ-027). */
export function timestamp(ms: number): string {
  const second = Math.floor(ms / 1000)
  if (second !== last.second) {
    last = { second, text: `${new Date(second * 1000).toISOString().slice(0, 19)}Z` }
  }
  return last.text
}

// Each write formats the same second several times, so the last result is cached.
let last = { second: 0, text: '1970-01-01T00:00:00Z' }
