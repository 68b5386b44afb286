// Validates the parts of a version other than its schema.

import {
  valueDuplicate,
  valueInvalid,
  valueRequired,
  type StatusCause,
} from '../api/status-causes.ts'
import { compiledLimits } from '../api/compiled-limits.ts'
import { dns1035Label } from '../api/name-rules.ts'
import { type JsonObject, objectIn, objectsIn } from '../api/object.ts'
import { isSameJson } from '../api/same-json.ts'
import { resolveFieldPath } from './field-path.ts'
import { type SchemaNode, readSchemaNode } from './schema-node.ts'
import { tooManyItems } from './check-result.ts'
import { definitionSchemaCauses } from './schema-rules.ts'
import type { StepCounter, ResumableTask } from './compute-budget.ts'

const perVersion = [
  'schema',
  'subresources',
  'additionalPrinterColumns',
  'selectableFields',
] as const

type Part = (typeof perVersion)[number]

/** The path that a genuine server uses for fields that all versions share. */
const together = { schema: 'validation' }

/**
 * Returns the causes of the versions. A field that is the same in all versions is checked once and
 * reported at the top level, where it was before there were versions. An unchanged schema is not
 * checked again.
 */
export function* versionCauses(
  versions: readonly JsonObject[],
  before: readonly JsonObject[],
  work: StepCounter,
): ResumableTask<readonly StatusCause[]> {
  const causes: StatusCause[] = []
  const [first] = versions
  const known = new Map(before.toReversed().map(one => [one.name, one]))
  const shared = perVersion.filter(part =>
    versions.every(one => one[part] !== undefined && isSameJson(one[part], first?.[part])),
  )
  for (const [index, version] of versions.entries()) {
    const path = `spec.versions[${index}]`
    const { name } = version
    const faults = dns1035Label(typeof name === 'string' ? name : '', 'name')
    if (faults.length > 0) causes.push(valueInvalid(`${path}.name`, name ?? '', faults.join(',')))
    // The first version was once the single `spec.version`.
    if (faults.length > 0 && index === 0) {
      causes.push(valueInvalid('spec.version', name ?? '', faults.join(',')))
    }
    if (objectIn(version.schema).openAPIV3Schema === undefined) {
      causes.push(valueRequired(`${path}.schema.openAPIV3Schema`))
    }
    causes.push(...deprecationCauses(version, path))
    const old = known.get(name)
    const own = perVersion.filter(part => !shared.includes(part))
    for (const part of own) {
      yield* addOfPart(part, { version, old, path: `${path}.${part}` }, { causes, work })
    }
  }
  if (!first) return causes
  const old = known.get(first.name)
  for (const part of shared) {
    const path = `spec.${part === 'schema' ? together.schema : part}`
    yield* addOfPart(part, { version: first, old, path }, { causes, work })
  }
  return causes
}

type Found = { readonly causes: StatusCause[]; readonly work: StepCounter }

function* addOfPart(part: Part, place: Place, { causes, work }: Found): ResumableTask<void> {
  for (const cause of yield* partCauses(part, place, work)) causes.push(cause)
}

// As many steps as make a check of the clock certain.
const comparison = 100

type Place = {
  readonly version: JsonObject
  readonly old: JsonObject | undefined
  readonly path: string
}

function* partCauses(
  part: Part,
  { version, old, path }: Place,
  work: StepCounter,
): ResumableTask<Iterable<StatusCause>> {
  const { schema: holder, subresources } = version
  const schema = objectIn(holder).openAPIV3Schema
  if (part === 'subresources') {
    return scaleCauses(objectIn(subresources).scale, `${path}.scale`)
  }
  if (part === 'additionalPrinterColumns') return columnsCauses(version[part], path)
  if (part === 'selectableFields') {
    const written = objectsIn(version[part])
    if (written.length === 0) return []
    return selectableCauses(written, yield* readSchemaNode(objectIn(schema), work), path)
  }
  const hasStatus = objectIn(subresources).status !== undefined
  const wasStatus = objectIn(old?.subresources).status !== undefined
  if (schema === undefined) return []
  if (hasStatus === wasStatus && isSameJson(holder, old?.schema)) return []
  if (work.spendAndCheck(comparison)) yield
  return yield* definitionSchemaCauses(
    objectIn(schema),
    { path: `${path}.openAPIV3Schema`, hasStatus },
    work,
  )
}

function* deprecationCauses(
  { deprecated, deprecationWarning: warning }: JsonObject,
  path: string,
): Iterable<StatusCause> {
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

function* scaleCauses(written: unknown, path: string): Iterable<StatusCause> {
  if (written === undefined) return
  const scale = objectIn(written)
  yield* pathCauses(scale.specReplicasPath, `${path}.specReplicasPath`, ['.spec.'])
  yield* pathCauses(scale.statusReplicasPath, `${path}.statusReplicasPath`, ['.status.'])
  const { labelSelectorPath: selector } = scale
  if (selector === undefined || selector === '') return
  yield* pathCauses(selector, `${path}.labelSelectorPath`, ['.spec.', '.status.'])
}

function* pathCauses(
  value: unknown,
  field: string,
  under: readonly string[],
): Iterable<StatusCause> {
  if (typeof value !== 'string' || value === '') return yield valueRequired(field)
  if (!value.startsWith('.')) {
    return yield valueInvalid(field, value, 'must be a simple json path starting with .')
  }
  if (under.some(prefix => value.startsWith(prefix))) return
  const places = under.map(prefix => prefix.slice(0, -1))
  const where = places.length > 1 ? `either ${places.join(' or ')}` : places[0]
  yield valueInvalid(field, value, `should be a json path under ${where}`)
}

const { pathCharactersMax } = compiledLimits

const columnTypes = ['boolean', 'date', 'integer', 'number', 'string']
const columnFormats = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password']

function* columnsCauses(written: unknown, path: string): Iterable<StatusCause> {
  for (const [index, column] of objectsIn(written).entries()) {
    yield* columnCauses(column, `${path}[${index}]`)
  }
}

function* columnCauses(column: JsonObject, path: string): Iterable<StatusCause> {
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
  } else if (String(jsonPath).length > pathCharactersMax) {
    const because = `expected at most ${pathCharactersMax} characters, got ${String(jsonPath).length}`
    yield valueInvalid(`${path}.JSONPath`, jsonPath, because)
  }
}

const selectableMax = 8
const selectableTypes = ['string', 'boolean', 'integer']

function* selectableCauses(
  written: readonly JsonObject[],
  root: SchemaNode,
  path: string,
): Iterable<StatusCause> {
  const seen = new Set<string>()
  for (const [index, { jsonPath }] of written.entries()) {
    const field = `${path}[${index}].jsonPath`
    if (typeof jsonPath !== 'string' || jsonPath === '') {
      yield valueRequired(field)
      continue
    }
    const found = resolveFieldPath(jsonPath, root, 'members only')
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
  if (seen.size > selectableMax) yield tooManyItems(path, seen.size, selectableMax)
}
