import { isJsonObject } from '../api/object.ts'

/**
 * Formats a label selector, or a map of labels, as a query text, sorted by key. Returns '' if there
 * is nothing that the text can express.
 */
export function selectorText(selector: unknown): string {
  if (!isJsonObject(selector)) return ''
  const { matchLabels, matchExpressions } = selector
  const isPlain = matchLabels === undefined && matchExpressions === undefined
  const labels = isPlain ? selector : isJsonObject(matchLabels) ? matchLabels : {}
  const others = Array.isArray(matchExpressions) ? matchExpressions.filter(isJsonObject) : []
  const terms = [
    ...Object.entries(labels).map(([key, value]) => ({ key, text: `${key}=${String(value)}` })),
    ...others.map(term => ({ key: String(term.key), text: termOf(term) })),
  ]
  return terms
    .sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))
    .map(({ text }) => text)
    .join(',')
}

function termOf({ key, operator, values }: { [member: string]: unknown }): string {
  const list = Array.isArray(values) ? `(${values.map(String).sort().join(',')})` : '()'
  if (operator === 'Exists') return String(key)
  if (operator === 'DoesNotExist') return `!${String(key)}`
  return `${String(key)} ${operator === 'NotIn' ? 'notin' : 'in'} ${list}`
}
