// The workload that measures start time, idle memory, and memory per object.

import { fillCollection } from './objects.ts'
import { residentBytes } from './usage.ts'
import { type StartWorkload, type WorkloadSizes, shortCount } from './workload.ts'

/** Measures the start of an empty server, its idle memory, and the memory that each object adds. */
export const startWorkload = ({ middle }: WorkloadSizes): StartWorkload => ({
  name: 'start',
  metrics: {
    'cold start': { unit: 'ms', againstGenuine: { atMost: 0.06 }, againstBare: { atMost: 5 } },
    'idle memory': {
      unit: 'MiB',
      againstGenuine: { atMost: 0.2 },
      againstBare: { atMost: 2 },
      absolute: { atMost: 60 },
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
