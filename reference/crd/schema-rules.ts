// Validates the schema of a version: it must be structural, have valid defaults, and contain no
// keyword that is ignored.

import { valueForbidden, valueInvalid, type StatusCause } from '../api/status-causes.ts'
import type { JsonObject } from '../api/object.ts'
import { defaultCauses } from './default-rules.ts'
import { expressionCauses } from './expression-rules.ts'
import { type SchemaNode, readSchemaNode } from './schema-node.ts'
import { nodeCauses } from './node-rules.ts'
import { schemaSizeFault, nonStructuralFault } from './schema-limits.ts'
import { structuralCauses } from './structural-rules.ts'
import type { StepCounter, ResumableTask } from './compute-budget.ts'

type Place = { readonly path: string; readonly hasStatus: boolean }

/** Returns the causes of a schema. */
export function* definitionSchemaCauses(
  written: JsonObject,
  { path, hasStatus }: Place,
  work: StepCounter,
): ResumableTask<readonly StatusCause[]> {
  const large = yield* schemaSizeFault(written, work)
  if (large !== undefined) return [valueInvalid(path, '', large)]
  const root = yield* readSchemaNode(written, work)
  const causes = hasStatus ? [...rootCauses(written, path)] : []
  if (root.isNullable) {
    causes.push(valueForbidden(`${path}.nullable`, 'nullable cannot be true at the root'))
  }
  const unsupported = yield* nonStructuralFault(written, work)
  const ofForm = unsupported === undefined ? yield* formCauses(root, path, work) : []
  for (const cause of ofForm) causes.push(cause)
  const own = yield* nodeCauses(root, path, work)
  if (causes.length === 0 && own.length === 0 && unsupported !== undefined) {
    return [valueInvalid(path, '', unsupported)]
  }
  // The rules of an invalid schema cannot be compiled.
  if (causes.length > 0 || own.length > 0) return [...causes, ...own]
  return yield* expressionCauses(root, path, work)
}

/** Defaults are checked only against a valid schema. */
function* formCauses(
  root: SchemaNode,
  path: string,
  work: StepCounter,
): ResumableTask<readonly StatusCause[]> {
  const structural = yield* structuralCauses(root, path, work)
  return structural.length > 0 ? structural : yield* defaultCauses(root, path, work)
}

const allowedAtRoot = [
  'Description',
  'Type',
  'Format',
  'Title',
  'Maximum',
  'ExclusiveMaximum',
  'Minimum',
  'ExclusiveMinimum',
  'MaxLength',
  'MinLength',
  'Pattern',
  'MaxItems',
  'MinItems',
  'UniqueItems',
  'MultipleOf',
  'Required',
  'Items',
  'Properties',
  'ExternalDocs',
  'Example',
  'XPreserveUnknownFields',
  'XValidations',
]

/**
 * Only the status part of the schema is used for the status subresource, so other keywords of the
 * root would be ignored.
 */
function* rootCauses(written: JsonObject, path: string): Iterable<StatusCause> {
  if (written.type !== 'object') {
    const because =
      'only "object" is allowed as the type at the root of the schema if the status subresource is enabled'
    return yield valueInvalid(`${path}.type`, written.type ?? '', because)
  }
  const given = Object.keys(written).filter(name => isSaid(written[name]))
  if (given.every(name => allowedAtRoot.includes(fieldNamed(name)))) return
  const because = `only [${allowedAtRoot.join(' ')}] fields are allowed at the root of the schema if the status subresource is enabled`
  yield valueInvalid(path, written, because)
}

const isSaid = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== false && value !== '' && value !== 0

/** Messages use the Go field name `XValidations` for `x-kubernetes-validations`. */
const fieldNamed = (name: string): string =>
  name
    .replace(/^x-kubernetes-/, 'x-')
    .split('-')
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
