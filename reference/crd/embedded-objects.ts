// Validates objects embedded in custom objects, which have envelopes of their type.

import { valueInvalid, valueRequired, type StatusCause } from '../api/status-causes.ts'
import { annotationCauses, dns1035Label, finalizerCauses, labelCauses } from '../api/name-rules.ts'
import { isJsonObject, type JsonObject, type Metadata } from '../api/object.ts'
import type { Schema } from '../api/schema.ts'
import { schemaPathText, type PathTrail } from '../types/schemas/path-trail.ts'
import { prune } from '../types/schemas/prune.ts'
import { typeFault } from '../types/schemas/type-fault.ts'
import { memberSchemaNode, type SchemaNode, someSchemaNode } from './schema-node.ts'

/** Returns the causes of the envelopes of embedded objects. */
export function embeddedCauses(value: unknown, node: SchemaNode): readonly StatusCause[] {
  const causes: StatusCause[] = []
  visit({ value, node }, [], (object, trail) => causes.push(...envelopeCauses(object, trail)))
  return causes
}

type Placed = { readonly value: unknown; readonly node: SchemaNode }

function visit(
  { value, node }: Placed,
  trail: PathTrail,
  see: (object: JsonObject, trail: PathTrail) => void,
): void {
  if (!embeds(node)) return
  const below = (part: string | number, inner: unknown, own: SchemaNode | undefined) => {
    if (!own) return
    trail.push(part)
    visit({ value: inner, node: own }, trail, see)
    trail.pop()
  }
  if (Array.isArray(value)) value.forEach((item, index) => below(index, item, node.items))
  else if (isJsonObject(value)) {
    if (node.isEmbedded) see(value, trail)
    for (const name of Object.keys(value)) below(name, value[name], memberSchemaNode(node, name))
  }
}

function envelopeCauses(object: JsonObject, trail: PathTrail): StatusCause[] {
  const pathOf = (name: string) => schemaPathText([...trail, name])
  const causes: StatusCause[] = []
  for (const name of ['apiVersion', 'kind']) {
    const value = object[name]
    if (value === undefined) causes.push(valueRequired(pathOf(name)))
    else if (typeof value !== 'string') {
      causes.push(valueInvalid(pathOf(name), value, 'must be a string'))
    } else if (value === '') causes.push(valueInvalid(pathOf(name), value, 'must not be empty'))
  }
  const { kind, apiVersion, metadata } = object
  if (typeof kind === 'string' && kind !== '') {
    const faults = dns1035Label(kind.toLowerCase(), 'name')
    const because = `may have mixed case, but should otherwise match: ${faults.join(',')}`
    if (faults.length > 0) causes.push(valueInvalid(pathOf('kind'), kind, because))
  }
  if (typeof apiVersion === 'string' && apiVersion.split('/').length > 2) {
    const because = `unexpected GroupVersion string: ${apiVersion}`
    causes.push(valueInvalid(pathOf('apiVersion'), apiVersion, because))
  }
  if (isJsonObject(metadata)) causes.push(...metadataCauses(metadata, pathOf('metadata')))
  return causes
}

function metadataCauses(metadata: Metadata, path: string): StatusCause[] {
  const { labels = {}, annotations = {}, finalizers = [] } = metadata
  const found = [
    ...labelCauses(labels),
    ...annotationCauses(annotations),
    ...finalizerCauses(finalizers),
  ]
  return found.map(cause => ({ ...cause, field: cause.field.replace(/^metadata/, path) }))
}

/**
 * Returns the value with the metadata of its embedded objects coerced to the schema of metadata
 * (`schema`), and the path and fault of malformed metadata, if any.
 */
export function coerceEmbedded(value: unknown, node: SchemaNode, schema: Schema) {
  const unknown: string[] = []
  let fault: { path: string; because: string } | undefined
  const coerce = (placed: Placed, trail: PathTrail): unknown => {
    const { value: given, node: own } = placed
    if (!embeds(own)) return given
    const below = (part: string | number, inner: unknown, innerNode: SchemaNode | undefined) => {
      if (!innerNode) return inner
      trail.push(part)
      const after = coerce({ value: inner, node: innerNode }, trail)
      trail.pop()
      return after
    }
    if (Array.isArray(given)) return given.map((item, index) => below(index, item, own.items))
    if (!isJsonObject(given)) return given
    const next = Object.fromEntries(
      Object.keys(given).map(name => [name, below(name, given[name], memberSchemaNode(own, name))]),
    )
    if (!own.isEmbedded || !Object.hasOwn(given, 'metadata')) return next
    const path = schemaPathText([...trail, 'metadata'])
    const because = typeFault(given.metadata, schema)
    if (because !== undefined) fault ??= { path, because }
    const pruned = prune(given.metadata, schema)
    unknown.push(...pruned.unknown.map(one => `${path}.${one}`))
    return { ...next, metadata: pruned.value }
  }
  return { value: coerce({ value, node }, []), unknown, fault }
}

/** Whether a value of the schema can contain embedded objects. */
const embeds = someSchemaNode(node => node.isEmbedded)
