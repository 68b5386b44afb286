// How long a run still takes: scenarios left, weighted by what their section costs, at the pace of
// those that are done; first what runs beside one another, then what runs alone.

import type { Target } from '../../fixtures/targets/target.ts'
import type { Check } from '../check.ts'
import { missingNeed } from '../target/needs.ts'
import { requirement } from '../select/select.ts'
import type { Verdict } from '../verdict.ts'

// Milliseconds a scenario on the reference, measured in a full run: most sections took about
// 150, these about 20 or 500. Only their proportions count.
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

// Before so much of the work is done, and a check on each lane, what is under way would count for
// too much.
const shareMin = 0.02

export type EstimateOptions = { runs: number; concurrency: number }

export type Estimate = {
  /** A check is done, so many milliseconds after the start. */
  done(verdict: Pick<Verdict, 'id' | 'cases'>, elapsedMs: number): void
  /** Milliseconds that are left; undefined as long as too little is known. */
  leftMs(): number | undefined
}

/** An estimate for a run of these checks. What the target is known to lack takes no time. */
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
  // What lanes beside one another took counts once for each lane.
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
