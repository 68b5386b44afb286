// Eviction: the agent ends pods when the machine runs out of memory, disk or process numbers. The
// decision is pure; `startEviction` measures and acts.

import type { Clock } from '../api/clock.ts'
import { secondsIn } from '../lib/durations.ts'
import { billionthsIn } from '../lib/quantities.ts'
import type { Filesystem, Measure, Measurements } from './measurements.ts'
import { graceSecondsOf, type Pod, podName } from './pod.ts'
import { qosOf } from './pod-resources.ts'
import type { AgentSettings } from './settings.ts'

export type Signal = { readonly available: number; readonly capacity: number }

/** Returns what is left of each resource that thresholds may name. */
export function signalsOf(measured: Measurements): ReadonlyMap<string, Signal> {
  const { memory, nodefs, imagefs = nodefs, processes } = measured
  const disk = (name: string, { capacityBytes, availableBytes, inodes, inodesFree }: Filesystem) =>
    [
      [`${name}.available`, { available: availableBytes, capacity: capacityBytes }],
      [`${name}.inodesFree`, { available: inodesFree, capacity: inodes }],
    ] as const
  const free = { available: memory.availableBytes, capacity: memory.totalBytes }
  return new Map<string, Signal>([
    ['memory.available', free],
    ['allocatableMemory.available', free],
    ...disk('nodefs', nodefs),
    ...disk('imagefs', imagefs),
    ...disk('containerfs', imagefs),
    ...(processes
      ? ([
          [
            'pid.available',
            { available: processes.max - processes.count, capacity: processes.max },
          ],
        ] as const)
      : []),
  ])
}

/** Whether less is left than a threshold wants: an amount, or a share of the whole. */
export function isBelow({ available, capacity }: Signal, threshold: string, extra = '0'): boolean {
  const amount = (text: string) =>
    text.endsWith('%')
      ? (capacity * Number(text.slice(0, -1))) / 100
      : Number(billionthsIn(text) ?? 0n) / 1e9
  // A file system without a fixed number of inodes has no inodes to run out of.
  return capacity > 0 && available < amount(threshold) + amount(extra)
}

export type Pressure = 'MemoryPressure' | 'DiskPressure' | 'PIDPressure'

export const pressureOf = (signal: string): Pressure => {
  if (signal.toLowerCase().includes('memory')) return 'MemoryPressure'
  return signal.startsWith('pid') ? 'PIDPressure' : 'DiskPressure'
}

/** When each threshold was first met in a row, and each pressure was last seen. */
export type EvictionState = {
  readonly sinceMs: ReadonlyMap<string, number>
  readonly pressureMs: ReadonlyMap<Pressure, number>
}

export const noEviction: EvictionState = { sinceMs: new Map(), pressureMs: new Map() }

export type EvictionStep = {
  readonly state: EvictionState
  readonly pressures: ReadonlySet<Pressure>
  /** The signal for which a pod should end; absent if none has to. */
  readonly acts?: { readonly signal: string; readonly isHard: boolean }
}

/** Decides from one measurement (AGENT-178, AGENT-179). Times are on a steady clock. */
export function evictionStep(
  before: EvictionState,
  signals: ReadonlyMap<string, Signal>,
  { settings, nowMs }: { settings: AgentSettings['eviction']; nowMs: number },
): EvictionStep {
  const { hard, soft, softGrace, reclaimMin, transitionMs } = settings
  const all = [
    ...Object.entries(hard).map(([signal, limit]) => ({ signal, limit, isHard: true })),
    ...Object.entries(soft).map(([signal, limit]) => ({ signal, limit, isHard: false })),
  ]
  const keyOf = ({ signal, isHard }: { signal: string; isHard: boolean }) => `${signal} ${isHard}`
  const met = all.filter(one => {
    const found = signals.get(one.signal)
    // What has been met stays so until the minimum is reclaimed (AGENT-177).
    const extra = before.sinceMs.has(keyOf(one)) ? reclaimMin[one.signal] : undefined
    return found !== undefined && isBelow(found, one.limit, extra)
  })
  const sinceMs = new Map(met.map(one => [keyOf(one), before.sinceMs.get(keyOf(one)) ?? nowMs]))
  const pressureMs = new Map(before.pressureMs)
  for (const { signal } of met) pressureMs.set(pressureOf(signal), nowMs)
  for (const [pressure, seenMs] of pressureMs) {
    if (nowMs - seenMs > transitionMs) pressureMs.delete(pressure)
  }
  const due = met.filter(one => {
    const graceMs = one.isHard ? 0 : (secondsIn(softGrace[one.signal]) ?? 0) * 1000
    return nowMs - (sinceMs.get(keyOf(one)) ?? nowMs) >= graceMs
  })
  const first = due.find(({ isHard }) => isHard) ?? due[0]
  return {
    state: { sinceMs, pressureMs },
    pressures: new Set(pressureMs.keys()),
    ...(first && { acts: { signal: first.signal, isHard: first.isHard } }),
  }
}

