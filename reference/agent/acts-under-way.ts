// The acts on one pod that are under way. Each notes its outcome when it ends.

import { type ActDelays, subjectOf } from './act-delays.ts'
import { actText, waitAfter } from './act-failure.ts'
import type { Act } from './decide.ts'
import type { Pod } from './pod.ts'
import type { PodAtRuntime } from './runtime-state.ts'
import type { RuntimeView } from './runtime-view.ts'
import type { TurnLoop } from './turn-loop.ts'

export type PodNames = { readonly uid: string; readonly name: string; readonly namespace: string }

/** The pod that an act belongs to; without its manifest only its names are known. */
export type Target = PodNames & {
  readonly pod: Pod | undefined
  readonly runtime: PodAtRuntime
}

export type ActResult = { readonly id?: string }

export type ActsUnderWay = {
  readonly isIdle: () => boolean
  /**
   * Begins an act, unless another one is in its way: a sandbox is worked on alone, and a container
   * only by one act at a time. At its end, first its outcome is noted; then it no longer counts as
   * under way, and a turn is requested. So no turn sees an act that is neither under way nor noted.
   */
  readonly begin: (act: Act) => void
}

export type ActSurroundings = {
  readonly names: PodNames
  readonly view: RuntimeView
  readonly tries: ActDelays
  readonly loop: Pick<TurnLoop, 'follow' | 'poke'>
  /** Returns the pod as it is wanted now. */
  readonly wanted: () => Pod | undefined
  /** Performs an act. Rejects if it failed; what it changed nevertheless is looked up. */
  readonly perform: (act: Act, target: Target) => Promise<ActResult>
  readonly log: (line: string) => void
}

export function actsUnderWay(given: ActSurroundings): ActsUnderWay {
  const { names, view, tries, loop, wanted, log } = given
  /** What is worked on: containers by name, '' for the sandbox. */
  const busy = new Set<string>()

  function isFree(subject: string): boolean {
    if (busy.has(subject) || busy.has('')) return false
    return subject !== '' || busy.size === 0
  }

  async function perform(act: Act, subject: string): Promise<void> {
    try {
      const target = { ...names, pod: wanted(), runtime: view.runtime() }
      const { id } = await given.perform(act, target)
      view.noteEffect(act, id, wanted())
      tries.noteSuccess(act, subject)
    } catch (error) {
      view.noteFailure()
      const wait = waitAfter(act, error)
      tries.noteFailure(subject, wait)
      log(`${names.namespace}/${names.name}: ${actText(act)}: ${wait.message}`)
    }
  }

  return {
    isIdle: () => busy.size === 0,
    begin(act) {
      const subject = subjectOf(act, view.runtime())
      if (!isFree(subject)) return
      busy.add(subject)
      const done = perform(act, subject).finally(() => {
        busy.delete(subject)
        loop.poke()
      })
      loop.follow(done)
    },
  }
}
