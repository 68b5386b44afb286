import { valueInvalid, type StatusCause } from '../api/status-causes.ts'
import { isSameJson } from '../api/same-json.ts'
import { type SchemaCheck, customCauses } from './custom-causes.ts'
import { embeddedCauses } from './embedded-objects.ts'
import type { SchemaNode } from './schema-node.ts'
import { pruneCustom } from './prune-custom.ts'
import {
  runToEnd,
  type StepCounter,
  type ResumableTask,
  type ComputeBudget,
  computeBudget,
} from './compute-budget.ts'

/** Returns the causes for invalid defaults in a schema. Each default must be valid at its place. */
export function* defaultCauses(
  root: SchemaNode,
  path: string,
  outer: StepCounter,
): ResumableTask<readonly StatusCause[]> {
  const work = computeBudget(stepsMax, Number.POSITIVE_INFINITY)
  const found: Found = { causes: [], work, outer }
  yield* visit({ ...root, isEmbedded: true }, path, 'object', found)
  return found.causes
}

// Some milliseconds for all defaults together. Each default is checked without a pause.
const stepsMax = 20_000

type Found = {
  readonly causes: StatusCause[]
  readonly work: ComputeBudget
  readonly outer: StepCounter
}

/**
 * Whether a place is part of the envelope of an object, which the schema does not fully describe.
 */
type Around = 'object' | 'envelope'

const envelope = new Set(['apiVersion', 'kind', 'metadata'])

// Another rule forbids defaults below additional properties where it matters.
function* visit(node: SchemaNode, path: string, around: Around, found: Found): ResumableTask<void> {
  const { causes, work, outer } = found
  if (outer.spendAndCheck(node.defaultHolder ? 10 : 1)) yield
  if (node.defaultHolder) {
    const checked = { value: node.defaultHolder.value, node }
    for (const cause of ownCauses(checked, `${path}.default`, around, work)) causes.push(cause)
  }
  if (node.items) yield* visit(node.items, `${path}.items`, around, found)
  for (const [name, one] of node.properties) {
    const inner = node.isEmbedded && envelope.has(name) ? 'envelope' : around
    yield* visit(one, `${path}.properties[${name}]`, one.isEmbedded ? 'object' : inner, found)
  }
}

function* ownCauses(
  { value, node }: SchemaCheck,
  path: string,
  around: Around,
  work: ComputeBudget,
): Iterable<StatusCause> {
  const { value: pruned } = pruneCustom(value, node, node.isEmbedded ? 'resource' : 'value')
  if (around === 'object' && !isSameJson(pruned, value))
    yield valueInvalid(path, value, 'must not have unknown fields')
  const within = (cause: StatusCause) => ({
    ...cause,
    field: cause.field === '<nil>' ? path : join(path, cause.field),
  })
  const ofEnvelope = embeddedCauses(value, node).map(within)
  yield* ofEnvelope
  if (ofEnvelope.length === 0) yield* runToEnd(customCauses({ value, node }, work)).map(within)
}

const join = (path: string, field: string): string =>
  field.startsWith('[') ? `${path}${field}` : `${path}.${field}`
