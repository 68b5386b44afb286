import type { Labels } from './label-selector.ts'
import { isJsonObject, type JsonObject } from '../api/object.ts'

/**
 * Whether a label selector in an object matches labels. An empty selector matches everything, and
 * an absent one nothing.
 */
export function matchesLabels(selector: unknown, labels: Labels = {}): boolean {
  if (!isJsonObject(selector)) return false
  const { matchLabels, matchExpressions } = selector
  const expressions = Array.isArray(matchExpressions) ? matchExpressions.filter(isJsonObject) : []
  return (
    Object.entries(isJsonObject(matchLabels) ? matchLabels : {}).every(
      ([key, value]) => Object.hasOwn(labels, key) && labels[key] === value,
    ) && expressions.every(expression => holds(expression, labels))
  )
}

function holds({ key, operator, values }: JsonObject, labels: Labels): boolean {
  const value = Object.hasOwn(labels, String(key)) ? labels[String(key)] : undefined
  const isNamed = Array.isArray(values) && value !== undefined && values.includes(value)
  switch (operator) {
    case 'In':
      return isNamed
    case 'NotIn':
      return !isNamed
    case 'Exists':
      return value !== undefined
    case 'DoesNotExist':
      return value === undefined
    default:
      return false
  }
}
