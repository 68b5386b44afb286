// When the acts on a pod may be performed: a failed act waits before it is tried again, and a
// container that has ended waits before it is restarted. A delay has the name of a container, or
// '' for the sandbox (`subjectOf`).

import type { Clock } from '../api/clock.ts'
import type { FailedWait } from './act-failure.ts'
import type { Act } from './decide.ts'
import type { Wait } from './pod-state.ts'
import { delays, failureGrowth, restartGrowth } from './restart-delays.ts'
import type { PodAtRuntime } from './runtime-state.ts'

/** What an act works on: the name of its container, or '' for the sandbox. */
export function subjectOf(act: Act, { instances }: Pick<PodAtRuntime, 'instances'>): string {
  if (act.act === 'remove container')
    return instances.find(({ id }) => id === act.id)?.name ?? act.id
  return 'name' in act ? act.name : ''
}

/** All times are on the steady clock. */
export type ActDelays = {
  /** Ends the delay after failures. A restart makes the next one of the container wait longer. */
  readonly noteSuccess: (act: Act, subject: string) => void
  /**
   * Delays further acts on the subject, longer after each failure, unless the failure says how
   * long.
   */
  readonly noteFailure: (subject: string, wait: FailedWait) => void
  readonly mayTry: (subject: string) => boolean
  /** When the first failed act may be tried again; undefined if none waits. */
  readonly retryAtMs: () => number | undefined
  /** When a container may be created, or for an empty name the sandbox. */
  readonly mayCreateAtMs: (name: string) => number
  /** Why subjects wait: all with a failure, and those of the named containers that restart. */
  readonly waits: (containers: readonly string[]) => ReadonlyMap<string, Wait>
  /** Forgets which acts have failed, but not how often. */
  readonly unblock: () => void
}

/** `lastEndAtMs` returns when an instance of a container was last seen to have ended, if it was. */
export function actDelays(
  { steady }: Pick<Clock, 'steady'>,
  lastEndAtMs: (name: string) => number | undefined,
): ActDelays {
  const restarts = delays(restartGrowth, steady)
  const failures = delays(failureGrowth, steady)
  /** By subject: when a failed act may be tried again, and what failed. */
  const blocked = new Map<string, Wait & { untilMs: number }>()

  function mayCreateAtMs(name: string): number {
    const endMs = lastEndAtMs(name)
    const afterEnd = endMs === undefined ? 0 : endMs + restarts.delayMs(name)
    return Math.max(afterEnd, blocked.get(name)?.untilMs ?? 0)
  }

  function restartWait(name: string): Wait {
    const seconds = Math.round(restarts.delayMs(name) / 1000)
    const message = `back-off ${seconds}s restarting failed container=${name}`
    return { reason: 'CrashLoopBackOff', message }
  }

  return {
    noteSuccess(act, subject) {
      if (act.act === 'create container' && act.attempt > 0) restarts.grow(subject)
      blocked.delete(subject)
      // A container that was created may still fail to start again and again.
      if (act.act !== 'create container') failures.forget(subject)
    },
    noteFailure(subject, wait) {
      failures.grow(subject)
      const delayMs = wait.delayMs ?? failures.delayMs(subject)
      blocked.set(subject, { ...wait, untilMs: steady() + delayMs })
    },
    mayTry: subject => (blocked.get(subject)?.untilMs ?? 0) <= steady(),
    retryAtMs() {
      const untils = [...blocked.values()].map(({ untilMs }) => untilMs)
      const later = untils.filter(untilMs => untilMs > steady())
      return later.length > 0 ? Math.min(...later) : undefined
    },
    mayCreateAtMs,
    waits(containers) {
      const all = new Map<string, Wait>(blocked)
      for (const name of containers)
        if (!all.has(name) && mayCreateAtMs(name) > steady()) all.set(name, restartWait(name))
      return all
    },
    unblock: () => blocked.clear(),
  }
}
