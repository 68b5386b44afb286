import { isJsonObject, type JsonObject } from '../api/object.ts'
import type { FieldType, FieldTypes } from '../api/resource.ts'
import { clipped } from '../api/shown.ts'

/**
 * The first field that does not have its type, as `<path>: <expected>, got <value>`; undefined
 * when all have. A field that is absent or null has any type (ERR-005, OBJ-029 to OBJ-032).
 */
export function typeFault(object: JsonObject, types: FieldTypes): string | undefined {
  for (const [path, type] of Object.entries(types)) {
    const value = valueAt(object, path.split('.'))
    const fault = value === undefined || value === null ? undefined : faultOf(value, type)
    if (fault) return `${path}${fault}`
  }
  return undefined
}

/** The object without the members that are null although they have a type: null means absent. */
export function withoutNulls(object: JsonObject, types: FieldTypes): JsonObject {
  const paths = Object.keys(types).filter(path => valueAt(object, path.split('.')) === null)
  return paths.reduce((next, path) => without(next, path.split('.')), object)
}

function without(object: JsonObject, [first = '', ...rest]: readonly string[]): JsonObject {
  const { [first]: value, ...others } = object
  if (rest.length === 0) return others
  return isJsonObject(value) ? { ...object, [first]: without(value, rest) } : object
}

function valueAt(value: unknown, segments: readonly string[]): unknown {
  let found = value
  for (const segment of segments) {
    if (!isJsonObject(found) || !Object.hasOwn(found, segment)) return undefined
    found = found[segment]
  }
  return found
}

/** What follows the path: the place inside the value, what must stand there, and what does. */
function faultOf(value: unknown, type: FieldType): string | undefined {
  const test = scalars[type]
  if (test) return test(value) ? undefined : mustBe(type, value)
  const [outer, inner = ''] = type.split(' of ')
  const isInner = scalars[inner] ?? (() => true)
  if (outer === 'array') {
    if (!Array.isArray(value)) return mustBe('array', value)
    const index = value.findIndex(item => !isInner(item))
    return index < 0 ? undefined : `[${index}]${mustBe(inner, value[index])}`
  }
  if (!isJsonObject(value)) return mustBe('object', value)
  const wrong = Object.keys(value).find(key => !isInner(value[key]))
  return wrong === undefined ? undefined : `.${clipped(wrong)}${mustBe(inner, value[wrong])}`
}

const isString = (value: unknown): value is string => typeof value === 'string'

function isInteger(value: unknown, bits: number): boolean {
  const isWhole = typeof value === 'number' && Number.isInteger(value)
  if (!isWhole && typeof value !== 'bigint') return false
  return BigInt.asIntN(bits, BigInt(value)) === BigInt(value)
}

const scalars: { readonly [type: string]: ((value: unknown) => boolean) | undefined } = {
  string: isString,
  boolean: value => typeof value === 'boolean',
  int32: value => isInteger(value, 32),
  int64: value => isInteger(value, 64),
  object: isJsonObject,
  array: Array.isArray,
  base64: value => isString(value) && isBase64(value),
  timestamp: value => isString(value) && isTimestamp(value),
}

const isBase64 = (text: string): boolean => {
  const bare = text.replaceAll(/[\r\n]/g, '')
  return bare.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(bare)
}

const isTimestamp = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/.test(text) &&
  !Number.isNaN(Date.parse(text))

const names: { readonly [type: string]: string } = {
  array: 'an array',
  base64: 'base64 text',
  int32: 'an int32',
  int64: 'an int64',
  object: 'an object',
  timestamp: 'an RFC 3339 timestamp',
}

const mustBe = (type: string, value: unknown): string =>
  `: must be ${names[type] ?? `a ${type}`}, got ${shown(value)}`

/** A value in a message: short, and never the inside of an object. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return 'an array'
  if (isJsonObject(value)) return 'an object'
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 60)) : String(value)
}
