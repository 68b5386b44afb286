import type { JsonObject } from './object.ts'

/**
 * The form of a JSON value: what checks, patches and apply need to know of a type. What a schema
 * does not say, it allows; one without a type takes any value.
 */
export type Schema = {
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean'
  /**
   * As OpenAPI names it: `int32`, `int64`, `byte`, `date-time`, `int-or-string`; and where it has no
   * name, `quantity` and `micro-time`, a time with six digits of a second.
   */
  readonly format?: string
  /** The known members of an object. */
  readonly properties?: { readonly [name: string]: Schema }
  /** Of every value of a map. */
  readonly additionalProperties?: Schema
  readonly items?: Schema
  readonly required?: readonly string[]
  /** Required members that are there only if they are neither empty nor nought. */
  readonly neverZero?: readonly string[]
  /** Members of which empty, nought and false are the same as none. */
  readonly omitsZero?: ReadonlySet<string>
  readonly enum?: readonly string[]
  /**
   * The zero of its type, for which a null in a list or a map stands. A member whose zero is an
   * object is always there.
   */
  readonly default?: unknown
  /** An object of the type with what stands in for absent members; itself when none is absent. */
  readonly fill?: (given: JsonObject) => JsonObject
  /** Members that the schema does not know are kept as they are. */
  readonly preservesUnknown?: true
  readonly listType?: 'atomic' | 'set' | 'map'
  /** The members that tell the items of a `map` list apart. */
  readonly listMapKeys?: readonly string[]
  readonly mapType?: 'atomic' | 'granular'
  /** How a strategic merge patch treats a list or a map (PTCH-017). */
  readonly patchStrategy?: readonly ('merge' | 'replace' | 'retainKeys')[]
  readonly patchMergeKey?: string
}
