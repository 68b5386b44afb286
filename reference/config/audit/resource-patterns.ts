// Detects overlapping resource patterns in a rule of an audit policy: `pods`, `pods/log`, `pods/*`,
// `*/scale`, `*`.

import { invalidValue, functionRule } from '../config-rules.ts'

// Index keys that no text can equal: any resource or subresource, any non-empty subresource, and
// the resource with all its subresources.
const anything = 0
const below = 1
const all = 2

type Pattern = { readonly resource: string; readonly part: string | typeof all }

/** `*` alone matches all resources and all subresources. */
function patternIn(text: string): Pattern {
  if (text === '*') return { resource: '*', part: all }
  const slash = text.indexOf('/')
  if (slash === -1) return { resource: text, part: '' }
  return { resource: text.slice(0, slash), part: text.slice(slash + 1) }
}

const isWild = ({ resource, part }: Pattern): boolean =>
  resource === '*' || part === '*' || part === all

const keyOf = (resource: string | number, part: string | number) => JSON.stringify([resource, part])

/** Returns the index keys under which a pattern is stored. */
function keysOf({ resource, part }: Pattern): string[] {
  const parts = part === '' ? [part, anything] : [part, below, anything]
  return [resource, anything].flatMap(one => parts.map(other => keyOf(one, other)))
}

/**
 * Returns the index keys of all patterns that overlap with this one, where at least one of the two
 * has a wildcard.
 */
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
  requirement: 'AUDIT-050',
  description: 'no two patterns that match the same resource',
  *faults(texts: readonly string[]) {
    // Lists may be long, so patterns are looked up in an index rather than compared pairwise.
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
