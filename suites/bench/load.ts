// Sends requests from sixteen concurrent clients and measures rate, latency and CPU time.

import type { BenchServer } from './server.ts'
import { cpuMs } from './usage.ts'

export type Load = { rate: number; p50: number; p99: number; cpu: number }

/**
 * Runs sixteen clients until `ms` have passed or `count` requests are sent. Each client sends its
 * next request when the previous one is answered. Returns the rate in requests per second, the
 * latencies in milliseconds, and the server's CPU time per request in microseconds.
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

/** Returns the 50th and the 99th percentile. */
export function percentiles(samples: readonly number[]): { p50: number; p99: number } {
  const sorted = samples.toSorted((a, b) => a - b)
  const percentile = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
  return { p50: percentile(0.5), p99: percentile(0.99) }
}
