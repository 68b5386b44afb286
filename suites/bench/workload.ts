// Types of workloads and their goals, and the sizes of a full and of a quick run.

import type { BenchServer } from './server.ts'

export type Bound = { atLeast: number } | { atMost: number }

export type Metric = {
  unit: string
  /** The goal for the reference's figure divided by that of the genuine server. */
  againstGenuine?: Bound
  againstBare?: Bound
  /** The goal for the reference's figure itself. */
  absolute?: Bound
}

export type WorkloadSetting = {
  /** Number of objects in the collection before the measurement. */
  objects: number
  /** Whether a write is synced to disk before it is acknowledged. The bare server cannot do so. */
  isDurable: boolean
}

/** The measured values by metric name. */
export type Figures = Record<string, number>

type Measured = { name: string; metrics: Record<string, Metric> }

/** A workload that runs on servers that were started and filled before and have served requests. */
export type RunningWorkload = Measured & {
  setting: WorkloadSetting
  /** Whether to run it once unmeasured first. A workload like the previous one needs no warm-up. */
  needsWarmUp: boolean
  measure(server: BenchServer): Promise<Figures>
}

/**
 * A workload that runs on new processes in each round. Whenever `observe` yields, the runner leaves
 * all servers idle for `idleMs`.
 */
export type StartWorkload = Measured & {
  observe(server: BenchServer): AsyncGenerator<void, Figures>
}

export type Workload = RunningWorkload | StartWorkload

export type WorkloadSizes = {
  small: number
  middle: number
  large: number
  watchers: readonly [number, number, number]
  /** Duration of each load of requests. */
  loadMs: number
  /**
   * Idle time of a process before its memory is read. V8 collects the garbage of the start at a
   * random time 15 to 40 s after the last request, so that a shorter wait gives random figures.
   */
  idleMs: number
  creates: number
  notifications: number
  bursts: number
}

/** Five rounds take less than 25 minutes on two cores. */
export const fullSizes: WorkloadSizes = {
  small: 10_000,
  middle: 50_000,
  large: 100_000,
  watchers: [100, 1000, 5000],
  loadMs: 2000,
  idleMs: 45_000,
  creates: 5000,
  notifications: 60,
  bursts: 100,
}

/** Sizes that show whether each workload runs. The resulting figures are meaningless. */
export const quickSizes: WorkloadSizes = {
  small: 500,
  middle: 1000,
  large: 2000,
  watchers: [10, 50, 200],
  loadMs: 300,
  idleMs: 300,
  creates: 300,
  notifications: 10,
  bursts: 20,
}

export const workloadSetting = (objects: number): WorkloadSetting => ({ objects, isDurable: false })

/** Formats multiples of a thousand with a `k`: 10000 as `10k`. */
export const shortCount = (count: number): string =>
  count % 1000 === 0 ? `${count / 1000}k` : String(count)
