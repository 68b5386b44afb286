// Workloads with many watches: memory, latency of notifications, fan-out and isolation.

import { setTimeout as passed } from 'node:timers/promises'
import { percentiles } from './load.ts'
import { benchCollection, freshObject } from './objects.ts'
import type { BenchServer } from './server.ts'
import { cpuMs, residentBytes } from './usage.ts'
import { openStalled, openWatchers, type Watchers } from './watchers.ts'
import {
  type Metric,
  type StartWorkload,
  type RunningWorkload,
  type WorkloadSizes,
  workloadSetting,
  shortCount,
  type Workload,
} from './workload.ts'

export const watchWorkloads = (sizes: WorkloadSizes): Workload[] => {
  const [few, more, many] = sizes.watchers
  return [
    watcherMemory(sizes),
    notify(few, sizes),
    notify(more, sizes),
    notify(many, sizes),
    fanOut(more, sizes),
    fanOut(many, sizes),
    isolation(sizes),
  ]
}

/** Memory that each idle watcher adds to an otherwise idle server. */
const watcherMemory = ({ watchers: [, more, many] }: WorkloadSizes): StartWorkload => {
  const each: Metric = {
    unit: 'KiB',
    againstGenuine: { atMost: 0.3 },
    againstBare: { atMost: 2 },
    absolute: { atMost: 12 },
  }
  return {
    name: 'watchers',
    metrics: { [eachOf(more)]: each, [eachOf(many)]: each },
    observe: async function* (server) {
      yield
      const before = residentBytes(server.pids)
      const each = (count: number) => (residentBytes(server.pids) - before) / count / 1024
      const first = await openWatchers(server, more)
      yield
      const ofMore = each(more)
      const rest = await openWatchers(server, many - more)
      yield
      const ofMany = each(many)
      first.close()
      rest.close()
      return { [eachOf(more)]: ofMore, [eachOf(many)]: ofMany }
    },
  }
}

const eachOf = (count: number): string => `each of ${shortCount(count)}`

/**
 * Time from the start of a write until the last watcher has its event. The next write starts 30 ms
 * after the previous one, or when the previous one has arrived, whichever is later.
 */
const notify = (
  count: number,
  { notifications, watchers: [few] }: WorkloadSizes,
): RunningWorkload => ({
  name: `notify ${shortCount(count)}`,
  setting: workloadSetting(0),
  needsWarmUp: count === few,
  metrics: {
    p50: { unit: 'ms', againstGenuine: { atMost: 0.6 }, againstBare: { atMost: 2 } },
    p99: { unit: 'ms', againstGenuine: { atMost: 0.6 }, againstBare: { atMost: 2 } },
  },
  measure: server =>
    watched(server, count, watchers => latencies(server, { watchers, notifications, from: 0 })),
})

async function latencies(
  { api }: BenchServer,
  { watchers, notifications, from }: { watchers: Watchers; notifications: number; from: number },
): Promise<{ p50: number; p99: number }> {
  const samples: number[] = []
  for (let i = 1; i <= notifications; i++) {
    const start = performance.now()
    const arrived = watchers.untilEvents(from + i)
    await api.send('POST', benchCollection, freshObject())
    await arrived
    samples.push(performance.now() - start)
    await passed(Math.max(0, 30 - (performance.now() - start)))
  }
  return percentiles(samples)
}

/** A burst of creates, eight in flight, until every watcher has received all their events. */
const fanOut = (count: number, { bursts, watchers: [, more] }: WorkloadSizes): RunningWorkload => ({
  name: `fan-out ${shortCount(count)}`,
  setting: workloadSetting(0),
  needsWarmUp: count === more,
  metrics: {
    rate: { unit: '/s', againstGenuine: { atLeast: 2 }, againstBare: { atLeast: 0.5 } },
    cpu: { unit: 'µs', againstGenuine: { atMost: 0.4 } },
  },
  measure: server =>
    watched(server, count, async watchers => {
      const cpuBefore = cpuMs(server.pids)
      const start = performance.now()
      const arrived = watchers.untilEvents(bursts)
      let created = 0
      const client = async () => {
        while (created++ < bursts) await server.api.send('POST', benchCollection, freshObject())
      }
      await Promise.all(Array.from({ length: 8 }, client))
      await arrived
      const ms = performance.now() - start
      const events = count * bursts
      const cpu = ((cpuMs(server.pids) - cpuBefore) / events) * 1000
      return { rate: (events / ms) * 1000, cpu }
    }),
})

/**
 * Latency of notifications while ten other watchers never read and a client lists the collection in
 * a loop. `p99 growth` compares it with the latency without them.
 */
const isolation = ({
  large,
  watchers: [, count],
  notifications,
}: WorkloadSizes): RunningWorkload => ({
  name: 'isolation',
  setting: workloadSetting(large),
  needsWarmUp: false,
  metrics: {
    p99: { unit: 'ms', againstGenuine: { atMost: 0.5 } },
    'p99 growth': { unit: 'ratio', absolute: { atMost: 1.25 } },
  },
  measure: server =>
    watched(server, count, async watchers => {
      const quiet = await latencies(server, { watchers, notifications, from: 0 })
      const stalled = await openStalled(server, 10)
      let isOver = false
      const listing = (async () => {
        while (!isOver) await server.api.send('GET', `${benchCollection}?resourceVersion=0`)
      })()
      const busy = await latencies(server, { watchers, notifications, from: notifications })
      isOver = true
      await listing
      stalled.close()
      return { p99: busy.p99, 'p99 growth': busy.p99 / quiet.p99 }
    }),
})

/**
 * Opens watchers, runs `act`, and closes the watchers even if `act` throws. Prints a line if the
 * server has ended watches meanwhile, because the figures then do not count all watchers.
 */
async function watched(
  server: BenchServer,
  count: number,
  act: (watchers: Watchers) => Promise<Record<string, number>>,
): Promise<Record<string, number>> {
  const watchers = await openWatchers(server, count)
  const figures = await act(watchers).finally(watchers.close)
  const lost = watchers.lost()
  if (lost > 0) console.error(`${server.side}: ended ${lost} of ${count} watches meanwhile`)
  return figures
}
