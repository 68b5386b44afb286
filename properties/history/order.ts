// Which write came first. A version is opaque: order comes from what was acknowledged before what
// was sent, and from writes that name the version they are based on. What neither tells is unknown.

import type { Write } from './model.ts'

export type Comparison = 'before' | 'same' | 'after' | 'unknown'

export type Order = {
  /** Whether write `a` certainly took effect before write `b`. */
  precedes(a: Write, b: Write): boolean
  /** How the state at version `a` stands to the one at version `b`, of one type. */
  compare(a: unknown, b: unknown): Comparison
}

/**
 * The order of acknowledged writes of one type. `ordered` says that the dialect's versions are
 * decimal integers in the order of the writes.
 */
export function orderOf(writes: Write[], ordered: boolean): Order {
  const earlier = new Map(writes.map(write => [write, allBefore(write)]))
  const precedes = (a: Write, b: Write) => earlier.get(b)?.has(a) ?? false

  function allBefore(write: Write): Set<Write> {
    const found = new Set<Write>()
    const open = [write]
    for (let next = open.pop(); next; next = open.pop()) {
      const later = next
      const news = writes.filter(one => !found.has(one) && isSurelyBefore(one, later, ordered))
      for (const one of news) found.add(one)
      open.push(...news)
    }
    return found
  }

  function compare(a: unknown, b: unknown): Comparison {
    if (a === b) return 'same'
    if (ordered && isDecimal(a) && isDecimal(b)) return BigInt(a) < BigInt(b) ? 'before' : 'after'

    const [first, second] = [a, b].map(onlyWriteOf)
    if (!first || !second) return 'unknown'
    if (precedes(first, second)) return 'before'
    return precedes(second, first) ? 'after' : 'unknown'
  }

  function onlyWriteOf(version: unknown): Write | undefined {
    const [write, ...others] = writes.filter(one => versionBy(one) === version)
    return others.length === 0 ? write : undefined
  }

  return { precedes, compare }
}

/** The version that a write gave its object; undefined for a removal. */
export const versionBy = ({ item }: Write): unknown => item?.metadata['resourceVersion']

function isSurelyBefore(a: Write, b: Write, ordered: boolean): boolean {
  if (a.by.answeredAt < b.by.sentAt) return true
  const [first, second] = [versionBy(a), versionBy(b)]
  if (a.key === b.key && first !== undefined && first === b.basedOn) return true
  return ordered && isDecimal(first) && isDecimal(second) && BigInt(first) < BigInt(second)
}

const isDecimal = (version: unknown): version is string =>
  typeof version === 'string' && /^\d{1,39}$/.test(version)
