// Types that are messages in Protobuf and scalars or lists in JSON.

import { type JsonObject, objectIn, timestamp } from '../api/object.ts'
import { UnreadableDocument } from './codec.ts'
import type { MessageType } from './protobuf-message-type.ts'
import type { FieldRow } from './protobuf-message-data.ts'
import type { ProtobufType } from './protobuf-scalar-types.ts'

/** The message of a type, and the conversions between both forms. */
export type WellKnownType = {
  readonly fields: readonly FieldRow[]
  /** The JSON value of an absent field. */
  readonly zero: unknown
  /** Converts a JSON value that is neither undefined nor null. */
  readonly toMessage: (value: unknown) => JsonObject
  /** @throws UnreadableDocument */
  readonly fromMessage: (message: JsonObject) => unknown
}

/** Returns a type for a well-known message. A JSON null corresponds to an empty message. */
export const wellKnownType = (
  message: MessageType,
  { zero, toMessage, fromMessage }: WellKnownType,
): ProtobufType => ({
  wire: 2,
  zero: () => zero,
  isZero: value => value === zero,
  write(value, writer) {
    const meant = value ?? zero
    message.write(meant === null ? {} : toMessage(meant), writer)
  },
  read: source => fromMessage(objectIn(message.read(source))),
})

const timeFields: readonly FieldRow[] = [
  [1, 'seconds', 'int64', 'optional'],
  [2, 'nanos', 'int32', 'optional'],
]

const time: WellKnownType = {
  fields: timeFields,
  zero: null,
  toMessage: value => moment(String(value), 0),
  fromMessage: ({ seconds, nanos }) =>
    seconds === undefined && nanos === undefined ? null : shownTime(seconds),
}

/** A time with microseconds. */
const microTime: WellKnownType = {
  ...time,
  toMessage: value => {
    const [, digits = ''] = /\.(\d{1,6})/.exec(String(value)) ?? []
    return moment(String(value), Number(digits.padEnd(6, '0')) * 1000)
  },
  fromMessage: message => {
    const text = time.fromMessage(message)
    if (text === null) return null
    const { nanos = 0 } = message
    const micros = Math.trunc(Number(nanos) / 1000)
    if (micros < 0 || micros > 999_999)
      throw new UnreadableDocument(`Protobuf: a time of ${nanos} ns`)
    return `${String(text).slice(0, -1)}.${String(micros).padStart(6, '0')}Z`
  },
}

// The genuine types write midnight of January 1 of the year 1 for an absent time.
const noTime = -62_135_596_800
const startOfTime = -62_167_219_200
const endOfTime = 253_402_300_799

const plainLength = '2006-01-02T15:04:05Z'.length

function moment(text: string, nanos: number): JsonObject {
  // Timestamps as this server writes them can be parsed directly. Others may have lower-case
  // letters, and their fraction does not count as seconds.
  const isPlain = text.length === plainLength && text.endsWith('Z')
  const whole = isPlain ? text : text.toUpperCase().replace(/\.\d+/, '')
  const seconds = Date.parse(whole) / 1000
  if (Number.isNaN(seconds)) throw new TypeError(`expected a time for Protobuf, got ${text}`)
  return seconds === noTime ? {} : { seconds, nanos }
}

function shownTime(seconds: unknown = 0): string | null {
  if (seconds === noTime) return null
  if (typeof seconds === 'number' && seconds >= startOfTime && seconds <= endOfTime) {
    return timestamp(seconds * 1000)
  }
  throw new UnreadableDocument(`Protobuf: a time of ${seconds} s, outside the years 0 to 9999`)
}

const quantity: WellKnownType = {
  fields: [[1, 'string', 'string', 'optional']],
  zero: '0',
  toMessage: value => ({ string: String(value) }),
  fromMessage: ({ string = '0' }) => string,
}

const intOrString: WellKnownType = {
  fields: [
    [1, 'type', 'int64', 'one', 'shown'],
    [2, 'intVal', 'int32', 'one', 'shown'],
    [3, 'strVal', 'string', 'one', 'shown'],
  ],
  zero: 0,
  toMessage: value => (typeof value === 'string' ? { type: 1, strVal: value } : { intVal: value }),
  fromMessage: ({ type, intVal, strVal }) => {
    if (type !== 0 && type !== 1) {
      throw new UnreadableDocument(`Protobuf: expected type 0 or 1 of an IntOrString, got ${type}`)
    }
    return type === 0 ? intVal : strVal
  },
}

/** Any JSON value, as text. */
const raw: WellKnownType = {
  fields: [[1, 'raw', 'json', 'optional']],
  zero: null,
  toMessage: value => ({ raw: value }),
  fromMessage: ({ raw = null }) => raw,
}

/** A list that can be a map value. */
const strings: WellKnownType = {
  fields: [[1, 'items', 'string', 'list']],
  zero: null,
  toMessage: items => ({ items }),
  fromMessage: ({ items = null }) => items,
}

const schema = 'apiextensions.v1.JSONSchemaProps'

const schemaOrList: WellKnownType = {
  fields: [
    [1, 'schema', schema, 'optional'],
    [2, 'list', schema, 'list'],
  ],
  zero: null,
  toMessage: value => (Array.isArray(value) ? { list: value } : { schema: value }),
  fromMessage: ({ list = null, schema = null }) => list ?? schema,
}

const schemaOrBool: WellKnownType = {
  fields: [
    [1, 'allows', 'bool', 'one', 'shown'],
    [2, 'schema', schema, 'optional'],
  ],
  zero: false,
  toMessage: value =>
    typeof value === 'boolean' ? { allows: value } : { allows: true, schema: value },
  fromMessage: ({ allows, schema = null }) => schema ?? allows,
}

const schemaOrStrings: WellKnownType = {
  fields: [
    [1, 'schema', schema, 'optional'],
    [2, 'strings', 'string', 'list'],
  ],
  zero: null,
  toMessage: value => (Array.isArray(value) ? { strings: value } : { schema: value }),
  fromMessage: ({ strings = null, schema = null }) => strings ?? schema,
}

/** By their names in the data. */
export const wellKnownTypes: { readonly [name: string]: WellKnownType | undefined } = {
  time,
  'micro-time': microTime,
  quantity,
  'int-or-string': intOrString,
  fields: raw,
  raw,
  strings,
  'schema-or-list': schemaOrList,
  'schema-or-bool': schemaOrBool,
  'schema-or-strings': schemaOrStrings,
}
