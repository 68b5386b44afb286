import { isJsonObject } from './object.ts'

/**
 * A label selector, or a map of labels, as the text of a query; '' when it selects nothing that can
 * be said so.
 */
export function selectorText(selector: unknown): string {
  if (!isJsonObject(selector)) return ''
  const { matchLabels, matchExpressions } = selector
  const isPlain = matchLabels === undefined && matchExpressions === undefined
  const labels = isPlain ? selector : isJsonObject(matchLabels) ? matchLabels : {}
  const terms = Object.entries(labels).map(([key, value]) => `${key}=${String(value)}`)
  const others = Array.isArray(matchExpressions) ? matchExpressions.filter(isJsonObject) : []
  return [...terms.sort(), ...others.map(termOf)].join(',')
}

function termOf({ key, operator, values }: { [member: string]: unknown }): string {
  const list = Array.isArray(values) ? `(${values.map(String).sort().join(',')})` : '()'
  if (operator === 'Exists') return String(key)
  if (operator === 'DoesNotExist') return `!${String(key)}`
  return `${String(key)} ${operator === 'NotIn' ? 'notin' : 'in'} ${list}`
}
