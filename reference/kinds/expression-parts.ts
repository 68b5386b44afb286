import type { Expression } from '../cel/syntax.ts'

/** The expressions right below one. */
export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.is) {
    case 'select':
      return [expression.of]
    case 'index':
      return [expression.of, expression.by]
    case 'call':
      return [...(expression.of ? [expression.of] : []), ...expression.with]
    case 'list':
      return expression.items
    case 'map':
      return expression.entries.flat()
    default:
      return []
  }
}
