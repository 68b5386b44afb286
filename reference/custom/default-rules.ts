import { valueInvalid } from '../api/causes.ts'
import type { Cause } from '../api/resource.ts'
import { isSameJson } from '../api/same-json.ts'
import { customCauses } from './check.ts'
import { embeddedCauses } from './embedded.ts'
import type { Node } from './node.ts'
import { pruneCustom } from './prune-custom.ts'

/** What is wrong with the defaults of a schema: each must be what the schema asks for there. */
export function defaultCauses(root: Node, path: string): readonly Cause[] {
  const causes: Cause[] = []
  look({ ...root, isEmbedded: true }, path, 'object', causes)
  return causes
}

/** Whether a place is part of the envelope of an object: of that the schema does not say all. */
type Around = 'object' | 'envelope'

const envelope = new Set(['apiVersion', 'kind', 'metadata'])

// What follows additional properties is forbidden to have defaults where that matters.
function look(node: Node, path: string, around: Around, causes: Cause[]): void {
  if (node.standIn) causes.push(...ownCauses(node.standIn.value, node, `${path}.default`, around))
  if (node.items) look(node.items, `${path}.items`, around, causes)
  for (const [name, one] of node.properties) {
    const inner = node.isEmbedded && envelope.has(name) ? 'envelope' : around
    look(one, `${path}.properties[${name}]`, one.isEmbedded ? 'object' : inner, causes)
  }
}

function* ownCauses(value: unknown, node: Node, path: string, around: Around): Iterable<Cause> {
  const { value: pruned } = pruneCustom(value, node, node.isEmbedded ? 'resource' : 'value')
  if (around === 'object' && !isSameJson(pruned, value))
    yield valueInvalid(path, value, 'must not have unknown fields')
  const within = (cause: Cause) => ({
    ...cause,
    field: cause.field === '<nil>' ? path : join(path, cause.field),
  })
  const ofEnvelope = embeddedCauses(value, node).map(within)
  yield* ofEnvelope
  if (ofEnvelope.length === 0) yield* customCauses({ value, node }).map(within)
}

const join = (path: string, field: string): string =>
  field.startsWith('[') ? `${path}${field}` : `${path}.${field}`
