// What an object of the API is once its bytes have been read.

/** What a document says of itself. */
export type TypeMeta = { readonly apiVersion: string; readonly kind: string }

/** A JSON object as read from a body: its members are not known before they are checked. */
export type JsonObject = { [member: string]: unknown }

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The object that a value is; an empty one where it is none. */
export const objectIn = (value: unknown): JsonObject => (isJsonObject(value) ? value : {})

/** The objects in a list; none where there is no list. */
export const objectsIn = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : []

/** The metadata fields that the server itself reads or sets; others are kept as they came. */
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

/** A moment (ms since 1970) as objects show it: RFC 3339 in UTC, whole seconds (OBJ-027). */
export function timestamp(ms: number): string {
  const second = Math.floor(ms / 1000)
  if (second !== last.second) {
    last = { second, text: `${new Date(second * 1000).toISOString().slice(0, 19)}Z` }
  }
  return last.text
}

// Each write asks for the same second several times.
let last = { second: 0, text: '1970-01-01T00:00:00Z' }
