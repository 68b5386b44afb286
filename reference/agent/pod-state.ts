// The state of one pod, as the worker reports it to the other parts of the agent.

import type { Wish } from './next-acts.ts'
import type { Pod } from './pod.ts'
import type { PodAtRuntime } from './runtime-state.ts'

export type PodState = {
  readonly uid: string
  readonly pod: Pod | undefined
  readonly runtime: PodAtRuntime
  readonly isEnding: boolean
  /** Why a container waits, by name: the last failure, or that it restarts too often. */
  readonly waits: ReadonlyMap<string, Wait>
  readonly isFinished: boolean
  /** Nothing of the pod runs, and nothing will. */
  readonly isStopped: boolean
  /** Nothing of it is left at the runtime, and nobody wants it. */
  readonly isGone: boolean
}

export type Wait = { readonly reason: string; readonly message: string }

type Progress = {
  readonly uid: string
  readonly wish: Wish
  readonly runtime: PodAtRuntime
  readonly waits: ReadonlyMap<string, Wait>
  /** Whether all containers have ended for good. */
  readonly isFinished: boolean
  /** Whether acts are under way, or are still to be performed. */
  readonly isActing: boolean
}

/** Derives the state of a pod from what is wanted, what the runtime holds and what is under way. */
export function podState({ uid, wish, runtime, waits, isFinished, isActing }: Progress): PodState {
  const isAlive = runtime.instances.some(({ state }) => state !== 'exited')
  const isQuiet = !isActing && !isAlive
  const isEmpty = runtime.instances.length === 0 && runtime.sandboxes.length === 0
  return {
    uid,
    pod: wish.pod,
    runtime,
    isEnding: wish.is === 'end',
    waits,
    isFinished,
    isStopped: isQuiet && (wish.is === 'end' || isFinished),
    isGone: isQuiet && isEmpty && wish.is === 'end' && wish.isForgotten,
  }
}
