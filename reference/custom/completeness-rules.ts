import { valueRequired } from '../api/causes.ts'
import type { Cause } from '../api/resource.ts'
import type { Node } from './node.ts'

/** The fields that junctors speak of and the schema itself does not. */
export function completenessCauses(root: Node, path: string): readonly Cause[] {
  const causes: Cause[] = []
  inJunctors(root, { node: root, path }, path, causes)
  return causes
}

/** What a junctor's part is about; no node where the schema has none. */
type Meant = { readonly node: Node | undefined; readonly path: string }

function inJunctors(said: Node, meant: Meant, path: string, causes: Cause[]): void {
  if (said.not) nested(said.not, meant, `${path}.not`, causes)
  for (const junctor of ['allOf', 'anyOf', 'oneOf'] as const) {
    said[junctor].forEach((one, index) =>
      nested(one, meant, `${path}.${junctor}[${index}]`, causes),
    )
  }
}

function nested(said: Node, { node, path: place }: Meant, path: string, causes: Cause[]): void {
  if (!node) return void causes.push(valueRequired(place, `because it is defined in ${path}`))
  inJunctors(said, { node, path: place }, path, causes)
  if (said.items) {
    nested(said.items, { node: node.items, path: `${place}.items` }, `${path}.items`, causes)
  }
  for (const [name, one] of said.properties) {
    const part = `properties[${name}]`
    const own = node.properties.get(name)
    nested(one, { node: own, path: `${place}.${part}` }, `${path}.${part}`, causes)
  }
}
