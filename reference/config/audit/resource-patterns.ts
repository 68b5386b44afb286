// Which resources a rule of an audit policy speaks of: `pods`, `pods/log`, `pods/*`, `*/scale`, `*`.

import { invalidValue, functionRule } from '../config-rules.ts'

// What no text can be: any resource or part, any part that is not empty, and all parts at once.
const anything = 0
const below = 1
const all = 2

type Pattern = { readonly resource: string; readonly part: string | typeof all }

/** `*` alone means all resources and all that is below them. */
function patternIn(text: string): Pattern {
  if (text === '*') return { resource: '*', part: all }
  const slash = text.indexOf('/')
  if (slash === -1) return { resource: text, part: '' }
  return { resource: text.slice(0, slash), part: text.slice(slash + 1) }
}

const isWild = ({ resource, part }: Pattern): boolean =>
  resource === '*' || part === '*' || part === all

const keyOf = (resource: string | number, part: string | number) => JSON.stringify([resource, part])

/** Under what a pattern is found by those that share a resource with it. */
function keysOf({ resource, part }: Pattern): string[] {
  const parts = part === '' ? [part, anything] : [part, below, anything]
  return [resource, anything].flatMap(one => parts.map(other => keyOf(one, other)))
}

/** Under what all are that share a resource with a pattern, one of the two by a wildcard. */
function keysShared(pattern: Pattern): string[] {
  const { resource, part } = pattern
  const resources = resource === '*' ? [anything] : [resource, '*']
  const keys = resources.flatMap(one => partsShared(part).map(other => keyOf(one, other)))
  return isWild(pattern) ? keys : keys.filter(key => key !== keyOf(resource, part))
}

function partsShared(part: Pattern['part']): (string | number)[] {
  if (part === all) return [anything]
  if (part === '*') return [below]
  return part === '' ? [part, all] : [part, '*', all]
}

export const patternsDoNotOverlap = functionRule({
  by: 'AUDIT-050',
  says: 'no two patterns that match the same resource',
  *faults(texts: readonly string[]) {
    // Lists may be long: nobody compares each with each.
    const firsts = new Map<string, number>()
    for (const [index, text] of texts.entries()) {
      const pattern = patternIn(text)
      const shared = keysShared(pattern).flatMap(key => firsts.get(key) ?? [])
      if (shared.length > 0) {
        const other = texts[Math.min(...shared)]
        yield invalidValue([index], text, `overlaps with ${JSON.stringify(other)}`)
      }
      for (const key of keysOf(pattern)) if (!firsts.has(key)) firsts.set(key, index)
    }
  },
})
