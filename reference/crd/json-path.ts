// Evaluates the JSONPaths of columns: `.spec.containers[0].name`, `.status.conditions[?(@.type ==
// "Ready")].status`, `.status.images[*]`, `.status.history[-1:].id`. Names with dots are quoted.
// Unions and recursive descent are not supported.

import { isJsonObject } from '../api/object.ts'

/** One step of a JSON path. */
export type JsonPathStep =
  | { readonly is: 'member'; readonly name: string }
  | { readonly is: 'all' }
  | {
      readonly is: 'slice'
      readonly from?: number
      readonly to?: number
      readonly every?: number
    }
  | {
      readonly is: 'filter'
      readonly path: readonly JsonPathStep[]
      readonly mark?: string
      readonly to?: string | number | boolean
    }

const syntax =
  /\.((?:\\.|[^.[\]\\\s'"@?*,:(){}])+)|(\.\*|\[\*\])|\[(-?\d+)\]|\[(-?\d*):(-?\d*)(?::(-?\d+))?\]|\['((?:\\'|[^'])*)'\]|\["([^"]*)"\]|\[\?\(((?:'[^']*'|"[^"]*"|[^'")])*)\)\]/y

/** Parses a path. Returns undefined if it is not supported. */
export function parseJsonPath(path: string): readonly JsonPathStep[] | undefined {
  if (path === '.') return []
  const steps: JsonPathStep[] = []
  let offset = 0
  while (offset < path.length) {
    syntax.lastIndex = offset
    const found = syntax.exec(path)
    if (!found) return undefined
    offset = syntax.lastIndex
    const step = stepOf(found)
    if (!step) return undefined
    steps.push(step)
  }
  return steps
}

function stepOf(found: RegExpExecArray): JsonPathStep | undefined {
  const [, name, all, index, from, to, every, quoted, doubled, condition] = found
  if (all !== undefined) return { is: 'all' }
  if (index !== undefined) return itemAt(Number(index))
  if (condition !== undefined) return filterOf(condition)
  if (from !== undefined) return { is: 'slice', ...limitsOf({ from, to, every }) }
  return {
    is: 'member',
    name: (name ?? quoted ?? doubled ?? '').replaceAll(/\\(.)/g, '$1'),
  }
}

/** The last item has no following index that could end the slice. */
const itemAt = (from: number): JsonPathStep =>
  from === -1 ? { is: 'slice', from } : { is: 'slice', from, to: from + 1 }

const limitsOf = (written: { readonly [name: string]: string | undefined }) =>
  Object.fromEntries(
    Object.entries(written).flatMap(([name, text]) => (text ? [[name, Number(text)]] : [])),
  )

/** Parses a filter: the left side is a path from the item, and the right side a constant. */
function filterOf(condition: string): JsonPathStep | undefined {
  const [, left = condition, mark, right] = /^([^!<>=]+)([!<>=]+)(.+?)$/.exec(condition) ?? []
  const path = parseJsonPath(left.trim().replace(/^@/, '') || '.')
  if (!path) return undefined
  if (mark === undefined || right === undefined) return { is: 'filter', path }
  const to = constantIn(right.trim())
  return to === undefined ? undefined : { is: 'filter', path, mark, to }
}

function constantIn(text: string): string | number | boolean | undefined {
  const [, single, double] = /^(?:'(.*)'|"(.*)")$/.exec(text) ?? []
  if (single !== undefined || double !== undefined) return single ?? double
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined
}

/** Returns the first value at a path, or undefined if there is none. */
export function valueAtPath(value: unknown, steps: readonly JsonPathStep[]): unknown {
  let found: readonly unknown[] = [value]
  for (const step of steps) {
    const next: unknown[] = []
    for (const one of found) {
      const inner = follow(one, step)
      // If a step does not fit one value, the whole path has no value.
      if (!inner) return undefined
      next.push(...inner)
    }
    found = next
  }
  return found[0]
}

function follow(value: unknown, step: JsonPathStep): readonly unknown[] | undefined {
  if (value === null) return []
  if (step.is === 'member') {
    if (!isJsonObject(value) || !Object.hasOwn(value, step.name)) return []
    return [value[step.name]]
  }
  if (step.is === 'all') {
    if (Array.isArray(value)) return value
    return isJsonObject(value) ? Object.values(value) : []
  }
  if (!Array.isArray(value)) return undefined
  return step.is === 'slice' ? sliceOf(value, step) : filtered(value, step)
}

function sliceOf(
  list: readonly unknown[],
  { from = 0, to = list.length, every = 1 }: Extract<JsonPathStep, { is: 'slice' }>,
): readonly unknown[] | undefined {
  const start = from < 0 ? from + list.length : from
  const end = to < 0 ? to + list.length : to
  if (start === end) return []
  if (start < 0 || start >= list.length || end > list.length || start > end || every < 1)
    return undefined
  return list.slice(start, end).filter((_one, index) => index % every === 0)
}

function filtered(
  list: readonly unknown[],
  { path, mark, to }: Extract<JsonPathStep, { is: 'filter' }>,
): readonly unknown[] | undefined {
  const found: unknown[] = []
  for (const item of list) {
    const value = valueAtPath(item, path)
    if (value === undefined) continue
    const holds = mark === undefined || (to !== undefined && isSo(value, mark, to))
    if (holds === undefined) return undefined
    if (holds) found.push(item)
  }
  return found
}

/** Evaluates a comparison. Returns undefined if the types differ. */
function isSo(value: unknown, mark: string, to: string | number | boolean): boolean | undefined {
  const own = typeof value === 'bigint' ? Number(value) : value
  if (typeof own !== typeof to) return undefined
  if (mark === '==') return own === to
  if (mark === '!=') return own !== to
  if (typeof own === 'boolean') return undefined
  const [a, b] = [own as string | number, to]
  if (mark === '<') return a < b
  if (mark === '<=') return a <= b
  if (mark === '>') return a > b
  return mark === '>=' ? a >= b : undefined
}
