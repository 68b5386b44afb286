// How long a run makes its failing cases small. A server of many faults whose answers are slow
// would spend most of its run on that: when the time of the run is spent, each case has little.

/** What is left for a run, in milliseconds; lanes beside one another share it. */
export type ShrinkBudget = { leftMs: number }

// Where it is enough, each case is made as small as ever: on a quick server it takes tenths of a
// second.
const runMs = 120_000
const caseMsMin = 1_000

export const shrinkBudget = (): ShrinkBudget => ({ leftMs: runMs })

/** Does what has a limit of time, within the budget if there is one. */
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
