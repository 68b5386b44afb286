import type { Server } from './server.ts'

export type Bound = { atLeast: number } | { atMost: number }

export type Metric = {
  unit: string
  /** What the reference's figure divided by that of the genuine server should be. */
  againstGenuine?: Bound
  againstBare?: Bound
  /** What the reference's own figure should be. */
  alone?: Bound
}

export type Setting = {
  /** Objects in the collection before anything is measured. */
  objects: number
  /** Whether a write is on the disk before it is acknowledged. The bare server has no disk. */
  isDurable: boolean
  /** Whether each round begins with new processes. */
  isFresh: boolean
}

export type Workload = {
  name: string
  setting: Setting
  /** By the names that `measure` gives its figures. */
  metrics: Record<string, Metric>
  measure(server: Server): Promise<Record<string, number>>
}

export type Sizes = {
  small: number
  middle: number
  large: number
  watchers: readonly [number, number, number]
  /** How long a load lasts. */
  loadMs: number
  /** How long a process is left alone before its memory is read. */
  idleMs: number
  creates: number
  notifications: number
  bursts: number
}

export const fullSizes: Sizes = {
  small: 10_000,
  middle: 50_000,
  large: 100_000,
  watchers: [100, 1000, 5000],
  loadMs: 3000,
  idleMs: 15_000,
  creates: 10_000,
  notifications: 100,
  bursts: 100,
}

/** Enough to see that each workload runs. */
export const quickSizes: Sizes = {
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

export const setting = (objects: number): Setting => ({
  objects,
  isDurable: false,
  isFresh: false,
})

export const fresh: Setting = { objects: 0, isDurable: false, isFresh: true }

/** 10000 as `10k`. */
export const short = (count: number): string =>
  count % 1000 === 0 ? `${count / 1000}k` : String(count)
