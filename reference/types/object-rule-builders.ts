// Builds rules for fields of the built-in types. All functions are pure.

import { valueForbidden, valueInvalid, type StatusCause } from '../api/status-causes.ts'
import { type ApiObject, objectIn } from '../api/object.ts'
import { isSameJson } from '../api/same-json.ts'
import { truncate } from '../api/quote.ts'

/**
 * Yields the faults of an object; `old` is undefined on create. Yields undefined where it may
 * pause.
 */
export type ObjectRule = (
  object: ApiObject,
  old: ApiObject | undefined,
) => Iterable<StatusCause | undefined>

/** Combines rules. Their causes are reported in order. */
export const allRules = (...rules: readonly ObjectRule[]): ObjectRule =>
  function* (object, old) {
    for (const rule of rules) yield* rule(object, old)
  }

/** Requires that finalizers are standard ones or qualified by a domain. */
export const qualifiedFinalizers: ObjectRule = function* ({ metadata: { finalizers = [] } }) {
  for (const [index, finalizer] of finalizers.entries()) {
    if (finalizer.includes('/') || standardFinalizers.includes(finalizer)) continue
    const because = 'name is neither a standard finalizer name nor is it fully qualified'
    yield valueInvalid(`metadata.finalizers[${index}]`, finalizer, because)
  }
}

const standardFinalizers = ['kubernetes', 'foregroundDeletion', 'orphan']

/** Requires that a field keeps its value after creation. Nested fields are named with dots. */
export const immutableField =
  (field: string): ObjectRule =>
  (object, old) => {
    if (old === undefined) return []
    const value = valueAt(object, field)
    if (isSameJson(value, valueAt(old, field))) return []
    return [valueInvalid(field, value, 'field is immutable')]
  }

const valueAt = (object: ApiObject, field: string): unknown =>
  field.split('.').reduce<unknown>((value, member) => objectIn(value)[member], object)

/** Requires that `immutable: true` and the fields do not change once `immutable` is true. */
export const immutableFieldsIfMarked =
  (...fields: readonly string[]): ObjectRule =>
  (object, old) => {
    if (old?.immutable !== true) return []
    const changed = fields.filter(field => !isSameJson(object[field], old[field]))
    if (object.immutable !== true) changed.unshift('immutable')
    return changed.map(field => valueForbidden(field, 'field is immutable when `immutable` is set'))
  }

const configKey =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' " +
  "(e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', " +
  "regex used for validation is '[-._a-zA-Z0-9]+')"

/** Requires that keys of fields such as `data` are valid file names. */
export const validDataKeys = (...fields: readonly string[]): ObjectRule =>
  function* (object) {
    for (const field of fields) {
      for (const key of Object.keys(objectIn(object[field]))) {
        if (key.length <= 253 && /^[-._a-zA-Z0-9]+$/.test(key) && !/^\.\.?$/.test(key)) continue
        yield valueInvalid(`${field}[${truncate(key)}]`, key, configKey)
      }
    }
  }

/** Requires that two maps share no key, because each key is a file name. */
export const distinctKeys =
  (one: string, other: string): ObjectRule =>
  object => {
    const others = objectIn(object[other])
    return Object.keys(objectIn(object[one]))
      .filter(key => Object.hasOwn(others, key))
      .map(key =>
        valueInvalid(`${one}[${truncate(key)}]`, key, `duplicate of key present in ${other}`),
      )
  }

/** Limits the total size of the values of fields such as `data`. */
export const dataSizeLimit =
  (encodings: { readonly [field: string]: 'utf8' | 'base64' }): ObjectRule =>
  object => {
    let bytes = 0
    for (const [field, encoding] of Object.entries(encodings)) {
      for (const value of Object.values(objectIn(object[field]))) {
        bytes += Buffer.byteLength(String(value), encoding)
      }
    }
    if (bytes <= dataBytesMax) return []
    const message = `Too long: may not be more than ${dataBytesMax} bytes`
    return [{ reason: 'FieldValueTooLong', message, field: 'data' }]
  }

const dataBytesMax = 1_048_576
