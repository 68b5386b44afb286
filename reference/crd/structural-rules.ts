// Checks whether a schema is structural: every field has a type outside of junctors, and junctors
// only constrain declared fields.

import {
  valueForbidden,
  valueInvalid,
  valueRequired,
  type StatusCause,
} from '../api/status-causes.ts'
import { isSameJson } from '../api/same-json.ts'
import { junctorFieldCauses } from './junctor-field-rules.ts'
import type { SchemaNode } from './schema-node.ts'
import { regexFault } from '../cel/client-regex.ts'
import type { StepCounter, ResumableTask } from './compute-budget.ts'

type Level = 'root' | 'item' | 'field'

/** Returns the causes that a schema is not structural, in the order of the messages. */
export function* structuralCauses(
  root: SchemaNode,
  path: string,
  work: StepCounter,
): ResumableTask<readonly StatusCause[]> {
  const found: Found = { causes: [], work }
  yield* invariants(root, 'root', path, found)
  yield* junctorFieldCauses(root, path, found)
  const texts = new Map<StatusCause, string>()
  for (const cause of found.causes) {
    if (work.spendAndCheck(1)) yield
    texts.set(cause, `${cause.field}: ${cause.message}`)
  }
  const textOf = (cause: StatusCause) => texts.get(cause) ?? ''
  return found.causes.sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1))
}

type Found = { readonly causes: StatusCause[]; readonly work: StepCounter }

const notEmpty = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
}

function* invariants(
  node: SchemaNode,
  level: Level,
  path: string,
  found: Found,
): ResumableTask<void> {
  const { causes, work } = found
  if (work.spendAndCheck(1)) yield
  if (node.type === 'array' && !node.items) {
    causes.push(valueRequired(`${path}.items`, 'must be specified'))
  }
  if (node.items) yield* invariants(node.items, 'item', `${path}.items`, found)
  for (const [name, one] of node.properties) {
    yield* invariants(one, 'field', `${path}.properties[${name}]`, found)
  }
  if (node.additional !== undefined) {
    const inner = `${path}.additionalProperties`
    if (level === 'root') causes.push(valueForbidden(inner, 'must not be used at the root'))
    if (typeof node.additional === 'object') {
      yield* invariants(node.additional, 'field', inner, found)
    }
    if (node.isEmbedded) {
      const because = 'must not be used if x-kubernetes-embedded-resource is set'
      causes.push(valueForbidden(inner, because))
    }
  }
  extensionCauses(node, path, causes)
  const choice = isSameJson(node.written.anyOf, eitherType)
  const first = isSameJson(node.allOf[0]?.written.anyOf, eitherType)
  yield* valueCauses(node, { path, skips: choice ? 'anyOf' : first ? 'allOf' : 'nothing' }, found)
  typeCauses(node, level, path, causes)
  envelopeCauses(node, level, path, causes)
}

const eitherType = [{ type: 'integer' }, { type: 'string' }]

function extensionCauses(node: SchemaNode, path: string, causes: StatusCause[]): void {
  if (!node.isIntOrString) return
  const because = 'must be false if x-kubernetes-int-or-string is true'
  const marks = {
    'x-kubernetes-preserve-unknown-fields': node.preservesUnknown,
    'x-kubernetes-embedded-resource': node.isEmbedded,
  }
  for (const [name, isSet] of Object.entries(marks)) {
    if (isSet) causes.push(valueInvalid(`${path}.${name}`, true, because))
  }
}

function typeCauses(node: SchemaNode, level: Level, path: string, causes: StatusCause[]): void {
  const { type, isEmbedded, isIntOrString, preservesUnknown } = node
  const field = `${path}.type`
  if (isEmbedded && type !== 'object') {
    const because = 'must be object if x-kubernetes-embedded-resource is true'
    causes.push(type === '' ? valueRequired(field, because) : valueInvalid(field, type, because))
  } else if (type === '' && !isIntOrString && !preservesUnknown) {
    causes.push(valueRequired(field, notEmpty[level]))
  }
  if (level === 'root' && type !== '' && type !== 'object') {
    causes.push(valueInvalid(field, type, 'must be object at the root'))
  }
}

