// How long restarts and repeated failures wait. The first restart of a container is immediate; each
// further one waits twice as long as the one before.

type Growth = { readonly firstMs: number; readonly maxMs: number }

/** Restarts of a container that ends, and pulls of an image that fails. */
export const restartGrowth: Growth = { firstMs: 10_000, maxMs: 300_000 }
/** Calls at the runtime that fail: it may be back within a second. */
export const failureGrowth: Growth = { firstMs: 250, maxMs: 10_000 }

export type Delays = {
  /** The delay after the next event of this name; 0 before the first. */
  readonly delayMs: (name: string) => number
  /** Notes an event, which doubles the delay. */
  readonly grow: (name: string) => void
  readonly forget: (name: string) => void
}

/**
 * Counts events by name. A name without an event for twice the longest delay starts anew.
 * `steadyMs` returns the time on a steady clock.
 */
export function delays({ firstMs, maxMs }: Growth, steadyMs: () => number): Delays {
  const entries = new Map<string, { delayMs: number; atMs: number }>()
  const current = (name: string) => {
    const entry = entries.get(name)
    const isFresh = entry !== undefined && steadyMs() - entry.atMs <= 2 * maxMs
    return isFresh ? entry : undefined
  }
  return {
    delayMs: name => current(name)?.delayMs ?? 0,
    grow(name) {
      const delayMs = Math.min(maxMs, 2 * (current(name)?.delayMs ?? firstMs / 2))
      entries.set(name, { delayMs, atMs: steadyMs() })
    },
    forget: name => void entries.delete(name),
  }
}
