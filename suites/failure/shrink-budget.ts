// Limits the time that a run spends on shrinking. A server with many faults and slow answers would
// spend most of its run on that. After the budget of the run is spent, each case has only
// `caseMsMin`.

/** The milliseconds that a run has left. Concurrent environments share them. */
export type ShrinkBudget = { leftMs: number }

// A quick server never exhausts this: shrinking takes tenths of a second per case.
const runMs = 120_000
const caseMsMin = 1_000

export const shrinkBudget = (): ShrinkBudget => ({ leftMs: runMs })

/** Runs work with a time limit, within the budget if there is one. */
export async function withinBudget<Value>(
  { shrinkMs, shrinkBudget: budget }: { shrinkMs: number; shrinkBudget?: ShrinkBudget },
  work: (limitMs: number) => Promise<Value>,
): Promise<Value> {
  if (!budget) return work(shrinkMs)
  const start = performance.now()
  try {
    return await work(Math.min(shrinkMs, Math.max(caseMsMin, budget.leftMs)))
  } finally {
    budget.leftMs -= performance.now() - start
  }
}
