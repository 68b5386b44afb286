import type { JsonObject } from './object.ts'

/**
 * The schema of a JSON value, as validation, patches and apply need it. Anything that a schema does
 * not restrict is allowed; a schema without a type accepts any value.
 */
export type Schema = {
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean'
  /**
   * The OpenAPI format: `int32`, `int64`, `byte`, `date-time`, `int-or-string`. Two formats have no
   * OpenAPI name: `quantity`, and `micro-time`, a time with six decimal places of a second.
   */
  readonly format?: string
  /** The known members of an object. */
  readonly properties?: { readonly [name: string]: Schema }
  /** The schema of every value of a map. */
  readonly additionalProperties?: Schema
  readonly items?: Schema
  readonly required?: readonly string[]
  /** Required members that must be neither empty nor zero to count as present. */
  readonly neverZero?: readonly string[]
  /** Members whose empty, zero and false values are the same as absent. */
  readonly omitsZero?: ReadonlySet<string>
  readonly enum?: readonly string[]
  /**
   * The zero value of its type, which replaces a null in a list or a map. A member whose zero value
   * is an object is always present.
   */
  readonly default?: unknown
  /**
   * Returns an object of the type with defaults for absent members; the same object if none is
   * absent.
   */
  readonly fill?: (given: JsonObject) => JsonObject
  /** Whether members that are not in the schema are kept. */
  readonly preservesUnknown?: true
  readonly listType?: 'atomic' | 'set' | 'map'
  /** The members that identify the items of a `map` list. */
  readonly listMapKeys?: readonly string[]
  readonly mapType?: 'atomic' | 'granular'
  /** How a strategic merge patch treats a list or a map (PTCH-017). */
  readonly patchStrategy?: readonly ('merge' | 'replace' | 'retainKeys')[]
  readonly patchMergeKey?: string
}
