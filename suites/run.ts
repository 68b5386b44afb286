// Runs checks against a target: the same runner for certify, replay, mutants and the vitest front.

import { randomBytes } from 'node:crypto'
import { createClient } from '../fixtures/client/client.ts'
import type { Client } from '../fixtures/client/client.ts'
import type { Target } from '../fixtures/targets/target.ts'
import { Unreachable } from '../fixtures/targets/target.ts'
import type { Bench } from '../properties/bench.ts'
import type { Identity } from '../properties/scenario.ts'
import { attempt } from './attempt.ts'
import type { AttemptOptions } from './attempt.ts'
import type { Check } from './check.ts'
import { doorsOf } from './doors.ts'
import { lease, sweep } from './lease.ts'
import type { Swept } from './lease.ts'
import { lackOf, needsOf, reasonOf } from './needs.ts'
import type { Need } from './needs.ts'
import { drawsOf } from './seed.ts'
import type { Verdict } from './verdict.ts'

export type RunOptions = Omit<AttemptOptions, 'onHistory'> & {
  /** How many checks run at the same time, each in namespaces of its own. */
  concurrency: number
  /** Milliseconds for one scenario. */
  caseMs: number
  onVerdict?: (verdict: Verdict, requests: number) => void
  onHistory?: AttemptOptions['onHistory']
}

export type Outcome = { verdicts: Verdict[]; requests: number; swept: Swept }

/**
 * The verdicts of all checks, in the order given; those that would disturb others are run after
 * them, one by one. What the run made is gone when it returns, but for what `swept` says is left.
 * @throws Unreachable when the target stops answering
 */
export async function run(checks: Check[], target: Target, options: RunOptions): Promise<Outcome> {
  const lanes = await openBenches(target, options)
  const watch = watchOver(options)
  const entries = [...checks.entries()]
  const beside = entries.filter(([, check]) => !check.alone)
  const alone = entries.filter(([, check]) => check.alone)
  const verdicts: Verdict[] = []
  const work = async (queue: [number, Check][], bench: Bench) => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [position, check] = next
      const verdict = watch.signal.aborted
        ? stopped(check)
        : await verdictOf(check, target, bench, { ...options, ...watch })
      verdicts[position] = verdict
      options.onVerdict?.(verdict, lanes.requests())
    }
  }
  try {
    await Promise.all(lanes.benches.map(bench => work(beside, bench)))
    await Promise.all(lanes.benches.slice(0, 1).map(bench => work(alone, bench)))
  } catch (problem) {
    await lanes.close()
    throw problem
  }
  const swept = await lanes.close()
  if (watch.signal.reason instanceof Unreachable) throw watch.signal.reason
  return { verdicts, requests: lanes.requests(), swept }
}

/** A check that was selected and did not run is an error of the run, never silence. */
const stopped = ({ id }: Check): Verdict => ({
  id,
  verdict: 'error',
  cases: 0,
  observations: 0,
  because: 'the run was stopped before this check',
})

// One dead connection is nothing; this many scenarios in a row without any answer are a dead target.
const silentHistoriesMax = 5

/** The run's signal and recorder, and an end to it when the target stops answering. */
function watchOver({
  signal,
  onHistory,
}: RunOptions): Pick<AttemptOptions, 'signal' | 'onHistory'> {
  const dead = new AbortController()
  let silent = 0
  return {
    signal: AbortSignal.any([signal, dead.signal]),
    onHistory: (check, history, scenario) => {
      const isSilent = history.exchanges.some(one => one.request.path !== '' && !one.answer)
      silent = isSilent && !history.exchanges.some(one => one.answer) ? silent + 1 : 0
      const last = history.exchanges.at(-1)?.problem
      if (silent >= silentHistoriesMax)
        dead.abort(new Unreachable(`the target stopped answering: ${last}`))
      onHistory?.(check, history, scenario)
    },
  }
}

/** Benches on one target; `close` sweeps what was made on them. */
export type Benches = { benches: Bench[]; requests(): number; close(): Promise<Swept> }

/** Leases namespaces for a number of lanes. @throws Unreachable when the target refuses. */
export async function openBenches(
  target: Target,
  { concurrency: lanes, caseMs }: Pick<RunOptions, 'concurrency' | 'caseMs'>,
): Promise<Benches> {
  const run = randomBytes(4).toString('hex')
  const clients = clientsOf(target)
  const doors = doorsOf(target)
  const { types, controls, apiDomain, dialect } = target
  const shared = {
    clients,
    door: doors.client,
    types,
    controls,
    apiDomain,
    dialect: dialect.name,
    ordered: dialect.ordered,
    run,
    caseMs,
    definitions: new Map(),
  }
  let cases = 0
  const requests = () =>
    Object.values(clients).reduce((sum, client) => sum + client.requests(), doors.requests())
  const close = async () => {
    const swept = await sweep(shared, run)
    await Promise.all([...Object.values(clients), doors].map(one => one.close()))
    return swept
  }
  try {
    const benches: Bench[] = []
    for (let lane = 0; lane < lanes; lane++) {
      const namespaces = await lease(target, clients.admin, run, lane)
      benches.push({ ...shared, namespaces, nextPrefix: () => `t${run}-${cases++}-` })
    }
    return { benches, requests, close }
  } catch (problem) {
    await close()
    throw problem
  }
}

/** One check on one bench; a check that the target cannot serve is inapplicable. */
export async function verdictOf(
  check: Check,
  target: Target,
  bench: Bench,
  options: Omit<RunOptions, 'concurrency' | 'caseMs'>,
): Promise<Verdict> {
  const declared = lackOf(target, check.needs)
  if (declared) return inapplicable(check, declared)
  try {
    const draws = drawsOf(check, options.seed, options.runs)
    const lacking = lackOf(target, needsOf(...draws.map(({ scenario }) => scenario)))
    if (lacking) return inapplicable(check, lacking)
    const onHistory = options.onHistory ?? (() => {})
    return await attempt(check, bench, { ...options, onHistory, draws })
  } catch (bug) {
    // A judge or a scenario that throws is our fault, never the target's.
    const because = options.signal.aborted
      ? 'the run was stopped'
      : `the harness failed: ${(bug as Error).stack ?? String(bug)}`
    return { id: check.id, verdict: 'error', cases: 0, observations: 0, because }
  }
}

const inapplicable = ({ id }: Check, lacking: Need): Verdict => ({
  id,
  verdict: 'inapplicable',
  cases: 0,
  observations: 0,
  because: reasonOf(lacking),
})

function clientsOf(target: Target): { admin: Client } & Partial<Record<Identity, Client>> {
  const entries = Object.entries(target.credentials).map(
    ([identity, credential]) => [identity, createClient(target.connection, credential)] as const,
  )
  return Object.fromEntries(entries) as { admin: Client }
}
