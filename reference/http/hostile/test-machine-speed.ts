// The speed of this machine, for limits on the time that code takes.

const text = JSON.stringify(
  Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${index}`, `v${index}`])),
)

/** How long a machine of usual speed takes for `work`, in ms. */
const usualMs = 6

/** Parses and writes JSON, as requests do. */
function work(): void {
  for (let times = 0; times < 2; times++) JSON.stringify(JSON.parse(text))
}

/**
 * Returns how many times longer this machine takes than a usual one; at least 1. The fastest of
 * several tries counts, because a garbage collection may slow down some of them.
 * @param workedMs returns the CPU time that was used until now, in ms
 */
export function slowness(workedMs: () => number): number {
  const times = Array.from({ length: 7 }, () => {
    const begun = workedMs()
    work()
    return workedMs() - begun
  })
  return Math.max(1, Math.min(...times) / usualMs)
}
