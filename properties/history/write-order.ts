// Orders writes. Versions are opaque, so the evidence is that one write was acknowledged before the
// other was sent, or that a write names the version it is based on. Otherwise the order is unknown.

import type { AcknowledgedWrite } from './collection-model.ts'

/** The order of two versions; `unknown` if the history does not determine it. */
export type VersionComparison = 'before' | 'same' | 'after' | 'unknown'

/** The order of the writes of a history, as far as it is certain. */
export type WriteOrder = {
  /** Reports whether write `a` certainly took effect before write `b`. */
  precedes(a: AcknowledgedWrite, b: AcknowledgedWrite): boolean
  /** Compares the states at versions `a` and `b` of one type. */
  compare(a: unknown, b: unknown): VersionComparison
}

/**
 * Returns the order of acknowledged writes of one type. `ordered` means that the dialect's versions
 * are decimal integers in the order of the writes.
 */
export function writeOrderOf(writes: AcknowledgedWrite[], ordered: boolean): WriteOrder {
  const earlier = new Map(writes.map(write => [write, allBefore(write)]))
  const precedes = (a: AcknowledgedWrite, b: AcknowledgedWrite) => earlier.get(b)?.has(a) ?? false

  function allBefore(write: AcknowledgedWrite): Set<AcknowledgedWrite> {
    const found = new Set<AcknowledgedWrite>()
    const open = [write]
    for (let next = open.pop(); next; next = open.pop()) {
      const later = next
      const news = writes.filter(one => !found.has(one) && isSurelyBefore(one, later, ordered))
      for (const one of news) found.add(one)
      open.push(...news)
    }
    return found
  }

  function compare(a: unknown, b: unknown): VersionComparison {
    if (a === b) return 'same'
    if (ordered && isDecimal(a) && isDecimal(b)) return BigInt(a) < BigInt(b) ? 'before' : 'after'

    const [first, second] = [a, b].map(onlyWriteOf)
    if (!first || !second) return 'unknown'
    if (precedes(first, second)) return 'before'
    return precedes(second, first) ? 'after' : 'unknown'
  }

  function onlyWriteOf(version: unknown): AcknowledgedWrite | undefined {
    const [write, ...others] = writes.filter(one => versionWritten(one) === version)
    return others.length === 0 ? write : undefined
  }

  return { precedes, compare }
}

/** Returns the version that a write produced; undefined for a removal. */
export const versionWritten = ({ item }: AcknowledgedWrite): unknown =>
  item?.metadata['resourceVersion']

function isSurelyBefore(a: AcknowledgedWrite, b: AcknowledgedWrite, ordered: boolean): boolean {
  if (a.by.answeredAt < b.by.sentAt) return true
  const [first, second] = [versionWritten(a), versionWritten(b)]
  if (a.key === b.key && first !== undefined && first === b.basedOn) return true
  return ordered && isDecimal(first) && isDecimal(second) && BigInt(first) < BigInt(second)
}

const isDecimal = (version: unknown): version is string =>
  typeof version === 'string' && /^\d{1,39}$/.test(version)
