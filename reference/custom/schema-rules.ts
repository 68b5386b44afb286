// What the schema of a version must be: one that a server can follow (structural), whose defaults
// are sound, and that says nothing that nobody heeds.

import { valueForbidden, valueInvalid } from '../api/causes.ts'
import type { JsonObject } from '../api/object.ts'
import type { Cause } from '../api/resource.ts'
import { defaultCauses } from './default-rules.ts'
import { expressionCauses } from './expression-rules.ts'
import { type Node, nodeOf } from './node.ts'
import { nodeCauses } from './node-rules.ts'
import { isTooLarge, unknownShapes } from './schema-limits.ts'
import { structuralCauses } from './structural-rules.ts'

type Place = { readonly path: string; readonly hasStatus: boolean }

/** What is wrong with a schema. */
export function schemaCauses(written: JsonObject, { path, hasStatus }: Place): readonly Cause[] {
  const large = isTooLarge(written)
  if (large !== undefined) return [valueInvalid(path, '', large)]
  const root = nodeOf(written)
  const causes = hasStatus ? [...rootCauses(written, path)] : []
  if (root.isNullable) {
    causes.push(valueForbidden(`${path}.nullable`, 'nullable cannot be true at the root'))
  }
  const unsupported = unknownShapes(written)
  if (unsupported === undefined) causes.push(...formCauses(root, path))
  const own = [...nodeCauses(root, path)]
  if (causes.length === 0 && own.length === 0 && unsupported !== undefined) {
    return [valueInvalid(path, '', unsupported)]
  }
  // Rules of a schema that is not sound are not understood.
  if (causes.length > 0 || own.length > 0) return [...causes, ...own]
  return expressionCauses(root, path)
}

/** Defaults are judged by a schema that is sound itself. */
function formCauses(root: Node, path: string): readonly Cause[] {
  const structural = structuralCauses(root, path)
  return structural.length > 0 ? structural : defaultCauses(root, path)
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

/** The schema of a status is taken out of the whole, so that what else the root says is lost. */
function* rootCauses(written: JsonObject, path: string): Iterable<Cause> {
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

/** `x-kubernetes-validations` is `XValidations` in the words of those who wrote the message. */
const fieldNamed = (name: string): string =>
  name
    .replace(/^x-kubernetes-/, 'x-')
    .split('-')
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
