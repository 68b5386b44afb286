// Resolves paths from a place in a schema to a field: `.spec.replicas`, `.names['a.b']`.

import type { SchemaNode } from './schema-node.ts'

type Found =
  | { readonly steps: readonly string[]; readonly node: SchemaNode }
  | { readonly fault: string }

/** Returns the field that a path names in a schema, or why there is none. */
export function resolveFieldPath(
  path: string,
  root: SchemaNode,
  as: 'any' | 'members only',
): Found {
  const steps = stepsIn(path, as)
  if (typeof steps === 'string') return { fault: steps }
  let node = root
  for (const step of steps) {
    const next = node.properties.get(step) ?? additionalOf(node)
    if (!next) return { fault: `does not refer to a valid field` }
    node = next
  }
  return { steps, node }
}

const additionalOf = ({ additional }: SchemaNode): SchemaNode | undefined =>
  typeof additional === 'object' ? additional : undefined

function stepsIn(path: string, as: 'any' | 'members only'): readonly string[] | string {
  if (!/^[.[]/.test(path)) {
    return `expected [ or . but got: ${/^[^.[]*/.exec(path)?.[0] ?? ''}`
  }
  const steps: string[] = []
  const step = /\.([a-zA-Z_$][\w$-]*)|\['((?:[^'\\]|\\.)*)'\]|\[(\d+)\]/y
  let offset = 0
  while (offset < path.length) {
    step.lastIndex = offset
    const found = step.exec(path)
    if (!found) return `unexpected character at ${offset}`
    offset = step.lastIndex
    const [, name, quoted, index] = found
    if (name === undefined && as === 'members only') return 'array notation is not allowed'
    if (index !== undefined) return 'does not refer to a field'
    steps.push(name ?? (quoted ?? '').replaceAll(/\\(.)/g, '$1'))
  }
  return steps
}
