import { load } from './load.ts'
import { collection, freshObject, nameOf, objectNamed } from './objects.ts'
import type { Server } from './server.ts'
import {
  type Metric,
  type OnRunning,
  type Setting,
  type Sizes,
  setting,
  short,
} from './workload.ts'

/** Single objects, sixteen clients. */
export const requests = (sizes: Sizes): OnRunning[] => [
  get(sizes),
  create('create, memory', sizes, {
    setting: setting(0),
    rate: { unit: '/s', againstGenuine: { atLeast: 4 }, againstBare: { atLeast: 0.3 } },
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

const cpu: Metric = { unit: 'µs' }

const get = ({ small, loadMs }: Sizes): OnRunning => ({
  name: `get of ${short(small)}`,
  setting: setting(small),
  needsWarmUp: true,
  metrics: {
    rate: { unit: '/s', againstGenuine: { atLeast: 2 }, againstBare: { atLeast: 0.35 } },
    p99: { unit: 'ms', againstGenuine: { atMost: 0.7 } },
    cpu,
  },
  measure: async server => {
    const act = () => server.api.send('GET', `${collection}/${any(small)}`)
    const { rate, p99, cpu } = await load(server, { ms: loadMs }, act)
    return { rate, p99, cpu }
  },
})

const create = (
  name: string,
  { creates }: Sizes,
  { setting, rate }: { setting: Setting; rate: Metric },
): OnRunning => ({
  name,
  setting,
  needsWarmUp: true,
  metrics: { rate, cpu },
  measure: async server => {
    const act = () => server.api.send('POST', collection, freshObject())
    const { rate, cpu } = await load(server, { count: creates }, act)
    return { rate, cpu }
  },
})

const mergePatch = ({ small, loadMs }: Sizes): OnRunning => ({
  name: `merge patch of ${short(small)}`,
  setting: setting(small),
  needsWarmUp: true,
  metrics: { rate: { unit: '/s', againstGenuine: { atLeast: 3 } }, cpu },
  measure: async server => {
    let turn = 0
    const patch = () => `{"metadata":{"annotations":{"turn":"${turn++}"}}}`
    const act = () => server.api.send('PATCH', `${collection}/${any(small)}`, patch())
    const { rate, cpu } = await load(server, { ms: loadMs }, act)
    return { rate, cpu }
  },
})

/** Of a ConfigMap, beside what its creator owns. */
const apply = (
  name: string,
  { small, loadMs }: Sizes,
  annotations: (turn: number) => string,
): OnRunning => ({
  name: `${name}, ${short(small)}`,
  setting: setting(small),
  needsWarmUp: true,
  metrics: { rate: { unit: '/s', againstGenuine: { atLeast: 3 } }, cpu },
  measure: async server => {
    let turn = 0
    // Few enough that each is soon applied to for the second time.
    const act = () => {
      const object = nameOf(turn % Math.min(small, 200))
      const metadata = `{"name":"${object}","annotations":${annotations(turn++)}}`
      const body = `{"apiVersion":"v1","kind":"ConfigMap","metadata":${metadata}}`
      return server.api.apply(`${collection}/${object}`, body)
    }
    const { rate, cpu } = await load(server, { ms: loadMs }, act)
    return { rate, cpu }
  },
})

const mixed = (objects: number, { loadMs }: Sizes, atLeast: number): OnRunning => ({
  name: `mixed of ${short(objects)}`,
  setting: setting(objects),
  needsWarmUp: true,
  metrics: { rate: { unit: '/s', againstGenuine: { atLeast } }, cpu },
  measure: async server => {
    let turn = 0
    const act = () => mixedRequest(server, { turn: turn++, objects })
    const { rate, cpu } = await load(server, { ms: loadMs }, act)
    return { rate, cpu }
  },
})

/** Of twenty requests fourteen gets, two lists of ten, three updates and a create. */
function mixedRequest(
  { api }: Server,
  { turn, objects }: { turn: number; objects: number },
): Promise<number> {
  const kind = turn % 20
  if (kind === 0) return api.send('POST', collection, freshObject())
  if (kind % 10 === 5) return api.send('GET', `${collection}?limit=10`)
  const name = any(objects)
  if (kind % 6 === 1 && kind < 14)
    return api.send('PUT', `${collection}/${name}`, objectNamed(name))
  return api.send('GET', `${collection}/${name}`)
}

const any = (objects: number): string => nameOf(Math.floor(Math.random() * objects))
