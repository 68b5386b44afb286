// What the built-in types ask of their own fields, and what the server fills in. All are pure.

import { type ApiObject, isJsonObject, type JsonObject } from '../api/object.ts'
import type { Cause } from '../api/resource.ts'
import type { Schema } from '../api/schema.ts'
import { isSameJson } from '../api/same-json.ts'
import { clipped, shownJson } from '../api/shown.ts'
import { missing } from '../schemas/required.ts'

export type Rules = (object: ApiObject, old: ApiObject | undefined) => Iterable<Cause>

/** One rule after the other. */
export const all = (...rules: readonly Rules[]): Rules =>
  function* (object, old) {
    for (const rule of rules) yield* rule(object, old)
  }

/** Finalizers that are not the server's own say in whose name they wait. */
export const qualifiedFinalizers: Rules = function* ({ metadata: { finalizers = [] } }) {
  for (const [index, finalizer] of finalizers.entries()) {
    if (finalizer.includes('/') || standardFinalizers.includes(finalizer)) continue
    yield {
      reason: 'FieldValueInvalid',
      message:
        `Invalid value: ${shownJson(finalizer)}: ` +
        'name is neither a standard finalizer name nor is it fully qualified',
      field: `metadata.finalizers[${index}]`,
    }
  }
}

const standardFinalizers = ['kubernetes', 'foregroundDeletion', 'orphan']

/** What the schema of a type asks for (VALID-026). */
export const requiredBy =
  (schema: () => Schema): Rules =>
  object =>
    missing(object, schema()).map(field => ({
      reason: 'FieldValueRequired',
      message: 'Required value',
      field,
    }))

/** A field that must be there (ERR-010). */
export const required =
  (field: string): Rules =>
  object =>
    object[field] === undefined
      ? [{ reason: 'FieldValueRequired', message: 'Required value', field }]
      : []

/** A field that keeps the value it was created with. */
export const fixed =
  (field: string): Rules =>
  (object, old) =>
    old === undefined || isSameJson(object[field], old[field])
      ? []
      : [
          {
            reason: 'FieldValueInvalid',
            message: `Invalid value: ${shownJson(object[field])}: field is immutable`,
            field,
          },
        ]

/** With `immutable` set, neither it nor the fields can be changed any more. */
export const fixedWhenImmutable =
  (...fields: readonly string[]): Rules =>
  (object, old) => {
    if (old?.immutable !== true) return []
    const changed = fields.filter(field => !isSameJson(object[field], old[field]))
    if (object.immutable !== true) changed.unshift('immutable')
    return changed.map(field => ({
      reason: 'FieldValueForbidden',
      message: 'Forbidden: field is immutable when `immutable` is set',
      field,
    }))
  }

/** The keys of `data` and the like are names of files. */
export const dataKeys = (...fields: readonly string[]): Rules =>
  function* (object) {
    for (const field of fields) {
      for (const key of Object.keys(mapIn(object[field]))) {
        if (key.length <= 253 && /^[-._a-zA-Z0-9]+$/.test(key) && !/^\.\.?$/.test(key)) continue
        yield {
          reason: 'FieldValueInvalid',
          message:
            `Invalid value: ${shownJson(key)}: a valid config key must consist of ` +
            "alphanumeric characters, '-', '_' or '.'",
          field: `${field}[${clipped(key)}]`,
        }
      }
    }
  }

/** What `data` and the like may hold in all. */
export const dataSize =
  (encodings: { readonly [field: string]: 'utf8' | 'base64' }): Rules =>
  object => {
    let bytes = 0
    for (const [field, encoding] of Object.entries(encodings)) {
      for (const value of Object.values(mapIn(object[field]))) {
        bytes += Buffer.byteLength(String(value), encoding)
      }
    }
    if (bytes <= dataBytesMax) return []
    const message = `Too long: may not be more than ${dataBytesMax} bytes`
    return [{ reason: 'FieldValueTooLong', message, field: 'data' }]
  }

const dataBytesMax = 1_048_576

/** A number that must be above zero if it is there. */
export const positive =
  (field: string, member: string): Rules =>
  object => {
    const value = mapIn(object[field])[member]
    if (typeof value !== 'number' || value > 0) return []
    const message = `Invalid value: ${value}: must be greater than 0`
    return [{ reason: 'FieldValueInvalid', message, field: `${field}.${member}` }]
  }

/** A pod runs at least one container, and each has a name of its own and an image. */
export const containers: Rules = function* ({ spec }) {
  const list: unknown = mapIn(spec).containers
  const field = 'spec.containers'
  const missing = { reason: 'FieldValueRequired', message: 'Required value' }
  if (!Array.isArray(list) || list.length === 0) return yield { ...missing, field }
  for (const [index, container] of list.entries()) {
    for (const member of ['name', 'image']) {
      if (mapIn(container)[member]) continue
      yield { ...missing, field: `${field}[${index}].${member}` }
    }
  }
}

const mapIn = (value: unknown): JsonObject => (isJsonObject(value) ? value : {})
