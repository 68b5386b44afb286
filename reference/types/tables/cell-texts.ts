// Formats lists and maps for cells.

import { isJsonObject, type JsonObject } from '../../api/object.ts'
import { selectorText } from '../../selectors/selector-text.ts'
import { valueAtMembers } from './column.ts'
import type { CellFunction } from '../../api/column.ts'

/** The number of list items that a cell shows. */
export const listItemsMax = 3

/**
 * Joins the first items and appends how many more there are. `count` is the total when `items` is
 * not complete.
 */
export function firstItemsText(
  items: readonly string[],
  { max = listItemsMax, separator = ',', count = items.length } = {},
): string {
  const shown = items.slice(0, max).join(separator)
  return count > max ? `${shown} + ${count - max} more...` : shown
}

/** Returns the distinct texts in character order. */
export const sortedUnique = (items: Iterable<string>): string[] => [...new Set(items)].sort()

/** Returns the strings in a list, or an empty list for any other value. */
export const stringsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter(item => typeof item === 'string') : []

/** Formats a text or a number. Other values give an empty text. */
export const scalarText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
    ? String(value)
    : ''

/** Formats a map of labels as `a=1,b=2`. */
export function labelsText(labels: unknown): string {
  if (!isJsonObject(labels)) return '<none>'
  const terms = Object.entries(labels).map(([key, value]) => `${key}=${scalarText(value)}`)
  return terms.sort().join(',') || '<none>'
}

/** Returns the cell function for a map of labels at a path. */
export function labelsAt(path: string): CellFunction {
  const members = path.split('.')
  return object => labelsText(valueAtMembers(object, members))
}

/** Returns the cell function for a label selector at a path. An empty selector gives `absent`. */
export function selectorAt(path: string, absent = '<none>'): CellFunction {
  const members = path.split('.')
  return object => {
    const selector = valueAtMembers(object, members)
    // Without these members, an empty selector would be read as a map of labels.
    const { matchLabels = {}, matchExpressions = [] } = isJsonObject(selector) ? selector : {}
    return selectorText({ matchLabels, matchExpressions }) || absent
  }
}

/**
 * Returns the status of a condition (`True`, `False`, `Unknown`), or undefined if it is not set.
 */
export const conditionStatusOf = (conditions: readonly JsonObject[], type: string): unknown =>
  conditions.find(condition => condition.type === type)?.status
