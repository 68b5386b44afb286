import type { BenchServer } from './server.ts'

export type Bound = { atLeast: number } | { atMost: number }

export type Metric = {
  unit: string
  /** What the reference's figure divided by that of the genuine server should be. */
  againstGenuine?: Bound
  againstBare?: Bound
  /** What the reference's own figure should be. */
  alone?: Bound
}

export type WorkloadSetting = {
  /** Objects in the collection before anything is measured. */
  objects: number
  /** Whether a write is on the disk before it is acknowledged. The bare server has no disk. */
  isDurable: boolean
}

/** By the names of the metrics. */
export type Figures = Record<string, number>

type Measured = { name: string; metrics: Record<string, Metric> }

/** Measured on servers that have been started and filled once, and that have served a while. */
export type RunningWorkload = Measured & {
  setting: WorkloadSetting
  /** Whether it runs once before it counts. What resembles the one before it need not. */
  needsWarmUp: boolean
  measure(server: BenchServer): Promise<Figures>
}

/** Measured on new processes each round. Whenever it yields, all servers are left alone a while. */
export type StartWorkload = Measured & {
  observe(server: BenchServer): AsyncGenerator<void, Figures>
}

export type Workload = RunningWorkload | StartWorkload

export type WorkloadSizes = {
  small: number
  middle: number
  large: number
  watchers: readonly [number, number, number]
  /** How long a load lasts. */
  loadMs: number
  /**
   * How long a process is left alone before its memory is read. V8 collects the garbage of a start
   * 15 to 40 s after the last request, at random: a shorter wait measures that chance.
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

/** Enough to see that each workload runs. The figures mean nothing. */
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

/** 10000 as `10k`. */
export const shortCount = (count: number): string =>
  count % 1000 === 0 ? `${count / 1000}k` : String(count)
