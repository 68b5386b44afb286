import type { ServerLifecycle, LifecyclePhase } from '../api/server-lifecycle.ts'
import type { Clock } from '../api/clock.ts'

const phases: readonly LifecyclePhase[] = ['serving', 'leaving', 'closing']

/** Creates the lifecycle of a new server. */
export function newServerLifecycle(clock: Pick<Clock, 'steady'>): ServerLifecycle {
  const startedAt = clock.steady()
  const finished = new Set<string>()
  let phase: LifecyclePhase = 'serving'
  return {
    get phase() {
      return phase
    },
    enter: next => {
      if (phases.indexOf(next) > phases.indexOf(phase)) phase = next
    },
    ageMs: () => clock.steady() - startedAt,
    hasFinishedHook: hook => finished.has(hook),
    finishHook: hook => {
      finished.add(hook)
    },
  }
}
