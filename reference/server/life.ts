import type { Life, Phase } from '../api/life.ts'
import type { Clock } from '../api/clock.ts'

const phases: readonly Phase[] = ['serving', 'leaving', 'closing']

/** The life of a server that is made now. */
export function newLife(clock: Pick<Clock, 'steady'>): Life {
  const startedAt = clock.steady()
  const finished = new Set<string>()
  let phase: Phase = 'serving'
  return {
    get phase() {
      return phase
    },
    enter: next => {
      if (phases.indexOf(next) > phases.indexOf(phase)) phase = next
    },
    ageMs: () => clock.steady() - startedAt,
    hasFinished: hook => finished.has(hook),
    finish: hook => {
      finished.add(hook)
    },
  }
}
