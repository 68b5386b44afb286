// What a server costs before it has served anybody, and what each object adds.

import { fillCollection } from './objects.ts'
import { residentBytes } from './usage.ts'
import { type StartWorkload, type WorkloadSizes, shortCount } from './workload.ts'

/** The start of an empty server, its memory at rest, and what each object adds to it. */
export const startWorkload = ({ middle }: WorkloadSizes): StartWorkload => ({
  name: 'start',
  metrics: {
    'cold start': { unit: 'ms', againstGenuine: { atMost: 0.15 }, againstBare: { atMost: 5 } },
    'idle memory': {
      unit: 'MiB',
      againstGenuine: { atMost: 0.35 },
      againstBare: { atMost: 2 },
      alone: { atMost: 125 },
    },
    [eachOf(middle)]: {
      unit: 'KiB',
      againstGenuine: { atMost: 0.3 },
      againstBare: { atMost: 2 },
    },
  },
  observe: async function* (server) {
    const { api, pids, startMs } = server
    for (const path of ['/api', '/apis', '/openapi/v3']) await api.text(path)
    yield
    const idle = residentBytes(pids)
    await fillCollection(server, { from: 0, to: middle })
    yield
    return {
      'cold start': startMs,
      'idle memory': idle / 2 ** 20,
      [eachOf(middle)]: (residentBytes(pids) - idle) / middle / 1024,
    }
  },
})

const eachOf = (count: number): string => `each of ${shortCount(count)} objects`
