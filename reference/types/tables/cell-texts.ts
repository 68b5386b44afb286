// Lists and maps as texts of cells.

import { isJsonObject, type JsonObject } from '../../api/object.ts'
import { selectorText } from '../../selectors/selector-text.ts'
import { valueAtMembers } from './column.ts'
import type { CellFunction } from '../../api/column.ts'

/** How many items a cell shows of a list. */
export const listItemsMax = 3

/** The first few of many, and how many are left out; `count` where not all of them are given. */
export function firstItemsText(
  items: readonly string[],
  { max = listItemsMax, separator = ',', count = items.length } = {},
): string {
  const shown = items.slice(0, max).join(separator)
  return count > max ? `${shown} + ${count - max} more...` : shown
}

/** Each text once, in the order of their characters. */
export const sortedUnique = (items: Iterable<string>): string[] => [...new Set(items)].sort()

/** The strings in a list; none where there is no list. */
export const stringsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter(item => typeof item === 'string') : []

/** A text, or a number as text; empty for anything else. */
export const scalarText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
    ? String(value)
    : ''

/** A map of labels as `a=1,b=2`. */
export function labelsText(labels: unknown): string {
  if (!isJsonObject(labels)) return '<none>'
  const terms = Object.entries(labels).map(([key, value]) => `${key}=${scalarText(value)}`)
  return terms.sort().join(',') || '<none>'
}

/** The cell of a map of labels at a path. */
export function labelsAt(path: string): CellFunction {
  const members = path.split('.')
  return object => labelsText(valueAtMembers(object, members))
}

/** The cell of a label selector at a path; one that says nothing is `absent`. */
export function selectorAt(path: string, absent = '<none>'): CellFunction {
  const members = path.split('.')
  return object => {
    const selector = valueAtMembers(object, members)
    // An empty selector is told from a map of labels by its members.
    const { matchLabels = {}, matchExpressions = [] } = isJsonObject(selector) ? selector : {}
    return selectorText({ matchLabels, matchExpressions }) || absent
  }
}

/** The value of a condition (`True`, `False`, `Unknown`); undefined where nobody has set it. */
export const conditionStatusOf = (conditions: readonly JsonObject[], type: string): unknown =>
  conditions.find(condition => condition.type === type)?.status
