// Encodes the OpenAPI v2 document in Protobuf, with the field numbers of the published messages. A
// decoder merges the parts of a message field, so each path and each definition is written as a
// separate part, without knowing the length of the whole field.

import { protobuf } from '../lib/deferred-libraries.ts'

import { isJsonObject, type JsonObject, objectIn } from '../api/object.ts'
import type { Parts } from '../parts/parts.ts'
import { v2Sections } from './v2-document.ts'

/** Yields the document as Protobuf, in pieces. */
export function* v2Protobuf(parts: Parts): Iterable<Uint8Array> {
  const { info, paths, definitions, parameters, security } = v2Sections(parts)
  yield message([1, '2.0'], [2, message([1, info.title], [2, info.version])])
  for (const [name, item] of paths()) yield inDocument(8, 2, name, pathItem(item))
  for (const [name, schema] of definitions()) yield inDocument(9, 1, name, schemaOf(schema))
  for (const [name, one] of parameters()) yield inDocument(10, 1, name, parameterOf(one))
  yield message([12, message([1, named('BearerToken', message())])])
  const { type, name, in: place, description } = security
  const key = message([1, type], [2, name], [3, place], [4, description])
  yield inDocument(13, 1, 'BearerToken', message([2, key]))
}

/** Encodes one named value in a map of the document. */
const inDocument = (map: number, entry: number, name: string, value: Uint8Array): Uint8Array =>
  message([map, message([entry, named(name, value)])])

const named = (name: string, value: Uint8Array): Uint8Array => message([1, name], [2, value])

type Field = readonly [number: number, value: unknown]

/** Encodes a message from its fields; absent values are not written. */
function message(...fields: readonly Field[]): Uint8Array {
  const writer = protobuf().Writer.create()
  for (const [number, value] of fields) {
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (typeof one === 'string') writer.uint32((number << 3) | 2).string(one)
      else if (one instanceof Uint8Array) writer.uint32((number << 3) | 2).bytes(one)
      else if (one === true) writer.uint32(number << 3).bool(true)
    }
  }
  return writer.finish()
}

/** Encodes numbers of the type double, which JSON does not distinguish from integers. */
const doubles = (...fields: readonly Field[]): Uint8Array => {
  const writer = protobuf().Writer.create()
  for (const [number, value] of fields) {
    if (typeof value === 'number') writer.uint32((number << 3) | 1).double(value)
  }
  return writer.finish()
}

const integers = (...fields: readonly Field[]): Uint8Array => {
  const writer = protobuf().Writer.create()
  for (const [number, value] of fields) {
    if (typeof value === 'number') writer.uint32(number << 3).int64(value)
  }
  return writer.finish()
}

/** Encodes any value as YAML, of which JSON is a subset. */
const any = (value: unknown): Uint8Array => message([2, `${JSON.stringify(value)}\n`])

const extensions = (object: JsonObject): Uint8Array[] =>
  Object.entries(object)
    .filter(([name]) => name.startsWith('x-'))
    .map(([name, value]) => named(name, any(value)))

const methods: { readonly [method: string]: number } = {
  get: 2,
  put: 3,
  post: 4,
  delete: 5,
  patch: 8,
}

const pathItem = ({ parameters, ...operations }: JsonObject): Uint8Array =>
  message(
    ...Object.entries(operations).map(
      ([method, one]) => [methods[method] ?? 0, operationOf(objectIn(one))] as const,
    ),
    [9, parametersOf(parameters)],
  )

const operationOf = (one: JsonObject): Uint8Array =>
  message(
    [1, one['tags']],
    [5, one['operationId']],
    [6, one['produces']],
    [7, one['consumes']],
    [8, parametersOf(one['parameters'])],
    [9, message([1, Object.entries(objectIn(one['responses'])).map(responseOf)])],
    [13, extensions(one)],
  )

function responseOf([code, response]: [string, unknown]): Uint8Array {
  const { description, schema } = objectIn(response)
  const shown = isJsonObject(schema) ? message([1, schemaOf(schema)]) : undefined
  return named(code, message([1, message([1, description], [2, shown])]))
}

const parametersOf = (list: unknown): Uint8Array[] =>
  (Array.isArray(list) ? (list as JsonObject[]) : []).map(one =>
    one['$ref'] === undefined
      ? message([1, parameterOf(one)])
      : message([2, message([1, one['$ref']])]),
  )

/** Encodes a parameter according to its location: the body, the query or the path. */
function parameterOf({ name, in: place, required, description, type, schema }: JsonObject) {
  if (place === 'body') {
    const body = schemaOf(objectIn(schema))
    return message([1, message([2, name], [3, place], [4, required], [5, body])])
  }
  const head: Field[] = [
    [1, required],
    [2, place],
    [3, description],
    [4, name],
  ]
  const own = place === 'path' ? message(...head, [5, type]) : message(...head, [6, type])
  return message([2, message([place === 'path' ? 4 : 3, own])])
}

function schemaOf(schema: JsonObject): Uint8Array {
  const { additionalProperties: more, items, properties, enum: values } = schema
  const members = isJsonObject(properties) ? Object.entries(properties) : undefined
  return Buffer.concat([
    message([1, schema['$ref']], [2, schema['format']], [3, schema['title']]),
    message([4, schema['description']]),
    doubles([6, schema['multipleOf']], [7, schema['maximum']]),
    message([8, schema['exclusiveMaximum']]),
    doubles([9, schema['minimum']]),
    message([10, schema['exclusiveMinimum']]),
    integers([11, schema['maxLength']], [12, schema['minLength']]),
    message([13, schema['pattern']]),
    integers([14, schema['maxItems']], [15, schema['minItems']]),
    message([16, schema['uniqueItems']]),
    integers([17, schema['maxProperties']], [18, schema['minProperties']]),
    message([19, schema['required']]),
    message([20, Array.isArray(values) ? values.map(any) : undefined]),
    message([21, isJsonObject(more) ? message([1, schemaOf(more)]) : undefined]),
    message([21, more === true ? message([2, true]) : undefined]),
    message([22, schema['type'] === undefined ? undefined : message([1, schema['type']])]),
    message([23, isJsonObject(items) ? message([1, schemaOf(items)]) : undefined]),
    message([25, members && message([1, members.map(memberOf)])]),
    message([31, extensions(schema)]),
  ])
}

const memberOf = ([name, schema]: [string, unknown]): Uint8Array =>
  named(name, schemaOf(objectIn(schema)))
