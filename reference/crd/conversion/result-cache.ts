// Keeps recent results of conversions, and shares those under way.

import type { StoredEntry } from '../../api/store.ts'

type Result = {
  /** The value that was converted. */
  readonly from: Buffer
  readonly to: Buffer
}

/** Returns the value of an entry in a version. `version` distinguishes webhooks as well. */
export type ResultCache = (
  entry: StoredEntry,
  version: string,
  wanted: { readonly results: 'new' | 'recent'; readonly convert: () => Promise<Buffer> },
) => Promise<Buffer>

/**
 * Creates an empty cache of at most `bytesMax` bytes. The least recently used result is dropped
 * first. Simultaneous conversions of one value share one call. Failures are not kept.
 */
export function createResultCache(bytesMax: number): ResultCache {
  const kept = new Map<string, Result>()
  const underWay = new Map<string, { readonly from: Buffer; readonly to: Promise<Buffer> }>()
  let bytes = 0

  function drop(key: string): void {
    const { from, to } = kept.get(key) ?? nothing
    bytes -= from.length + to.length
    kept.delete(key)
  }

  function keep(key: string, result: Result): void {
    drop(key)
    kept.set(key, result)
    bytes += result.from.length + result.to.length
    for (const oldest of kept.keys()) {
      if (bytes <= bytesMax) return
      drop(oldest)
    }
  }

  return async ({ key: place, revision, value }, version, { results, convert }) => {
    const key = `${version} ${revision} ${place}`
    // A dry run has another value at the revision of the stored object.
    const known = results === 'recent' ? kept.get(key) : undefined
    if (known?.from.equals(value)) {
      kept.delete(key)
      kept.set(key, known)
      return known.to
    }
    const asked = underWay.get(key)
    if (asked?.from.equals(value)) return asked.to
    const begun = { from: value, to: convert() }
    underWay.set(key, begun)
    try {
      const to = await begun.to
      keep(key, { from: value, to: unpooledCopy(to) })
      return to
    } finally {
      if (underWay.get(key) === begun) underWay.delete(key)
    }
  }
}

/** A small buffer is a slice of a pool that is much larger, and would keep it alive. */
function unpooledCopy(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}

const nothing: Result = { from: Buffer.of(), to: Buffer.of() }
