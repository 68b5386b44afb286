// The order in which a run performs its checks. Checks of started servers and node agents wait for
// most of their time: they begin at once in half of the environments, so that the other half works
// meanwhile, instead of all waiting together in the middle of a run.

import type { Check } from '../check.ts'
import { requirement } from '../select/rows.ts'

/** The checks that a run has still to perform. */
export type CheckQueue = {
  /** Takes the next check for an environment, or returns undefined when none is left. */
  next(environment: number): Check | undefined
}

/** Queues checks. Those of the target keep their order: later ones build on earlier ones. */
export function createCheckQueue(checks: readonly Check[], environments: number): CheckQueue {
  const agents = checks.filter(startsAgents)
  const servers = checks.filter(check => !startsAgents(check) && startsServers(check))
  const waiting = [...agents, ...servers]
  const others = checks.filter(check => !waiting.includes(check))
  const isForWaiting = (environment: number) => environment >= environments / 2
  return {
    next: environment =>
      isForWaiting(environment)
        ? (waiting.shift() ?? others.shift())
        : (others.shift() ?? waiting.shift()),
  }
}

const startsAgents = ({ id, needs }: Check): boolean =>
  needs.includes('startAgent') || requirement(id).surface === 'agent'

const startsServers = ({ id, needs }: Check): boolean =>
  needs.includes('start') || requirement(id).surface === 'process'
