// Works on one pod: looks at the runtime, decides, and acts until nothing is left to do. Acts on
// different containers run at the same time; what happened is looked up again rather than assumed.

import type { Clock } from '../api/clock.ts'
import { actDelays, subjectOf } from './act-delays.ts'
import { type ActSurroundings, actsUnderWay, type PodNames } from './acts-under-way.ts'
import type { Act, Decision, Health } from './decide.ts'
import { nextActs, type Wish } from './next-acts.ts'
import { type PodState, podState } from './pod-state.ts'
import { delays, failureGrowth } from './restart-delays.ts'
import type { Instance, PodAtRuntime } from './runtime-state.ts'
import { runtimeView, type ViewSurroundings } from './runtime-view.ts'
import { turnLoop } from './turn-loop.ts'

/** What the worker needs of its surroundings. */
export type PodSurroundings = {
  readonly clock: Pick<Clock, 'now' | 'steady' | 'after'>
  readonly log: (line: string) => void
  /** Returns what the runtime holds of a pod, with the status of what has ended. */
  readonly look: ViewSurroundings['look']
  /** Performs an act. Rejects if it failed; what it changed nevertheless is looked up. */
  readonly perform: ActSurroundings['perform']
  readonly hashOf: ViewSurroundings['hashOf']
  readonly healthOf: (id: string) => Health
  readonly deadMax: () => number
  readonly deadAgeMinMs: number
  /** Is told each new state of the pod. */
  readonly onState: (state: PodState) => void
}

export type PodWorker = {
  readonly wish: (next: Wish) => void
  /** The last wish. The state may be that of an earlier one. */
  readonly wished: () => Wish
  /** Something may have changed at the runtime, or a probe has a result. */
  readonly poke: (options?: { readonly isRuntimeChanged: boolean }) => void
  readonly state: () => PodState
  /** Resolves when nothing is under way. The worker does no more, and ends no container. */
  readonly stop: () => Promise<void>
}

/**
 * Starts to work on a pod. `seen` is what the runtime held of it a moment ago.
 *
 * A turn awaits only its look at the runtime, and nothing if no look is due. Meanwhile acts may
 * end, and the wish may change; the worker may also be stopped. From then to the end of the turn
 * (the decision, the start of its acts and the report of the state) nothing is awaited, so all of
 * it is about one wish and one view of the runtime. Acts are not awaited by the turn that begins
 * them: the end of each requests another turn.
 */
export function workOnPod(
  names: PodNames,
  { first, seen, around }: { first: Wish; seen: PodAtRuntime; around: PodSurroundings },
): PodWorker {
  const { clock, log } = around
  const view = runtimeView(seen, around)
  const tries = actDelays(clock, view.lastEndAtMs)
  const looks = delays(failureGrowth, clock.steady)
  const loop = turnLoop(clock, turn)
  const { perform } = around
  const acts = actsUnderWay({ names, view, tries, loop, wanted: () => wish.pod, perform, log })
  let wish = first
  let current = stateAfter({ isFinished: false, acts: [] })

  async function turn(): Promise<void> {
    if (view.isStale() && !(await refresh())) return
    if (loop.isStopped()) return
    const decision = decided()
    for (const act of decision.acts.filter(mayTry)) acts.begin(act)
    current = stateAfter(decision)
    around.onState(current)
    loop.wakeAt(Math.min(decision.againAtMs ?? Infinity, tries.retryAtMs() ?? Infinity))
  }

  /** Returns whether the runtime has answered. If not, a later turn looks again. */
  async function refresh(): Promise<boolean> {
    try {
      await view.refresh()
      looks.forget('')
      return true
    } catch (error) {
      looks.grow('')
      log(`${names.namespace}/${names.name}: cannot look at the runtime: ${String(error)}`)
      loop.wakeAt(clock.steady() + looks.delayMs(''))
      return false
    }
  }

  function decided() {
    const { hashOf, healthOf } = around
    return nextActs(wish, {
      runtime: view.runtime(),
      nowMs: clock.steady(),
      hashOf,
      healthOf,
      deadMax: around.deadMax(),
      keepMs,
      mayCreateAtMs: tries.mayCreateAtMs,
      mayTry,
      retryAtMs: tries.retryAtMs,
    })
  }

  const keepMs = ({ finishedAtMs, createdAtMs }: Instance): number =>
    around.deadAgeMinMs - Math.max(0, clock.now() - (finishedAtMs ?? createdAtMs))

  const mayTry = (act: Act): boolean => tries.mayTry(subjectOf(act, view.runtime()))

  /** `acts` of the decision are all that remain to be done, under way or not. */
  function stateAfter({ isFinished, acts: next }: Pick<Decision, 'isFinished' | 'acts'>) {
    const containers = wish.pod?.spec.containers ?? []
    return podState({
      uid: names.uid,
      wish,
      runtime: view.runtime(),
      waits: tries.waits(containers.map(({ name }) => name)),
      isFinished,
      isActing: next.length > 0 || !acts.isIdle(),
    })
  }

  return {
    wish(next) {
      // What could not be started need not be waited for.
      if (next.is !== wish.is) tries.unblock()
      wish = next
      loop.poke()
    },
    wished: () => wish,
    poke(options) {
      if (options?.isRuntimeChanged) view.expire()
      loop.poke()
    },
    state: () => current,
    stop: loop.stop,
  }
}
