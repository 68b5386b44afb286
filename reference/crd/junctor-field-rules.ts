import { valueRequired, type StatusCause } from '../api/status-causes.ts'
import type { SchemaNode } from './schema-node.ts'
import type { StepCounter, ResumableTask } from './compute-budget.ts'

type Found = { readonly causes: StatusCause[]; readonly work: StepCounter }

/** Reports fields that occur in junctors but not in the schema itself. */
export const junctorFieldCauses = (
  root: SchemaNode,
  path: string,
  found: Found,
): ResumableTask<void> => inJunctors(root, { node: root, path }, path, found)

/** The node to which a part of a junctor refers. Undefined if the schema has none. */
type Meant = { readonly node: SchemaNode | undefined; readonly path: string }

function* inJunctors(
  said: SchemaNode,
  meant: Meant,
  path: string,
  found: Found,
): ResumableTask<void> {
  if (said.not) yield* nested(said.not, meant, `${path}.not`, found)
  for (const junctor of ['allOf', 'anyOf', 'oneOf'] as const) {
    for (const [index, one] of said[junctor].entries()) {
      yield* nested(one, meant, `${path}.${junctor}[${index}]`, found)
    }
  }
}

function* nested(said: SchemaNode, meant: Meant, path: string, found: Found): ResumableTask<void> {
  const { node, path: place } = meant
  const { causes, work } = found
  if (work.spendAndCheck(1)) yield
  if (!node) return void causes.push(valueRequired(place, `because it is defined in ${path}`))
  yield* inJunctors(said, meant, path, found)
  if (said.items) {
    const items = { node: node.items, path: `${place}.items` }
    yield* nested(said.items, items, `${path}.items`, found)
  }
  for (const [name, one] of said.properties) {
    const part = `properties[${name}]`
    const own = node.properties.get(name)
    yield* nested(one, { node: own, path: `${place}.${part}` }, `${path}.${part}`, found)
  }
}
