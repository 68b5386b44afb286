// What a definition may say of one version of its type, beside the schema.

import { valueDuplicate, valueInvalid, valueRequired } from '../api/causes.ts'
import { dns1035Label } from '../api/names.ts'
import { type JsonObject, objectIn, objectsIn } from '../api/object.ts'
import type { Cause } from '../api/resource.ts'
import { isSameJson } from '../api/same-json.ts'
import { fieldPath } from './field-path.ts'
import { nodeOf } from './node.ts'
import { tooMany } from './results.ts'
import { schemaCauses } from './schema-rules.ts'

/** What is wrong with a version; a schema that is as it was is not judged again. */
export function* versionCauses(
  version: JsonObject,
  old: JsonObject | undefined,
  path: string,
): Iterable<Cause> {
  const { name, schema: holder, subresources } = version
  const faults = dns1035Label(typeof name === 'string' ? name : '', 'name')
  if (faults.length > 0) yield valueInvalid(`${path}.name`, name ?? '', faults.join(','))
  const schema = objectIn(holder).openAPIV3Schema
  const field = `${path}.schema.openAPIV3Schema`
  if (schema === undefined) yield valueRequired(field)
  yield* deprecationCauses(version, path)
  const hasStatus = objectIn(subresources).status !== undefined
  const wasStatus = objectIn(old?.subresources).status !== undefined
  const isKnown = hasStatus === wasStatus && isSameJson(holder, old?.schema)
  if (schema !== undefined && !isKnown) {
    yield* schemaCauses(objectIn(schema), { path: field, hasStatus })
  }
  yield* scaleCauses(objectIn(subresources).scale, `${path}.subresources.scale`)
  for (const [index, column] of objectsIn(version.additionalPrinterColumns).entries()) {
    yield* columnCauses(column, `${path}.additionalPrinterColumns[${index}]`)
  }
  yield* selectableCauses(version.selectableFields, objectIn(schema), `${path}.selectableFields`)
}

function* deprecationCauses(
  { deprecated, deprecationWarning: warning }: JsonObject,
  path: string,
): Iterable<Cause> {
  const field = `${path}.deprecationWarning`
  if (typeof warning !== 'string') return
  if (deprecated !== true) {
    return yield valueInvalid(field, warning, 'can only be set for deprecated versions')
  }
  if (Buffer.byteLength(warning) > 256) {
    yield valueInvalid(field, warning, 'must be <= 256 characters long')
  }
  if (warning === '') yield valueInvalid(field, warning, 'must not be an empty string')
  const index = warning.search(/(?! )[\p{C}\p{Z}]/u)
  if (index < 0) return
  const because =
    'must only contain printable UTF-8 characters; non-printable character found at index ' + index
  yield valueInvalid(field, warning, because)
}

function* scaleCauses(written: unknown, path: string): Iterable<Cause> {
  if (written === undefined) return
  const scale = objectIn(written)
  yield* pathCauses(scale.specReplicasPath, `${path}.specReplicasPath`, ['.spec.'])
  yield* pathCauses(scale.statusReplicasPath, `${path}.statusReplicasPath`, ['.status.'])
  const { labelSelectorPath: selector } = scale
  if (selector === undefined || selector === '') return
  yield* pathCauses(selector, `${path}.labelSelectorPath`, ['.spec.', '.status.'])
}

function* pathCauses(value: unknown, field: string, under: readonly string[]): Iterable<Cause> {
  if (typeof value !== 'string' || value === '') return yield valueRequired(field)
  if (!value.startsWith('.')) {
    return yield valueInvalid(field, value, 'must be a simple json path starting with .')
  }
  if (under.some(prefix => value.startsWith(prefix))) return
  const places = under.map(prefix => prefix.slice(0, -1))
  const where = places.length > 1 ? `either ${places.join(' or ')}` : places[0]
  yield valueInvalid(field, value, `should be a json path under ${where}`)
}

const columnTypes = ['boolean', 'date', 'integer', 'number', 'string']
const columnFormats = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password']

function* columnCauses(column: JsonObject, path: string): Iterable<Cause> {
  const { name = '', type = '', format = '', jsonPath = '' } = column
  if (name === '') yield valueRequired(`${path}.name`)
  const types = `must be one of ${columnTypes.join(',')}`
  if (type === '') yield valueRequired(`${path}.type`, types)
  else if (!columnTypes.includes(String(type))) yield valueInvalid(`${path}.type`, type, types)
  if (format !== '' && !columnFormats.includes(String(format))) {
    const because = `must be one of ${columnFormats.join(',')}`
    yield valueInvalid(`${path}.format`, format, because)
  }
  if (jsonPath === '') yield valueRequired(`${path}.JSONPath`)
  else if (!String(jsonPath).startsWith('.')) {
    const because = 'must be a simple json path starting with .'
    yield valueInvalid(`${path}.JSONPath`, jsonPath, because)
  }
}

const selectableMax = 8
const selectableTypes = ['string', 'boolean', 'integer']

function* selectableCauses(written: unknown, schema: JsonObject, path: string): Iterable<Cause> {
  const root = nodeOf(schema)
  const seen = new Set<string>()
  for (const [index, { jsonPath }] of objectsIn(written).entries()) {
    const field = `${path}[${index}].jsonPath`
    if (typeof jsonPath !== 'string' || jsonPath === '') {
      yield valueRequired(field)
      continue
    }
    const found = fieldPath(jsonPath, root, 'members only')
    if ('fault' in found) {
      yield valueInvalid(field, jsonPath, `is an invalid path: ${found.fault}`)
      continue
    }
    if (found.steps[0] === 'metadata') {
      yield valueInvalid(field, jsonPath, 'must not point to fields in metadata')
    }
    if (!selectableTypes.includes(found.node.type)) {
      const because =
        'must point to a field of type string, boolean or integer. ' +
        'Enum string fields and strings with formats are allowed.'
      yield valueInvalid(field, jsonPath, because)
    }
    const key = found.steps.join('\0')
    if (seen.has(key)) yield valueDuplicate(field, jsonPath)
    seen.add(key)
  }
  if (seen.size > selectableMax) yield tooMany(path, seen.size, selectableMax)
}
