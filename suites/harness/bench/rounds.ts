import { setTimeout as passed } from 'node:timers/promises'
import { fill } from './objects.ts'
import { type Programs, type Server, type Side, startServer } from './server.ts'
import { type Round, type Row, summaryOf } from './summary.ts'
import { residentBytes } from './usage.ts'
import type { Setting, Workload } from './workload.ts'

export type Plan = {
  programs: Programs
  sides: readonly Side[]
  rounds: number
  /** Whether each workload runs once before it is measured. */
  isWarmedUp: boolean
}

type Rounds = Record<string, Round[]>

/**
 * Measures workloads that share a setting, a round of all sides after the other, and tells of each
 * as soon as it is done. All servers have ended when it returns or throws.
 */
export async function measureAll(
  workloads: readonly Workload[],
  plan: Plan,
  tell: (rows: Row[]) => void,
): Promise<void> {
  const [first] = workloads
  if (!first) return
  const { setting } = first
  const sides = plan.sides.filter(side => side !== 'bare' || !setting.isDurable)
  if (setting.isFresh) {
    for (const one of workloads) tell(summaryOf(one, await eachAnew(one, sides, plan)))
    return
  }
  const servers: Server[] = []
  try {
    for (const side of sides) servers.push(await filled(side, setting, plan))
    for (const one of workloads) tell(summaryOf(one, await onSame(one, servers, plan)))
  } finally {
    for (const server of servers) await server.stop()
  }
}

/** Workloads in the order of their settings' first use. */
export function bySetting(workloads: readonly Workload[]): Workload[][] {
  const groups = new Map<string, Workload[]>()
  for (const one of workloads) {
    const key = JSON.stringify(one.setting)
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()]
}

async function filled(side: Side, { objects, isDurable }: Setting, plan: Plan): Promise<Server> {
  const server = await startServer(side, plan.programs, { isDurable })
  try {
    await fill(server, objects)
  } catch (cause) {
    await server.stop()
    throw cause
  }
  // Garbage of the filling is no growth of what is measured next.
  await passed(objects > 0 ? 1000 : 0)
  return { ...server, restBytes: residentBytes(server.pids) }
}

async function eachAnew(workload: Workload, sides: readonly Side[], plan: Plan): Promise<Rounds> {
  const rounds: Rounds = {}
  for (let round = 0; round < plan.rounds; round++) {
    const figures: Figures = new Map()
    for (const side of rotated(sides, round)) {
      const server = await startServer(side, plan.programs, { isDurable: false })
      figures.set(side, await workload.measure(server).finally(server.stop))
    }
    add(rounds, workload, figures)
  }
  return rounds
}

async function onSame(workload: Workload, servers: Server[], plan: Plan): Promise<Rounds> {
  const rounds: Rounds = {}
  if (plan.isWarmedUp) for (const server of servers) await workload.measure(server)
  for (let round = 0; round < plan.rounds; round++) {
    const figures: Figures = new Map()
    for (const server of rotated(servers, round)) {
      figures.set(server.side, await workload.measure(server))
    }
    add(rounds, workload, figures)
  }
  return rounds
}

type Figures = Map<Side, Record<string, number>>

/** Whoever is first in one round is last in the next. */
const rotated = <T>(all: readonly T[], round: number): T[] => {
  const first = round % all.length
  return [...all.slice(first), ...all.slice(0, first)]
}

function add(rounds: Rounds, { metrics }: Workload, figures: Figures): void {
  for (const name of Object.keys(metrics)) {
    const round: Round = {}
    for (const [side, of] of figures) {
      const value = of[name]
      if (value !== undefined) round[side] = value
    }
    rounds[name] = [...(rounds[name] ?? []), round]
  }
}