function envelopeCauses(node: SchemaNode, level: Level, path: string, causes: StatusCause[]): void {
  const isChecked = level === 'root' || node.isEmbedded
  for (const name of ['kind', 'apiVersion']) {
    const own = isChecked ? node.properties.get(name) : undefined
    if (!own || own.type === 'string') continue
    causes.push(valueInvalid(`${path}.properties[${name}].type`, own.type, 'must be string'))
  }
  const metadata = node.properties.get('metadata')
  const field = `${path}.properties[metadata]`
  if (metadata && isChecked && metadata.type !== 'object') {
    causes.push(valueInvalid(`${field}.type`, metadata.type, 'must be object'))
  }
  if (metadata && level === 'root' && !isPlainMetadata(metadata)) {
    const because =
      'must not specify anything other than name and generateName, but metadata is implicitly specified'
    causes.push(valueForbidden(field, because))
  }
  if (node.isEmbedded && !node.preservesUnknown && node.properties.size === 0) {
    const because =
      'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields'
    causes.push(valueRequired(`${path}.properties`, because))
  }
}

function isPlainMetadata({ written, properties }: SchemaNode): boolean {
  const names = [...properties.keys()]
  const { type: _type, default: _default, properties: _names, ...others } = written
  return (
    names.every(name => name === 'name' || name === 'generateName') &&
    Object.keys(others).length === 0
  )
}

type Values = { readonly path: string; readonly skips: 'anyOf' | 'allOf' | 'nothing' }

function* valueCauses(
  node: SchemaNode,
  { path, skips }: Values,
  found: Found,
): ResumableTask<void> {
  const nested = (one: SchemaNode, below: string, skipped: Values['skips'] = 'nothing') =>
    nestedCauses(one, { path: `${path}.${below}`, skips: skipped }, found)
  if (skips !== 'anyOf') {
    for (const [index, one] of node.anyOf.entries()) yield* nested(one, `anyOf[${index}]`)
  }
  for (const [index, one] of node.allOf.entries()) {
    const skipped = skips === 'allOf' && index === 0 ? 'anyOf' : 'nothing'
    yield* nested(one, `allOf[${index}]`, skipped)
  }
  for (const [index, one] of node.oneOf.entries()) yield* nested(one, `oneOf[${index}]`)
  if (node.not) yield* nested(node.not, 'not')
  const fault = node.pattern === '' ? undefined : regexFault(node.pattern)
  if (fault === undefined) return
  const because = `must be a valid regular expression, but isn't: ${fault}`
  found.causes.push(valueInvalid(`${path}.pattern`, node.pattern, because))
}

/** Keywords that are not allowed in junctors, and how messages name their absence. */
const forbidden: readonly [member: string, absence: string][] = [
  ['type', 'empty'],
  ['default', 'undefined'],
  ['title', 'empty'],
  ['description', 'empty'],
  ['nullable', 'false'],
  ['x-kubernetes-preserve-unknown-fields', 'false'],
  ['x-kubernetes-embedded-resource', 'false'],
  ['x-kubernetes-int-or-string', 'false'],
  ['x-kubernetes-list-map-keys', 'empty'],
  ['x-kubernetes-list-type', 'undefined'],
  ['x-kubernetes-map-type', 'undefined'],
  ['x-kubernetes-validations', 'empty'],
]

function* nestedCauses(node: SchemaNode, values: Values, found: Found): ResumableTask<void> {
  const { path } = values
  const { causes, work } = found
  if (work.spendAndCheck(1)) yield
  yield* valueCauses(node, values, found)
  if (node.items)
    yield* nestedCauses(node.items, { path: `${path}.items`, skips: 'nothing' }, found)
  for (const [name, one] of node.properties) {
    yield* nestedCauses(one, { path: `${path}.properties[${name}]`, skips: 'nothing' }, found)
  }
  if (node.additional !== undefined && node.additional !== false) {
    const because = 'must be undefined to be structural'
    causes.push(valueForbidden(`${path}.additionalProperties`, because))
  }
  for (const [member, absence] of forbidden) {
    if (!isSaid(node.written[member])) continue
    causes.push(valueForbidden(`${path}.${member}`, `must be ${absence} to be structural`))
  }
  if (node.properties.has('metadata')) {
    const because = 'must not be specified in a nested context'
    causes.push(valueForbidden(`${path}.properties[metadata]`, because))
  }
}

const isSaid = (value: unknown): boolean =>
  (value ?? '') !== '' && value !== false && !(Array.isArray(value) && value.length === 0)
