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
  look(root, path, causes)
  return causes
}

// What follows additional properties is forbidden to have defaults where that matters.
function look(node: Node, path: string, causes: Cause[]): void {
  if (node.standIn) causes.push(...ownCauses(node.standIn.value, node, `${path}.default`))
  if (node.items) look(node.items, `${path}.items`, causes)
  for (const [name, one] of node.properties) look(one, `${path}.properties[${name}]`, causes)
}

function* ownCauses(value: unknown, node: Node, path: string): Iterable<Cause> {
  const { value: pruned } = pruneCustom(value, node, node.isEmbedded ? 'resource' : 'value')
  if (!isSameJson(pruned, value)) yield valueInvalid(path, value, 'must not have unknown fields')
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
