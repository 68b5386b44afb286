// Estimates how long a run still takes: the scenarios that are left, weighted by the cost of their
// section, at the pace of the finished ones. Concurrent checks come first, then those that run
// alone.

import type { Target } from '../../fixtures/targets/target.ts'
import type { Check } from '../check.ts'
import { missingNeed } from '../target/needs.ts'
import { requirement } from '../select/select.ts'
import type { Verdict } from '../verdict.ts'

// Milliseconds per scenario on the reference, measured in a full run: most sections took about 150,
// these about 20 or 500. Only the proportions matter.
const usualMs = 150
const quickMs = 20
const longMs = 500
const quick = [
  'egress-selector',
  'encryption',
  'event-rate-limit',
  'health',
  'node-agent-options',
  'object-fields',
  'proxy-config',
  'tracing',
  'versioning-and-gates',
]
const long = [
  'controller-manager-config',
  'create-and-update',
  'delete-and-finalizers',
  'dry-run',
  'encodings',
  'envelopes',
  'get',
  'watch',
]

// Before this share of the work and one check per environment are done, checks in progress would
// distort the estimate.
const shareMin = 0.02

export type EstimateOptions = { runs: number; concurrency: number }

/** An estimate of the remaining time of a run. */
export type Estimate = {
  /** Records a finished check, at a number of milliseconds after the start. */
  done(verdict: Pick<Verdict, 'id' | 'cases'>, elapsedMs: number): void
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
  { runs, concurrency }: EstimateOptions,
): Estimate {
  const open = new Map<string, { check: Check; cost: number }>(
    checks
      .filter(check => !missingNeed(target, check.needs))
      .map(check => [check.id, { check, cost: costOf(check, runs) }]),
  )
  const whole = [...open.values()].reduce((sum, { cost }) => sum + cost, 0)
  let doneCost = 0
  let performed = 0
  // The time of the environments together: concurrent work counts once for each environment.
  let laneMs = 0
  let lastMs = 0

  const costOfOpen = (isAlone: boolean) =>
    [...open.values()]
      .filter(({ check }) => check.alone === isAlone)
      .reduce((sum, { cost }) => sum + cost, 0)

  return {
    done({ id, cases }, elapsedMs) {
      const found = open.get(id)
      if (!found) return
      open.delete(id)
      laneMs += (elapsedMs - lastMs) * (found.check.alone ? 1 : concurrency)
      lastMs = elapsedMs
      if (cases === 0) return
      performed++
      doneCost += found.cost
    },
    leftMs() {
      if (performed < concurrency || doneCost < whole * shareMin) return undefined
      return (costOfOpen(false) / concurrency + costOfOpen(true)) * (laneMs / doneCost)
    },
  }
}

function costOf({ id, form, runsMax }: Check, runs: number): number {
  const { section } = requirement(id)
  const scenarios = form === 'example' ? 1 : Math.min(runs, runsMax ?? runs)
  const ms = quick.includes(section) ? quickMs : long.includes(section) ? longMs : usualMs
  return scenarios * ms
}
