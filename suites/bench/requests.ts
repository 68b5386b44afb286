// Workloads of requests for single objects.

import { runLoad } from './load.ts'
import { benchCollection, freshObject, benchObjectName, benchObject } from './objects.ts'
import type { BenchServer } from './server.ts'
import {
  type Metric,
  type RunningWorkload,
  type WorkloadSetting,
  type WorkloadSizes,
  workloadSetting,
  shortCount,
} from './workload.ts'

/** Sixteen clients send requests for single objects. */
export const requestWorkloads = (sizes: WorkloadSizes): RunningWorkload[] => [
  get(sizes),
  create('create, memory', sizes, {
    setting: workloadSetting(0),
    rate: { unit: '/s', againstGenuine: { atLeast: 2.5 }, againstBare: { atLeast: 0.3 } },
  }),
  create('create, disk', sizes, {
    setting: { objects: 0, isDurable: true },
    rate: { unit: '/s', againstGenuine: { atLeast: 2 } },
  }),
  mergePatch(sizes),
  apply('apply of one field', sizes, turn => `{"turn":"${turn}"}`),
  apply('apply of nothing new', sizes, () => '{"turn":"always"}'),
  mixed(sizes.small, sizes, 3),
  mixed(sizes.large, sizes, 8),
]

/** The processor time of a request, with a goal for the ratio to the genuine server. */
const cpu = (atMost: number): Metric => ({ unit: 'µs', againstGenuine: { atMost } })

const get = ({ small, loadMs }: WorkloadSizes): RunningWorkload => ({
  name: `get of ${shortCount(small)}`,
  setting: workloadSetting(small),
  needsWarmUp: true,
  metrics: {
    rate: { unit: '/s', againstGenuine: { atLeast: 3 }, againstBare: { atLeast: 0.35 } },
    p99: { unit: 'ms', againstGenuine: { atMost: 0.7 } },
    cpu: cpu(0.18),
  },
  measure: async server => {
    const act = () => server.api.send('GET', `${benchCollection}/${any(small)}`)
    const { rate, p99, cpu } = await runLoad(server, { ms: loadMs }, act)
    return { rate, p99, cpu }
  },
})

const create = (
  name: string,
  { creates }: WorkloadSizes,
  { setting, rate }: { setting: WorkloadSetting; rate: Metric },
): RunningWorkload => ({
  name,
  setting,
  needsWarmUp: true,
  metrics: { rate, cpu: cpu(0.25) },
  measure: async server => {
    const act = () => server.api.send('POST', benchCollection, freshObject())
    const { rate, cpu } = await runLoad(server, { count: creates }, act)
    return { rate, cpu }
  },
})

const mergePatch = ({ small, loadMs }: WorkloadSizes): RunningWorkload => ({
  name: `merge patch of ${shortCount(small)}`,
  setting: workloadSetting(small),
  needsWarmUp: true,
  metrics: { rate: { unit: '/s', againstGenuine: { atLeast: 3 } }, cpu: cpu(0.18) },
  measure: async server => {
    let turn = 0
    const patch = () => `{"metadata":{"annotations":{"turn":"${turn++}"}}}`
    const act = () => server.api.send('PATCH', `${benchCollection}/${any(small)}`, patch())
    const { rate, cpu } = await runLoad(server, { ms: loadMs }, act)
    return { rate, cpu }
  },
})

/** Applies an annotation to existing ConfigMaps. Their creator owns the other fields. */
const apply = (
  name: string,
  { small, loadMs }: WorkloadSizes,
  annotations: (turn: number) => string,
): RunningWorkload => ({
  name: `${name}, ${shortCount(small)}`,
  setting: workloadSetting(small),
  needsWarmUp: true,
  metrics: { rate: { unit: '/s', againstGenuine: { atLeast: 2.5 } }, cpu: cpu(0.25) },
  measure: async server => {
    let turn = 0
    // At most 200 objects, so that most applies are not the first one to their object.
    const act = () => {
      const object = benchObjectName(turn % Math.min(small, 200))
      const metadata = `{"name":"${object}","annotations":${annotations(turn++)}}`
      const body = `{"apiVersion":"v1","kind":"ConfigMap","metadata":${metadata}}`
      return server.api.apply(`${benchCollection}/${object}`, body)
    }
    const { rate, cpu } = await runLoad(server, { ms: loadMs }, act)
    return { rate, cpu }
  },
})

const mixed = (objects: number, { loadMs }: WorkloadSizes, atLeast: number): RunningWorkload => ({
  name: `mixed of ${shortCount(objects)}`,
  setting: workloadSetting(objects),
  needsWarmUp: true,
  metrics: { rate: { unit: '/s', againstGenuine: { atLeast } }, cpu: { unit: 'µs' } },
  measure: async server => {
    let turn = 0
    const act = () => mixedRequest(server, { turn: turn++, objects })
    const { rate, cpu } = await runLoad(server, { ms: loadMs }, act)
    return { rate, cpu }
  },
})

/** Of every 20 requests, 14 are gets, 2 are lists of ten objects, 3 are updates, 1 is a create. */
function mixedRequest(
  { api }: BenchServer,
  { turn, objects }: { turn: number; objects: number },
): Promise<number> {
  const kind = turn % 20
  if (kind === 0) return api.send('POST', benchCollection, freshObject())
  if (kind % 10 === 5) return api.send('GET', `${benchCollection}?limit=10`)
  const name = any(objects)
  if (kind % 6 === 1 && kind < 14)
    return api.send('PUT', `${benchCollection}/${name}`, benchObject(name))
  return api.send('GET', `${benchCollection}/${name}`)
}

const any = (objects: number): string => benchObjectName(Math.floor(Math.random() * objects))
