// Estimates how long a run still takes: the scenarios that are left, weighted by the cost of their
// section, at the pace of the finished ones. Checks of the target and of started programs run at
// the same time, those that run alone after them.

import type { Target } from '../../fixtures/targets/target.ts'
import type { Check } from '../check.ts'
import { missingNeed } from '../target/needs.ts'
import { notBuiltInReason } from '../target/needs-types.ts'
import { concurrencyFor } from '../target/run-namespaces.ts'
import { requirement } from '../select/select.ts'
import { startsPrograms } from '../select/started-programs.ts'
import type { Verdict } from '../verdict.ts'
import { environmentCounts, runsLast } from './check-queue.ts'
import type { EnvironmentCounts } from './check-queue.ts'

// Milliseconds per scenario, measured in full runs on the reference and on partial servers: most
// sections took about 150. Only the proportions matter.
const usualMs = 150
const costs: { ms: number; sections: string[] }[] = [
  {
    ms: 20,
    sections: [
      'egress-selector',
      'encryption',
      'event-rate-limit',
      'health',
      'node-agent-options',
      'proxy-config',
      'tracing',
    ],
  },
  {
    ms: 80,
    sections: [
      'create-and-update',
      'delete-and-finalizers',
      'dry-run',
      'errors',
      'field-validation',
      'list',
      'object-fields',
      'paging',
    ],
  },
  { ms: 400, sections: ['controller-manager-config', 'server-side-apply', 'table', 'watch'] },
  // These wait until a policy or a webhook is in force.
  { ms: 2_000, sections: ['admission'] },
]

// Before this share of the work and one check per environment are done, checks in progress would
// distort the estimate.
const shareMin = 0.03

// The pace is a geometric mean, so that a few checks that wait for long, or shrink a failure, do
// not dominate the first estimates. Checks that end early, such as those of a server that refuses
// every create, count with `paceMin`. At first the usual pace counts as this share of the work.
const paceMin = 0.3
const usualShare = 0.01

export type EstimateOptions = { scenarios: number; concurrency: number }

/** An estimate of the remaining time of a run. */
export type Estimate = {
  /** Receives how many checks run at the same time, if it is not as planned. */
  runsIn(counts: EnvironmentCounts): void
  /** Records a finished check and the milliseconds that it took. */
  record(verdict: Pick<Verdict, 'id' | 'cases'>, tookMs: number): void
  /** The milliseconds that are left, or undefined while too little is known. */
  leftMs(): number | undefined
}

/**
 * Creates the estimate for a run of these checks. Checks that the target is known to lack count as
 * zero.
 */
export function estimateOf(
  checks: Check[],
  target: Target,
  { scenarios, concurrency }: EstimateOptions,
): Estimate {
  const { start, startAgent } = target.controls
  let counts = environmentCounts(checks, {
    concurrency: concurrencyFor(target, concurrency),
    hasPrograms: start !== undefined || startAgent !== undefined,
  })
  const isLacking = ({ id, needs }: Check) =>
    missingNeed(target, needs) !== undefined || notBuiltInReason(target, id) !== undefined
  const open = new Map<string, { check: Check; cost: number }>(
    checks
      .filter(check => !isLacking(check))
      .map(check => [check.id, { check, cost: costOf(check, scenarios) }]),
  )
  const whole = [...open.values()].reduce((sum, { cost }) => sum + cost, 0)
  let doneCost = 0
  let performed = 0
  let logOfPaces = 0

  const costOfOpen = (isCounted: (check: Check) => boolean) =>
    [...open.values()]
      .filter(({ check }) => isCounted(check))
      .reduce((sum, { cost }) => sum + cost, 0)
  const isApart = (check: Check) => counts.programs > 0 && startsPrograms(check)

  return {
    runsIn(opened) {
      counts = opened
    },
    record({ id, cases }, tookMs) {
      const found = open.get(id)
      if (!found) return
      open.delete(id)
      if (cases === 0) return
      performed++
      doneCost += found.cost
      logOfPaces += found.cost * Math.log(Math.max(tookMs / found.cost, paceMin))
    },
    leftMs() {
      if (performed < counts.target || doneCost < whole * shareMin) return undefined
      const last = costOfOpen(runsLast)
      const apart = costOfOpen(check => !runsLast(check) && isApart(check))
      const others = costOfOpen(check => !runsLast(check) && !isApart(check))
      const concurrent = Math.max(others / counts.target, apart / Math.max(counts.programs, 1))
      const pace = Math.exp(logOfPaces / (doneCost + whole * usualShare))
      return (concurrent + last) * pace
    },
  }
}

function costOf({ id, kind, scenariosMax }: Check, wanted: number): number {
  const { section } = requirement(id)
  const scenarios = kind === 'example' ? 1 : Math.min(wanted, scenariosMax ?? wanted)
  return scenarios * (costs.find(({ sections }) => sections.includes(section))?.ms ?? usualMs)
}
