// What the built-in types ask of their own fields, and what the server fills in. All are pure.

import { type ApiObject, isJsonObject, type JsonObject } from '../api/object.ts'
import type { Cause } from '../api/resource.ts'
import { isSameJson } from '../api/same-json.ts'

export type Rules = (object: ApiObject, old: ApiObject | undefined) => readonly Cause[]

/** One rule after the other. */
export const all =
  (...rules: readonly Rules[]): Rules =>
  (object, old) =>
    rules.flatMap(rule => rule(object, old))

/** Finalizers that are not the server's own say in whose name they wait. */
export const qualifiedFinalizers: Rules = ({ metadata: { finalizers = [] } }) =>
  finalizers.flatMap((finalizer, index) =>
    finalizer.includes('/') || standardFinalizers.includes(finalizer)
      ? []
      : [
          {
            reason: 'FieldValueInvalid',
            message:
              `Invalid value: ${JSON.stringify(finalizer)}: ` +
              'name is neither a standard finalizer name nor is it fully qualified',
            field: `metadata.finalizers[${index}]`,
          },
        ],
  )

const standardFinalizers = ['kubernetes', 'foregroundDeletion', 'orphan']

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
            message: `Invalid value: ${JSON.stringify(object[field]) ?? 'null'}: field is immutable`,
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
export const dataKeys =
  (...fields: readonly string[]): Rules =>
  object =>
    fields.flatMap(field =>
      Object.keys(mapIn(object[field]))
        .filter(key => key.length > 253 || !/^[-._a-zA-Z0-9]+$/.test(key) || /^\.\.?$/.test(key))
        .map(key => ({
          reason: 'FieldValueInvalid',
          message:
            `Invalid value: ${JSON.stringify(key)}: a valid config key must consist of ` +
            "alphanumeric characters, '-', '_' or '.'",
          field: `${field}[${key}]`,
        })),
    )

/** What `data` and the like may hold in all. */
export const dataSize =
  (encodings: { readonly [field: string]: 'utf8' | 'base64' }): Rules =>
  object => {
    const bytes = Object.entries(encodings)
      .flatMap(([field, encoding]) =>
        Object.values(mapIn(object[field])).map(value =>
          Buffer.byteLength(String(value), encoding),
        ),
      )
      .reduce((sum, length) => sum + length, 0)
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
export const containers: Rules = ({ spec }) => {
  const list = mapIn(spec).containers
  const field = 'spec.containers'
  if (!Array.isArray(list) || list.length === 0) {
    return [{ reason: 'FieldValueRequired', message: 'Required value', field }]
  }
  return list.flatMap((container: unknown, index) =>
    ['name', 'image']
      .filter(member => !mapIn(container)[member])
      .map(member => ({
        reason: 'FieldValueRequired',
        message: 'Required value',
        field: `${field}[${index}].${member}`,
      })),
  )
}

const mapIn = (value: unknown): JsonObject => (isJsonObject(value) ? value : {})
