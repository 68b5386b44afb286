// What a worker knows of its pod at the runtime. An act that succeeds with a certain effect is
// noted here; after any other change the worker looks again.

import type { Clock } from '../api/clock.ts'
import type { Act, CreateAct } from './decide.ts'
import { type Container, containersOf, graceSecondsOf, type Pod } from './pod.ts'
import type { Instance, PodAtRuntime } from './runtime-state.ts'

export type RuntimeView = {
  /** What is known. It may be out of date. */
  readonly runtime: () => PodAtRuntime
  /** Whether something may have changed since the last look. */
  readonly isStale: () => boolean
  readonly expire: () => void
  /**
   * Looks at the runtime. A look during which an act ended may show the time before its effect, so
   * it is repeated. Rejects if the runtime does not answer; the view is then stale, as before.
   */
  readonly refresh: () => Promise<void>
  /** Notes the end of an act that succeeded. `pod` is the pod as it is wanted now. */
  readonly noteEffect: (act: Act, id: string | undefined, pod: Pod | undefined) => void
  /** Notes the end of an act that failed. What it changed nevertheless is looked up. */
  readonly noteFailure: () => void
  /** When an instance of a container was last seen to have ended, on the steady clock. */
  readonly lastEndAtMs: (name: string) => number | undefined
}

export type ViewSurroundings = {
  readonly clock: Pick<Clock, 'now' | 'steady'>
  readonly look: (uid: string) => Promise<PodAtRuntime>
  readonly hashOf: (container: Container) => string
}

/** `seen` is what the runtime held a moment ago. */
export function runtimeView(
  seen: PodAtRuntime,
  { clock, look, hashOf }: ViewSurroundings,
): RuntimeView {
  const endedAtMs = new Map<string, number>()
  let runtime = seen
  let isStale = false
  /** Counts the acts that have ended. */
  let endCount = 0

  function noteEnds(): void {
    const ended = runtime.instances.filter(({ state }) => state === 'exited')
    const known = new Set(ended.map(({ id }) => id))
    for (const id of endedAtMs.keys()) if (!known.has(id)) endedAtMs.delete(id)
    for (const { id } of ended) if (!endedAtMs.has(id)) endedAtMs.set(id, clock.steady())
  }

  async function refresh(): Promise<void> {
    for (;;) {
      const before = endCount
      isStale = false
      try {
        const found = await look(seen.uid)
        if (before !== endCount) continue
        runtime = found
        noteEnds()
        return
      } catch (error) {
        isStale = true
        throw error
      }
    }
  }

  function withEffect(act: Act, id: string | undefined, pod: Pod | undefined) {
    const { sandboxes, instances } = runtime
    if (act.act === 'run sandbox' && id !== undefined) {
      const made = { id, attempt: act.attempt, isReady: true, createdAtMs: clock.now() }
      return { ...runtime, sandboxes: [...without(sandboxes, id), made] }
    }
    if (act.act === 'create container' && id !== undefined)
      return { ...runtime, instances: [...without(instances, id), created(act, id, pod)] }
    if (act.act === 'start container') {
      const started = (one: Instance): Instance =>
        one.id === act.id ? { ...one, state: 'running', startedAtMs: clock.now() } : one
      return { ...runtime, instances: instances.map(started) }
    }
    return undefined
  }

  function created(
    { name, attempt, sandboxId }: CreateAct,
    id: string,
    pod: Pod | undefined,
  ): Instance {
    const container = pod && containersOf(pod).find(one => one.name === name)
    return {
      id,
      sandboxId,
      name,
      attempt,
      state: 'created',
      createdAtMs: clock.now(),
      hash: container ? hashOf(container) : '',
      graceSeconds: pod && graceSecondsOf(pod),
      image: container?.image ?? '',
      imageRef: '',
    }
  }

  noteEnds()
  return {
    runtime: () => runtime,
    isStale: () => isStale,
    expire: () => void (isStale = true),
    refresh,
    noteEffect(act, id, pod) {
      endCount++
      const next = withEffect(act, id, pod)
      if (next) runtime = next
      else isStale = true
    },
    noteFailure() {
      endCount++
      isStale = true
    },
    lastEndAtMs(name) {
      const ends = runtime.instances
        .filter(one => one.name === name && one.state === 'exited')
        .map(({ id }) => endedAtMs.get(id) ?? 0)
      return ends.length === 0 ? undefined : Math.max(...ends)
    },
  }
}

/** A look during the act may have found what the act was making. */
const without = <T extends { readonly id: string }>(all: readonly T[], id: string): T[] =>
  all.filter(one => one.id !== id)
