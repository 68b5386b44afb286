// The order in which a run performs its checks. Checks of started servers and node agents wait for
// most of their time and do not use the target, so they have separate environments.
//
// Checks that run alone disturb others, or are disturbed by them. Those of node agents only disturb
// each other, because they share a file or a host: one environment performs them in sequence.

import type { Check } from '../check.ts'
import { requirement } from '../select/rows.ts'
import { startsAgents, startsPrograms, startsServers } from '../select/started-programs.ts'
import { concurrencyMax } from '../target/run-namespaces.ts'

/** The checks that a run has still to perform. */
export type CheckQueue = {
  /** Takes the next check for an environment, or returns undefined when none is left. */
  next(environment: number): Check | undefined
}

/** Whether a check disturbs others of its run, or is disturbed, so that it runs after them. */
export const runsLast = (check: Check): boolean => check.alone && !startsAgents(check)

/** How many environments there are for checks of the target, and how many for started programs. */
export type EnvironmentCounts = { target: number; programs: number }

// More programs at the same time make each other slow on a small machine.
const programsMax = 4

/**
 * Returns as many environments for the target as checks may run at the same time, and as many
 * again, at most four, for started programs. Without the latter those of the target perform all
 * checks.
 */
export function environmentCounts(
  checks: readonly Check[],
  { concurrency, hasPrograms }: { concurrency: number; hasPrograms: boolean },
): EnvironmentCounts {
  const isMixed = checks.some(startsPrograms) && !checks.every(startsPrograms)
  const isApart = hasPrograms && isMixed && concurrency > 1
  return {
    target: concurrency,
    programs: isApart ? Math.min(concurrency, programsMax, concurrencyMax - concurrency) : 0,
  }
}

/**
 * Queues checks. The first environments are those of the target, whose checks keep their order:
 * later ones build on earlier ones. If `willSkipChecks` returns true, the run has no time for all
 * of them: then musts come first, and about the same share of those of each section is judged.
 */
export function createCheckQueue(
  checks: readonly Check[],
  { target, programs }: EnvironmentCounts,
  willSkipChecks: () => boolean = () => false,
): CheckQueue {
  const agents = checks.filter(startsAgents)
  const inTurn = agents.filter(check => check.alone)
  const waiting = [
    ...agents.filter(check => !check.alone),
    ...checks.filter(check => !startsAgents(check) && startsServers(check)),
  ]
  const others = checks.filter(check => !startsPrograms(check))
  const musts = new Map<string, Progress>()
  for (const { id } of others.filter(isMust)) {
    const { section } = requirement(id)
    const { begun, all } = musts.get(section) ?? noProgress
    musts.set(section, { begun, all: all + 1 })
  }
  const takeOther = () => {
    const check = willSkipChecks() ? mostWanted(others, musts) : others[0]
    if (!check) return undefined
    others.splice(others.indexOf(check), 1)
    const { section } = requirement(check.id)
    const { begun, all } = musts.get(section) ?? noProgress
    if (isMust(check)) musts.set(section, { begun: begun + 1, all })
    return check
  }
  return {
    next(environment) {
      const isOfTarget = environment < target
      const other = isOfTarget ? takeOther() : undefined
      if (other || (isOfTarget && programs > 0)) return other
      const isLast = environment === target + programs - 1
      return (isLast ? inTurn.shift() : undefined) ?? waiting.shift()
    },
  }
}

/** How many of the musts of a section were started. */
type Progress = { readonly begun: number; readonly all: number }

const noProgress: Progress = { begun: 0, all: 0 }
const isMust = ({ id }: Check): boolean => requirement(id).strength === 'must'

/**
 * Returns the next check: musts before others, and among these the first one of the section of
 * which the smallest share was started.
 */
function mostWanted(
  checks: readonly Check[],
  musts: ReadonlyMap<string, Progress>,
): Check | undefined {
  const rank = (check: Check) => {
    const { begun, all } = musts.get(requirement(check.id).section) ?? noProgress
    return isMust(check) ? begun / all : Infinity
  }
  return minBy(checks, rank)
}

/** Returns the first of the values with the lowest rank. */
function minBy<Value>(values: readonly Value[], rank: (value: Value) => number): Value | undefined {
  let found: { value: Value; rank: number } | undefined
  for (const value of values) {
    const own = rank(value)
    if (!found || own < found.rank) found = { value, rank: own }
  }
  return found?.value
}
