// Limits the time that a run spends on shrinking. A server with many faults and slow answers would
// spend most of its run on that. After the budget of the run is spent, each case has only
// `caseMsMin`.

/**
 * The milliseconds that a run has left. Concurrent environments share them. Once `isEnding` is
 * true, no more than the minimum is spent on a case.
 */
export type ShrinkBudget = { leftMs: number; isEnding: () => boolean }

// A quick server never exhausts this: shrinking takes tenths of a second per case.
const runMs = 120_000
const caseMsMin = 1_000

export const shrinkBudget = (isEnding: () => boolean = () => false): ShrinkBudget => ({
  leftMs: runMs,
  isEnding,
})

/** Runs work with a time limit, within the budget if there is one. */
export async function withinBudget<Value>(
  { shrinkMs, shrinkBudget: budget }: { shrinkMs: number; shrinkBudget?: ShrinkBudget },
  work: (limitMs: number) => Promise<Value>,
): Promise<Value> {
  if (!budget) return work(shrinkMs)
  const start = performance.now()
  try {
    const leftMs = budget.isEnding() ? 0 : budget.leftMs
    return await work(Math.min(shrinkMs, Math.max(caseMsMin, leftMs)))
  } finally {
    budget.leftMs -= performance.now() - start
  }
}
