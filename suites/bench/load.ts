import type { BenchServer } from './server.ts'
import { cpuMs } from './usage.ts'

export type Load = { rate: number; p50: number; p99: number; cpu: number }

/**
 * Sixteen clients, each with its next request as soon as the last one is answered, until `ms` have
 * passed or `count` are sent. Requests a second, latencies in milliseconds, processor time of the
 * server a request in microseconds.
 */
export async function runLoad(
  { pids }: BenchServer,
  until: { ms: number } | { count: number },
  act: () => Promise<unknown>,
): Promise<Load> {
  const latencies: number[] = []
  const cpuBefore = cpuMs(pids)
  const start = performance.now()
  let begun = 0
  const goesOn = () => ('ms' in until ? performance.now() - start < until.ms : begun < until.count)
  const client = async () => {
    while (goesOn()) {
      begun++
      const sentAt = performance.now()
      await act()
      latencies.push(performance.now() - sentAt)
    }
  }
  await Promise.all(Array.from({ length: 16 }, client))
  const ms = performance.now() - start
  return {
    rate: (latencies.length / ms) * 1000,
    ...percentiles(latencies),
    cpu: ((cpuMs(pids) - cpuBefore) / latencies.length) * 1000,
  }
}

/** The middle and the 99th of a hundred. */
export function percentiles(samples: readonly number[]): { p50: number; p99: number } {
  const sorted = samples.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99) }
}
