// Workloads that list a collection: as a whole, in other formats, in pages, and under memory load.

import { get } from 'node:https'
import { setTimeout as passed } from 'node:timers/promises'
import { benchCollection } from './objects.ts'
import type { BenchServer } from './server.ts'
import { cpuMs, forgetPeak, peakBytes } from './usage.ts'
import {
  type Metric,
  type RunningWorkload,
  type WorkloadSizes,
  workloadSetting,
  shortCount,
} from './workload.ts'

export const listWorkloads = (sizes: WorkloadSizes): RunningWorkload[] => {
  const { small, middle, large } = sizes
  return [
    list(small, 4),
    list(middle, 2),
    list(large, 1),
    listAs('Protobuf', protobuf, small),
    listAs('a Table', table, small),
    ...paged(small, large),
    listMemory(large, sizes),
  ]
}

/** One client lists the whole collection in one response. */
const list = (objects: number, times: number): RunningWorkload => ({
  name: `list of ${shortCount(objects)}`,
  setting: workloadSetting(objects),
  needsWarmUp: true,
  metrics: {
    rate: { unit: 'MB/s', againstGenuine: { atLeast: 2.5 }, againstBare: { atLeast: 0.5 } },
    'cpu per MB': { unit: 'ms', againstGenuine: { atMost: 0.3 } },
  },
  measure: async ({ api, pids }) => {
    const cpuBefore = cpuMs(pids)
    const start = performance.now()
    let bytes = 0
    for (let i = 0; i < times; i++) bytes += await api.send('GET', whole)
    const ms = performance.now() - start
    const megabytes = bytes / 1e6
    return { rate: (megabytes / ms) * 1000, 'cpu per MB': (cpuMs(pids) - cpuBefore) / megabytes }
  },
})

const protobuf = 'application/vnd.kubernetes.protobuf,application/json'
const table = 'application/json;as=Table;g=meta.k8s.io;v=v1,application/json'

/**
 * One client lists the whole collection in another format. The rate is in objects, because the
 * encodings of the servers differ in length. There is no goal against the bare server, which
 * serves only JSON.
 */
const listAs = (form: string, accept: string, objects: number): RunningWorkload => ({
  name: `list of ${shortCount(objects)} as ${form}`,
  setting: workloadSetting(objects),
  needsWarmUp: true,
  metrics: {
    rate: { unit: 'objects/s', againstGenuine: { atLeast: 1 } },
    'cpu an object': { unit: 'us' },
  },
  measure: async ({ api, pids }) => {
    const times = 4
    const cpuBefore = cpuMs(pids)
    const start = performance.now()
    for (let i = 0; i < times; i++) await api.read(whole, accept)
    const ms = performance.now() - start
    const count = objects * times
    return {
      rate: (count / ms) * 1000,
      'cpu an object': ((cpuMs(pids) - cpuBefore) / count) * 1000,
    }
  },
})

const whole = `${benchCollection}?resourceVersion=0`

/**
 * One client lists a collection in pages of 500 objects. `growth` compares the time per page of the
 * large collection with that of the small one, so the small one has to run first.
 */
function paged(small: number, large: number): RunningWorkload[] {
  const msSmall = new Map<string, number>()
  const page: Metric = { unit: 'ms', againstBare: { atMost: 2.5 } }
  return [
    {
      name: `pages ${shortCount(small)}`,
      setting: workloadSetting(small),
      needsWarmUp: true,
      metrics: { 'per page': page },
      measure: async server => {
        const ms = await pageMs(server)
        msSmall.set(server.side, ms)
        return { 'per page': ms }
      },
    },
    {
      name: `pages ${shortCount(large)}`,
      setting: workloadSetting(large),
      needsWarmUp: true,
      metrics: {
        'per page': { ...page, againstGenuine: { atMost: 0.2 } },
        growth: { unit: 'ratio', absolute: { atMost: 1.3 } },
      },
      measure: async server => {
        const ms = await pageMs(server)
        return { 'per page': ms, growth: ms / (msSmall.get(server.side) ?? Number.NaN) }
      },
    },
  ]
}

async function pageMs({ api }: BenchServer): Promise<number> {
  const start = performance.now()
  let pages = 0
  for (let next: string | undefined = ''; next !== undefined; pages++) {
    const text: string = await api.text(`${benchCollection}?limit=500${next}`)
    const token: string | undefined = /"continue":"([^"]+)"/.exec(text.slice(0, 4096))?.[1]
    next = token && `&continue=${encodeURIComponent(token)}`
  }
  return (performance.now() - start) / pages
}

/** Runs four lists at once. One of them is read at 1 MB/s until the others have ended. */
const listMemory = (objects: number, { idleMs }: WorkloadSizes): RunningWorkload => ({
  name: '4 lists',
  setting: workloadSetting(objects),
  needsWarmUp: false,
  metrics: {
    'peak growth': { unit: 'MiB', againstGenuine: { atMost: 0.05 }, absolute: { atMost: 64 } },
    'peak memory': { unit: 'MiB' },
  },
  measure: async server => {
    const { api, pids, restBytes } = server
    forgetPeak(pids)
    const slow = readSlowly(server)
    await Promise.all([1, 2, 3].map(() => api.send('GET', whole)))
    // By now, data that the server buffers for the slow reader shows in its memory.
    await passed(Math.min(idleMs, 1000))
    slow.leave()
    const peak = peakBytes(pids)
    return { 'peak growth': (peak - restBytes) / 2 ** 20, 'peak memory': peak / 2 ** 20 }
  },
})

/** Starts a list and reads its response at 1 MB/s. */
function readSlowly({ url, certificateAuthority: ca, token }: BenchServer): { leave(): void } {
  const headers = { authorization: `Bearer ${token}` }
  // Use a separate connection, because `leave` destroys it.
  const request = get(`${url}${whole}`, { ca, headers, agent: false }, response => {
    response.on('data', (chunk: Buffer) => {
      response.pause()
      setTimeout(() => response.resume(), chunk.length / 1000)
    })
    response.on('error', () => {})
  })
  request.on('error', () => {})
  return { leave: () => void request.destroy() }
}
