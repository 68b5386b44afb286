// The simple paths of definitions: `.spec.containers[0].name`, with quotes around names that hold
// dots. What is beyond that is not followed.

import { isJsonObject } from '../api/object.ts'

/** The steps of a path; undefined where it is more than a simple one. */
export function stepsOf(path: string): readonly (string | number)[] | undefined {
  if (path === '.') return []
  const steps: (string | number)[] = []
  const step = /\.((?:\\.|[^.[\]\\\s'"@?*,:(){}])+)|\[(\d+)\]|\['((?:\\'|[^'])*)'\]|\["([^"]*)"\]/y
  let at = 0
  while (at < path.length) {
    step.lastIndex = at
    const found = step.exec(path)
    if (!found) return undefined
    at = step.lastIndex
    const [, name, index, quoted, doubled] = found
    if (index !== undefined) steps.push(Number(index))
    else steps.push((name ?? quoted ?? doubled ?? '').replaceAll(/\\(.)/g, '$1'))
  }
  return steps
}

/** What a path leads to; undefined where it breaks off. */
export function valueAtPath(value: unknown, steps: readonly (string | number)[]): unknown {
  let found = value
  for (const step of steps) {
    if (typeof step === 'number') {
      if (!Array.isArray(found)) return undefined
      found = found[step]
    } else {
      if (!isJsonObject(found) || !Object.hasOwn(found, step)) return undefined
      found = found[step]
    }
  }
  return found
}
