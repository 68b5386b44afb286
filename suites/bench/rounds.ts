// Runs workloads in rounds: in each round, every server is measured once.

import { setTimeout as passed } from 'node:timers/promises'
import { fillCollection } from './objects.ts'
import { type Programs, type BenchServer, type Side, startServer } from './server.ts'
import { type RoundFigures, type MetricRow, summarizeWorkload } from './summary.ts'
import { residentBytes } from './usage.ts'
import type {
  Figures,
  StartWorkload,
  RunningWorkload,
  WorkloadSetting,
  Workload,
} from './workload.ts'

export type Plan = {
  programs: Programs
  sides: readonly Side[]
  rounds: number
  /** Whether workloads with `needsWarmUp` run once before they are measured. */
  isWarmedUp: boolean
  /** Idle time of the processes before their memory is read. */
  idleMs: number
}

/** Workloads that run on the same processes, or one workload that starts new ones each round. */
export type WorkloadGroup =
  | { on: WorkloadSetting; workloads: RunningWorkload[] }
  | { anew: StartWorkload }

/** Groups the workloads with equal settings, in the order in which each setting first occurs. */
export function groupBySetting(workloads: readonly Workload[]): WorkloadGroup[] {
  const groups = new Map<string, WorkloadGroup>()
  for (const one of workloads) {
    const key = 'setting' in one ? JSON.stringify(one.setting) : one.name
    const group = groups.get(key)
    if (!('setting' in one)) groups.set(key, { anew: one })
    else if (group && 'on' in group) group.workloads.push(one)
    else groups.set(key, { on: one.setting, workloads: [one] })
  }
  return [...groups.values()]
}

/**
 * Measures a group round by round, where each round covers all sides, and calls `report` after each
 * workload. Stops all servers before it returns or throws.
 */
export async function measureGroup(
  group: WorkloadGroup,
  plan: Plan,
  report: (rows: MetricRow[]) => void,
): Promise<void> {
  if ('anew' in group)
    return report(summarizeWorkload(group.anew, await runOnNewServers(group.anew, plan)))
  const { on, workloads } = group
  const sides = plan.sides.filter(side => side !== 'bare' || !on.isDurable)
  await using(async servers => {
    for (const side of sides) await fillServer(servers, side, on, plan)
    for (const one of workloads)
      report(summarizeWorkload(one, await runOnFilledServer(one, servers, plan)))
  })
}

/** Runs `act`, then stops the servers that it has added, even if it throws. */
async function using<Result>(act: (servers: BenchServer[]) => Promise<Result>): Promise<Result> {
  const servers: BenchServer[] = []
  try {
    return await act(servers)
  } finally {
    for (const server of servers) await server.stop()
  }
}

async function fillServer(
  servers: BenchServer[],
  side: Side,
  { objects, isDurable }: WorkloadSetting,
  { programs }: Plan,
): Promise<void> {
  const server = await startServer(side, programs, { isDurable })
  servers.push(server)
  await fillCollection(server, { from: 0, to: objects })
  // Wait for the garbage of the fill to be collected. Otherwise it raises `restBytes`.
  await passed(objects > 0 ? 1000 : 0)
  server.restBytes = residentBytes(server.pids)
}

type Rounds = Record<string, RoundFigures[]>
type Sides = Map<Side, Figures>

async function runOnNewServers(workload: StartWorkload, plan: Plan): Promise<Rounds> {
  const rounds: Rounds = {}
  // Start the genuine server last: it stays busy after its start and would slow the next start.
  const sides = plan.sides.toSorted((a, b) => Number(a === 'genuine') - Number(b === 'genuine'))
  for (let round = 0; round < plan.rounds; round++) {
    const figures = await using(async servers => {
      for (const side of sides) {
        servers.push(await startServer(side, plan.programs, { isDurable: false }))
      }
      return observeAll(workload, servers, plan)
    })
    add(rounds, workload, figures)
  }
  return rounds
}

/** Observes all sides in parallel: they idle at the same time, which saves two of three waits. */
async function observeAll(
  workload: StartWorkload,
  servers: readonly BenchServer[],
  { idleMs }: Plan,
): Promise<Sides> {
  const under = servers.map(server => ({ side: server.side, steps: workload.observe(server) }))
  const figures: Sides = new Map()
  while (true) {
    for (const { side, steps } of under) {
      const step = await steps.next()
      if (step.done) figures.set(side, step.value)
    }
    if (figures.size > 0) return figures
    await passed(idleMs)
  }
}

async function runOnFilledServer(
  workload: RunningWorkload,
  servers: BenchServer[],
  plan: Plan,
): Promise<Rounds> {
  const rounds: Rounds = {}
  if (plan.isWarmedUp && workload.needsWarmUp) {
    for (const server of servers) await workload.measure(server)
  }
  for (let round = 0; round < plan.rounds; round++) {
    const figures: Sides = new Map()
    for (const server of rotated(servers, round)) {
      figures.set(server.side, await workload.measure(server))
    }
    add(rounds, workload, figures)
  }
  return rounds
}

/** Rotates the order by one each round, so that the first of one round is the last of the next. */
const rotated = <T>(all: readonly T[], round: number): T[] => {
  const first = round % all.length
  return [...all.slice(first), ...all.slice(0, first)]
}

function add(rounds: Rounds, { metrics }: Workload, figures: Sides): void {
  for (const name of Object.keys(metrics)) {
    const round: RoundFigures = {}
    for (const [side, of] of figures) {
      const value = of[name]
      if (value !== undefined) round[side] = value
    }
    rounds[name] = [...(rounds[name] ?? []), round]
  }
}
