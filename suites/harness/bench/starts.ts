// What a server costs before it has served anybody, and what each object adds.

import { setTimeout as passed } from 'node:timers/promises'
import { fill } from './objects.ts'
import { residentBytes } from './usage.ts'
import { fresh, type Sizes, short, type Workload } from './workload.ts'

export const starts = ({ idleMs, middle }: Sizes): Workload[] => [
  {
    name: 'start',
    setting: fresh,
    metrics: {
      'cold start': { unit: 'ms', againstGenuine: { atMost: 0.15 }, againstBare: { atMost: 5 } },
      'idle memory': {
        unit: 'MiB',
        againstGenuine: { atMost: 0.35 },
        againstBare: { atMost: 2 },
        alone: { atMost: 125 },
      },
    },
    measure: async ({ api, pids, startMs }) => {
      for (const path of ['/api', '/apis', '/openapi/v3']) await api.text(path)
      await passed(idleMs)
      return { 'cold start': startMs, 'idle memory': residentBytes(pids) / 2 ** 20 }
    },
  },
  {
    name: `objects ${short(middle)}`,
    setting: fresh,
    metrics: {
      each: { unit: 'KiB', againstGenuine: { atMost: 0.3 }, againstBare: { atMost: 2 } },
    },
    measure: async server => {
      const before = residentBytes(server.pids)
      await fill(server, middle)
      await passed(idleMs)
      return { each: (residentBytes(server.pids) - before) / middle / 1024 }
    },
  },
]
