// Rules that apply to every node of a schema.

import {
  valueForbidden,
  valueInvalid,
  valueNotSupported,
  valueRequired,
  type StatusCause,
} from '../api/status-causes.ts'
import { type JsonObject, objectIn } from '../api/object.ts'
import { listCauses } from './list-rules.ts'
import { type SchemaNode, readSchemaNode } from './schema-node.ts'
import type { StepCounter, ResumableTask } from './compute-budget.ts'
import { ruleFormCauses } from './rule-form.ts'

const types = ['array', 'boolean', 'integer', 'number', 'object', 'string']

/** Why a default is not allowed at a place, and whether the place is the envelope of an object. */
type Around = {
  readonly noDefault?: string
  readonly isEnvelope: boolean
  readonly isRoot?: boolean
}

/** Returns the causes of the nodes of a schema, each judged separately. */
export function* nodeCauses(
  root: SchemaNode,
  path: string,
  work: StepCounter,
): ResumableTask<readonly StatusCause[]> {
  const found: Found = { causes: [], work }
  yield* visit({ node: root, path }, { isEnvelope: false, isRoot: true }, found)
  return found.causes
}

type Found = { readonly causes: StatusCause[]; readonly work: StepCounter }
type Place = { readonly node: SchemaNode; readonly path: string }

function* visit({ node, path }: Place, around: Around, found: Found): ResumableTask<void> {
  if (found.work.spendAndCheck(1)) yield
  const { isRoot = false, ...below } = around
  const add = (causes: Iterable<StatusCause>) => {
    for (const cause of causes) found.causes.push(cause)
  }
  add(ownCauses(node, path, around))
  const additional = `${path}.additionalProperties`
  if (node.additional !== undefined && node.additional !== true && node.properties.size > 0) {
    const because = 'additionalProperties and properties are mutual exclusive'
    add([valueForbidden(additional, because)])
  }
  if (typeof node.additional === 'object') {
    const noDefault = 'inside additionalProperties applying to object metadata'
    const inner = around.isEnvelope ? { ...below, noDefault } : below
    yield* visit({ node: node.additional, path: additional }, inner, found)
  }
  for (const [name, one] of node.properties) {
    const isEnvelope = (isRoot || node.isEmbedded) && envelope.has(name)
    const inner = isEnvelope
      ? { ...below, isEnvelope, ...(isRoot && { noDefault: `in top-level ${name}` }) }
      : below
    yield* visit({ node: one, path: `${path}.properties[${name}]` }, inner, found)
  }
  if (node.not) yield* visit({ node: node.not, path: `${path}.not` }, below, found)
  for (const junctor of ['allOf', 'oneOf', 'anyOf'] as const) {
    for (const [index, one] of node[junctor].entries()) {
      yield* visit({ node: one, path: `${path}.${junctor}[${index}]` }, below, found)
    }
  }
  for (const [name, one] of Object.entries(objectIn(node.written.definitions))) {
    const inner = yield* readSchemaNode(objectIn(one), found.work)
    yield* visit({ node: inner, path: `${path}.definitions[${name}]` }, below, found)
  }
  if (node.items) yield* visit({ node: node.items, path: `${path}.items` }, below, found)
  add(listCauses(node, path))
  add(ruleFormCauses(node, path))
}

const envelope = new Set(['metadata', 'kind', 'apiVersion'])

function* ownCauses(node: SchemaNode, path: string, around: Around): Iterable<StatusCause> {
  const { written, type } = node
  if (type !== '' && type !== 'null' && !types.includes(type)) {
    yield valueNotSupported(`${path}.type`, type, types)
  }
  if (type === 'null') {
    const because = 'type cannot be set to null, use nullable as an alternative'
    yield valueNotSupported(`${path}.type`, type, types)
    yield valueForbidden(`${path}.type`, because)
  }
  if (node.defaultHolder && around.noDefault !== undefined) {
    yield valueForbidden(`${path}.default`, `must not be set ${around.noDefault}`)
  }
  yield* unsupported(written, path)
  if (Array.isArray(written.items) && written.items.length > 0) {
    yield valueForbidden(`${path}.items`, 'items must be a schema object and not an array')
  }
  if (around.isEnvelope && node.isEmbedded) {
    const because = 'must not be used inside of resource meta'
    yield valueForbidden(`${path}.x-kubernetes-embedded-resource`, because)
  }
  if (written.uniqueItems === true) {
    const because =
      'uniqueItems cannot be set to true since the runtime complexity becomes quadratic'
    yield valueForbidden(`${path}.uniqueItems`, because)
  }
  if (written['x-kubernetes-preserve-unknown-fields'] === false) {
    const field = `${path}.x-kubernetes-preserve-unknown-fields`
    yield valueInvalid(field, false, 'must be true or undefined')
  }
  yield* mapCauses(node, path)
}

const never = ['id', 'additionalItems', 'patternProperties', 'definitions', 'dependencies', '$ref']

function* unsupported(written: JsonObject, path: string): Iterable<StatusCause> {
  for (const name of never) {
    const value = written[name]
    if (value === undefined || value === '') continue
    const isEmpty = Object.keys(objectIn(value)).length === 0
    if ((name === 'patternProperties' || name === 'definitions') && isEmpty) continue
    yield valueForbidden(`${path}.${name}`, `${name} is not supported`)
  }
}

function* mapCauses({ mapType, type }: SchemaNode, path: string): Iterable<StatusCause> {
  if (mapType === undefined) return
  const because = 'must be object if x-kubernetes-map-type is specified'
  if (type === '') yield valueRequired(`${path}.type`, because)
  else if (type !== 'object') yield valueInvalid(`${path}.type`, type, because)
  if (mapType !== 'atomic' && mapType !== 'granular') {
    yield valueNotSupported(`${path}.x-kubernetes-map-type`, mapType, ['atomic', 'granular'])
  }
}
