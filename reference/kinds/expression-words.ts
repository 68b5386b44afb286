// What genuine servers have in expressions and our compiler does not: such an expression is not
// judged, rather than refused although it is right.

import { partsOf } from './expression-parts.ts'
import type { Expression } from '../cel/syntax.ts'

/** Functions, members and the first words of functions. */
const words: ReadonlySet<string> = new Set(
  (
    'sets lists strings optional semver isSemver format ' +
    'quote reverse slice flatten sort sortBy distinct ' +
    'first last validate named containsIP containsCIDR masked ' +
    'isUnspecified isLoopback isGlobalUnicast isLinkLocalMulticast isLinkLocalUnicast getQuery major ' +
    'minor patch transformList transformMap transformMapEntry'
  ).split(' '),
)

const loops: ReadonlySet<string> = new Set(['all', 'exists', 'existsOne', 'exists_one'])

/** The first thing in an expression that we know of without knowing what it does. */
export function beyond(expression: Expression): string | undefined {
  const { is } = expression
  if (is === 'name' && words.has(expression.name)) return expression.name
  if (is === 'call' && words.has(expression.name)) return expression.name
  if (is === 'call' && loops.has(expression.name) && expression.with.length > 2) {
    return `${expression.name} with two variables`
  }
  for (const part of partsOf(expression)) {
    const found = beyond(part)
    if (found !== undefined) return found
  }
  return undefined
}
