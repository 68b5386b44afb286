// What the built-in types ask of their own fields, and what the server fills in. All are pure.

import { valueForbidden, valueInvalid, valueRequired } from '../api/causes.ts'
import { type ApiObject, objectIn, objectsIn } from '../api/object.ts'
import type { Cause } from '../api/resource.ts'
import type { Schema } from '../api/schema.ts'
import { isSameJson } from '../api/same-json.ts'
import { clipped } from '../api/shown.ts'
import { schemaCauses } from '../schemas/causes.ts'

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
    const because = 'name is neither a standard finalizer name nor is it fully qualified'
    yield valueInvalid(`metadata.finalizers[${index}]`, finalizer, because)
  }
}

const standardFinalizers = ['kubernetes', 'foregroundDeletion', 'orphan']

/** What the schema of a type asks for (VALID-026); what was seen of an object is no wish. */
export const soundBy =
  (schema: () => Schema): Rules =>
  ({ status: _seen, ...wished }) =>
    schemaCauses(wished, schema())

/** A field that keeps the value it was created with; members of members are named by dots. */
export const fixed =
  (field: string): Rules =>
  (object, old) => {
    if (old === undefined) return []
    const value = valueAt(object, field)
    if (isSameJson(value, valueAt(old, field))) return []
    return [valueInvalid(field, value, 'field is immutable')]
  }

const valueAt = (object: ApiObject, field: string): unknown =>
  field.split('.').reduce<unknown>((value, member) => objectIn(value)[member], object)

/** With `immutable` set, neither it nor the fields can be changed any more. */
export const fixedWhenImmutable =
  (...fields: readonly string[]): Rules =>
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

/** The keys of `data` and the like are names of files. */
export const dataKeys = (...fields: readonly string[]): Rules =>
  function* (object) {
    for (const field of fields) {
      for (const key of Object.keys(objectIn(object[field]))) {
        if (key.length <= 253 && /^[-._a-zA-Z0-9]+$/.test(key) && !/^\.\.?$/.test(key)) continue
        yield valueInvalid(`${field}[${clipped(key)}]`, key, configKey)
      }
    }
  }

/** Keys that two maps share would be two files of one name. */
export const keysApart =
  (one: string, other: string): Rules =>
  object => {
    const others = objectIn(object[other])
    return Object.keys(objectIn(object[one]))
      .filter(key => Object.hasOwn(others, key))
      .map(key =>
        valueInvalid(`${one}[${clipped(key)}]`, key, `duplicate of key present in ${other}`),
      )
  }

/** A field that must be there, whatever its schema says. */
export const required =
  (field: string): Rules =>
  object =>
    object[field] === undefined ? [valueRequired(field)] : []

/** What `data` and the like may hold in all. */
export const dataSize =
  (encodings: { readonly [field: string]: 'utf8' | 'base64' }): Rules =>
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

/** A number that must be above zero if it is there. */
export const positive =
  (field: string, member: string): Rules =>
  object => {
    const value = objectIn(object[field])[member]
    if (typeof value !== 'number' || value > 0) return []
    return [valueInvalid(`${field}.${member}`, value, 'must be greater than 0')]
  }

/** Two members of `spec` that say the same in different ways. */
export const either =
  (one: string, other: string): Rules =>
  ({ spec }) => {
    const { [one]: first, [other]: second } = objectIn(spec)
    if ((first ?? null) === null || (second ?? null) === null) return []
    return [valueInvalid('spec', spec, `${one} and ${other} cannot be both set`)]
  }

/**
 * At least one of some members is there and not empty, in each object at a place. A place is named
 * by dots, its lists by `[]`; what a `?` follows may be absent itself.
 */
export const someOf =
  (place: string, ...members: readonly string[]): Rules =>
  object =>
    placesOf(object, place)
      .filter(({ value }) => members.every(member => isEmpty(objectIn(value)[member])))
      .map(({ field }) => valueRequired(field))

type Placed = { readonly field: string; readonly value: unknown }

const placesOf = (object: ApiObject, place: string): Placed[] =>
  place.split('.').reduce<Placed[]>(
    (found, segment) => {
      const [, name = '', mark] = /^(\w+)(\[\]|\?)?$/.exec(segment) ?? []
      return found.flatMap(({ field: outer, value: holder }) => {
        const value = objectIn(holder)[name]
        const field = outer === '' ? name : `${outer}.${name}`
        if (mark === '[]')
          return objectsIn(value).map((item, index) => ({
            field: `${field}[${index}]`,
            value: item,
          }))
        return mark === '?' && value === undefined ? [] : [{ field, value }]
      })
    },
    [{ field: '', value: object }],
  )

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)