const qosRank = { BestEffort: 0, Burstable: 1, Guaranteed: 2 }

/** Returns the pod that ends first: of the least priority and quality of service, the newest. */
export function firstToEvict(pods: readonly Pod[]): Pod | undefined {
  const priority = ({ spec }: Pod) => Number(spec['priority'] ?? 0)
  const created = ({ metadata }: Pod) => String(metadata['creationTimestamp'] ?? '')
  return pods
    .filter(({ source }) => source === 'api')
    .toSorted(
      (a, b) =>
        priority(a) - priority(b) ||
        qosRank[qosOf(a)] - qosRank[qosOf(b)] ||
        (created(a) < created(b) ? 1 : -1),
    )[0]
}

/** AGENT-176: a negative limit defers to the pod, another one is a maximum for soft evictions. */
export function evictionGraceSeconds(pod: Pod, isHard: boolean, maxSeconds: number): number {
  if (isHard) return 0
  const own = graceSecondsOf(pod)
  return maxSeconds < 0 ? own : Math.min(own, maxSeconds)
}

export type Eviction = {
  readonly pressures: () => ReadonlySet<Pressure>
  readonly stop: () => void
}

export type EvictionOptions = {
  readonly settings: AgentSettings['eviction']
  readonly measure: Measure
  readonly clock: Pick<Clock, 'steady' | 'after'>
  readonly log: (line: string) => void
  readonly running: () => readonly Pod[]
  /** Frees the disk before a pod has to end. */
  readonly freeImages: () => Promise<void>
  readonly evict: (pod: Pod, message: string, graceSeconds: number) => void
  readonly onPressure: () => void
}

const periodMs = 10_000

export function startEviction(options: EvictionOptions): Eviction {
  const { settings, measure, clock, log, running, freeImages, evict, onPressure } = options
  let state = noEviction
  let pressures: ReadonlySet<Pressure> = new Set()
  let isStopped = false
  let cancel = clock.after(periodMs, turn)

  async function look(): Promise<EvictionStep> {
    const step = evictionStep(state, signalsOf(await measure()), {
      settings,
      nowMs: clock.steady(),
    })
    state = step.state
    const isOther = [...step.pressures].toString() !== [...pressures].toString()
    pressures = step.pressures
    if (isOther) onPressure()
    return step
  }

  async function once(): Promise<void> {
    const { acts } = await look()
    if (!acts) return
    if (pressureOf(acts.signal) === 'DiskPressure') {
      await freeImages()
      if (!(await look()).acts) return
    }
    const pod = firstToEvict(running())
    if (!pod) return log(`${acts.signal} is low, and there is no pod that could end`)
    const message = `The node was low on resource: ${acts.signal}.`
    log(`${podName(pod)}: evicted: ${message}`)
    evict(pod, message, evictionGraceSeconds(pod, acts.isHard, settings.graceMaxSeconds))
  }

  function turn(): void {
    once()
      .catch(error => log(`eviction: ${(error as Error).message}`))
      .finally(() => {
        if (!isStopped) cancel = clock.after(periodMs, turn)
      })
  }

  return {
    pressures: () => pressures,
    stop() {
      isStopped = true
      cancel()
    },
  }
}
