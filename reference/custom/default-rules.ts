import { valueInvalid } from '../api/causes.ts'
import type { Cause } from '../api/resource.ts'
import { isSameJson } from '../api/same-json.ts'
import { type Checked, customCauses } from './check.ts'
import { embeddedCauses } from './embedded.ts'
import type { Node } from './node.ts'
import { pruneCustom } from './prune-custom.ts'
import { atOnce, type Work, workOf } from './work.ts'

/** What is wrong with the defaults of a schema: each must be what the schema asks for there. */
export function defaultCauses(root: Node, path: string): readonly Cause[] {
  const found: Found = { causes: [], work: workOf(stepsMax, Number.POSITIVE_INFINITY) }
  look({ ...root, isEmbedded: true }, path, 'object', found)
  return found.causes
}

// Some milliseconds for all defaults together, which are judged in one go.
const stepsMax = 20_000

type Found = { readonly causes: Cause[]; readonly work: Work }

/** Whether a place is part of the envelope of an object: of that the schema does not say all. */
type Around = 'object' | 'envelope'

const envelope = new Set(['apiVersion', 'kind', 'metadata'])

// What follows additional properties is forbidden to have defaults where that matters.
function look(node: Node, path: string, around: Around, found: Found): void {
  if (node.standIn) {
    const checked = { value: node.standIn.value, node }
    found.causes.push(...ownCauses(checked, `${path}.default`, around, found.work))
  }
  if (node.items) look(node.items, `${path}.items`, around, found)
  for (const [name, one] of node.properties) {
    const inner = node.isEmbedded && envelope.has(name) ? 'envelope' : around
    look(one, `${path}.properties[${name}]`, one.isEmbedded ? 'object' : inner, found)
  }
}

function* ownCauses(
  { value, node }: Checked,
  path: string,
  around: Around,
  work: Work,
): Iterable<Cause> {
  const { value: pruned } = pruneCustom(value, node, node.isEmbedded ? 'resource' : 'value')
  if (around === 'object' && !isSameJson(pruned, value))
    yield valueInvalid(path, value, 'must not have unknown fields')
  const within = (cause: Cause) => ({
    ...cause,
    field: cause.field === '<nil>' ? path : join(path, cause.field),
  })
  const ofEnvelope = embeddedCauses(value, node).map(within)
  yield* ofEnvelope
  if (ofEnvelope.length === 0) yield* atOnce(customCauses({ value, node }, work)).map(within)
}

const join = (path: string, field: string): string =>
  field.startsWith('[') ? `${path}${field}` : `${path}.${field}`
