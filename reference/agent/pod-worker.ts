// Works on one pod: looks at the runtime, decides, and acts until nothing is left to do. Acts on
// different containers run at the same time; what happened is looked up again rather than assumed.

import type { Clock } from '../api/clock.ts'
import {
  type Act,
  type CreateAct,
  decide,
  decideEnd,
  decideRemoval,
  type Health,
  sidecarsOf,
} from './decide.ts'
import { type Container, containersOf, graceSecondsOf, type Pod } from './pod.ts'
import { delays, failureGrowth, restartGrowth } from './restart-delays.ts'
import type { Instance, PodAtRuntime } from './runtime-state.ts'

/** What the worker needs of its surroundings. */
export type PodSurroundings = {
  readonly clock: Pick<Clock, 'now' | 'steady' | 'after'>
  readonly log: (line: string) => void
  /** Returns what the runtime holds of a pod, with the status of what has ended. */
  readonly look: (uid: string) => Promise<PodAtRuntime>
  /** Performs an act. Rejects if it failed; what it changed nevertheless is looked up. */
  readonly perform: (act: Act, target: Target) => Promise<ActResult>
  readonly hashOf: (container: Container) => string
  readonly healthOf: (id: string) => Health
  readonly deadMax: () => number
  readonly deadAgeMinMs: number
  /** Is told each new state of the pod. */
  readonly onState: (state: PodState) => void
}

/** The pod that an act belongs to; without its manifest only its names are known. */
export type Target = {
  readonly pod: Pod | undefined
  readonly uid: string
  readonly name: string
  readonly namespace: string
  readonly runtime: PodAtRuntime
}

export type ActResult = { readonly id?: string }

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

export type Wish =
  | { readonly is: 'run'; readonly pod: Pod }
  /** Ends the pod. What has ended is removed if `isForgotten`: no source has the pod any more. */
  | {
      readonly is: 'end'
      readonly pod?: Pod
      readonly because: string
      readonly isForgotten: boolean
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

type Turn = {
  readonly acts: readonly Act[]
  readonly againAtMs?: number | undefined
  readonly isFinished: boolean
}

type Names = { readonly uid: string; readonly name: string; readonly namespace: string }

/** Starts to work on a pod. `seen` is what the runtime held of it a moment ago. */
export function workOnPod(
  names: Names,
  { first, seen, around }: { first: Wish; seen: PodAtRuntime; around: PodSurroundings },
): PodWorker {
  const { clock, log } = around
  const restarts = delays(restartGrowth, clock.steady)
  const failures = delays(failureGrowth, clock.steady)
  /** When a failed act may be tried again, and what failed, by container; '' is the sandbox. */
  const blocked = new Map<string, Wait & { untilMs: number }>()
  const endedAtMs = new Map<string, number>()
  const underway = new Map<string, Promise<void>>()
  const inBackground = new Set<Promise<void>>()
  let wish = first
  let runtime = seen
  let isStale = false
  let isStopped = false
  let epoch = 0
  let isTurning = false
  let isPoked = false
  let cancelTimer = () => {}
  let current = stateOf({ isFinished: false, acts: 0 })

  function podOf(): Pod | undefined {
    return wish.pod
  }

  function stateOf({ isFinished, acts }: { isFinished: boolean; acts: number }): PodState {
    const alive = runtime.instances.some(({ state }) => state !== 'exited')
    const isQuiet = acts === 0 && underway.size === 0 && !alive
    const isEmpty = runtime.instances.length === 0 && runtime.sandboxes.length === 0
    return {
      uid: names.uid,
      pod: podOf(),
      runtime,
      isEnding: wish.is === 'end',
      waits: waits(),
      isFinished,
      isStopped: isQuiet && (wish.is === 'end' || isFinished),
      isGone: isQuiet && isEmpty && wish.is === 'end' && wish.isForgotten,
    }
  }

  function waits(): ReadonlyMap<string, Wait> {
    const all = new Map<string, Wait>(blocked)
    for (const { name } of podOf()?.spec.containers ?? []) {
      if (!all.has(name) && mayCreateAtMs(name) > clock.steady()) {
        const seconds = Math.round(restarts.delayMs(name) / 1000)
        const message = `back-off ${seconds}s restarting failed container=${name}`
        all.set(name, { reason: 'CrashLoopBackOff', message })
      }
    }
    return all
  }

  function mayCreateAtMs(name: string): number {
    const ended = runtime.instances
      .filter(one => one.name === name && one.state === 'exited')
      .map(({ id }) => endedAtMs.get(id) ?? 0)
    const afterEnd = ended.length === 0 ? 0 : Math.max(...ended) + restarts.delayMs(name)
    return Math.max(afterEnd, blocked.get(name)?.untilMs ?? 0)
  }

  const keepMs = ({ finishedAtMs, createdAtMs }: Instance): number =>
    around.deadAgeMinMs - Math.max(0, clock.now() - (finishedAtMs ?? createdAtMs))

  /** Decides; what is under way already is left out. */
  function nextActs(): Turn {
    const nowMs = clock.steady()
    if (wish.is === 'run') {
      const { hashOf, healthOf } = around
      const deadMax = around.deadMax()
      const known = { hashOf, healthOf, mayCreateAtMs, deadMax, keepMs }
      return decide({ pod: wish.pod, runtime, nowMs, ...known })
    }
    const { because, isForgotten, pod } = wish
    const known = runtime.instances.map(one => one.graceSeconds ?? 30)
    const graceSeconds = pod ? graceSecondsOf(pod) : Math.max(0, ...known)
    const sidecars = pod ? sidecarsOf(pod) : []
    const acts = decideEnd({ runtime, sidecars, graceSeconds, because }).filter(mayActNow)
    if (acts.length > 0 || runtime.instances.some(({ state }) => state !== 'exited'))
      return { acts, ...retry(), isFinished: false }
    if (!isForgotten || runtime.sandboxes.some(({ isReady }) => isReady))
      return { acts: [], ...retry(), isFinished: false }
    const removal = decideRemoval(runtime, { nowMs, keepMs })
    const ready = removal.acts.filter(mayActNow)
    return { acts: ready, againAtMs: removal.againAtMs ?? retry().againAtMs, isFinished: false }
  }

  const mayActNow = (act: Act) => (blocked.get(keyOf(act))?.untilMs ?? 0) <= clock.steady()

  function retry(): { againAtMs?: number } {
    const untils = [...blocked.values()].map(({ untilMs }) => untilMs)
    const later = untils.filter(untilMs => untilMs > clock.steady())
    return later.length > 0 ? { againAtMs: Math.min(...later) } : {}
  }

  async function turn(): Promise<void> {
    while (isPoked && !isStopped) {
      isPoked = false
      if (isStale && !(await refresh())) return
      if (isStopped) return
      const { acts, againAtMs, isFinished } = nextActs()
      for (const act of acts.filter(mayActNow)) if (isFree(act)) begin(act)
      current = stateOf({ isFinished, acts: acts.length })
      around.onState(current)
      const untilMs = Math.min(againAtMs ?? Infinity, retry().againAtMs ?? Infinity)
      wakeAt(untilMs)
    }
  }

  /** A sandbox is worked on alone; a container only by one act at a time. */
  function isFree(act: Act): boolean {
    const key = keyOf(act)
    if (underway.has(key) || underway.has('')) return false
    return key !== '' || underway.size === 0
  }

  function keyOf(act: Act): string {
    if (act.act === 'remove container')
      return runtime.instances.find(({ id }) => id === act.id)?.name ?? act.id
    return 'name' in act ? act.name : ''
  }

  function begin(act: Act): void {
    const key = keyOf(act)
    const done = performed(act, key).finally(() => {
      underway.delete(key)
      poke()
    })
    underway.set(key, done)
    inBackground.add(done)
    void done.finally(() => inBackground.delete(done))
  }

  async function performed(act: Act, key: string): Promise<void> {
    const isRestart = act.act === 'create container' && act.attempt > 0
    try {
      const target = { ...names, pod: podOf(), runtime }
      const { id } = await around.perform(act, target)
      epoch++
      apply(act, id)
      if (isRestart) restarts.grow(key)
      blocked.delete(key)
      if (act.act !== 'create container') failures.forget(key)
    } catch (error) {
      epoch++
      isStale = true
      const message = error instanceof Error ? error.message : String(error)
      const wait = waitOf(error, act)
      failures.grow(key)
      const delayMs = wait.delayMs ?? failures.delayMs(key)
      blocked.set(key, { ...wait, untilMs: clock.steady() + delayMs })
      log(`${names.namespace}/${names.name}: ${described(act)}: ${message}`)
    }
  }

  /** Notes the effect of an act that succeeded, where it is certain; else looks again. */
  function apply(act: Act, id: string | undefined): void {
    const { sandboxes, instances } = runtime
    if (act.act === 'run sandbox' && id !== undefined) {
      const made = { id, attempt: act.attempt, isReady: true, createdAtMs: clock.now() }
      runtime = { ...runtime, sandboxes: [...without(sandboxes, id), made] }
    } else if (act.act === 'create container' && id !== undefined) {
      runtime = { ...runtime, instances: [...without(instances, id), created(act, id)] }
    } else if (act.act === 'start container') {
      const started = (one: Instance): Instance =>
        one.id === act.id ? { ...one, state: 'running', startedAtMs: clock.now() } : one
      runtime = { ...runtime, instances: instances.map(started) }
    } else isStale = true
  }

  function created({ name, attempt, sandboxId }: CreateAct, id: string): Instance {
    const container = wish.pod && containersOf(wish.pod).find(one => one.name === name)
    return {
      id,
      sandboxId,
      name,
      attempt,
      state: 'created',
      createdAtMs: clock.now(),
      hash: container ? around.hashOf(container) : '',
      graceSeconds: wish.pod && graceSecondsOf(wish.pod),
      image: container?.image ?? '',
      imageRef: '',
    }
  }

  async function refresh(): Promise<boolean> {
    for (;;) {
      const before = epoch
      isStale = false
      try {
        const found = await around.look(names.uid)
        if (before !== epoch) continue
        setRuntime(found)
        return true
      } catch (error) {
        isStale = true
        failures.grow('look')
        log(`${names.namespace}/${names.name}: cannot look at the runtime: ${String(error)}`)
        wakeAt(clock.steady() + failures.delayMs('look'))
        return false
      }
    }
  }

  function setRuntime(found: PodAtRuntime): void {
    failures.forget('look')
    runtime = found
    noteEnds()
  }

  function noteEnds(): void {
    const ended = runtime.instances.filter(({ state }) => state === 'exited')
    const known = new Set(ended.map(({ id }) => id))
    for (const id of endedAtMs.keys()) if (!known.has(id)) endedAtMs.delete(id)
    for (const { id } of ended) if (!endedAtMs.has(id)) endedAtMs.set(id, clock.steady())
  }

  function wakeAt(atMs: number): void {
    cancelTimer()
    cancelTimer = () => {}
    if (!Number.isFinite(atMs)) return
    cancelTimer = clock.after(Math.max(1, atMs - clock.steady()), poke)
  }

  function poke({ isRuntimeChanged = false } = {}): void {
    if (isStopped) return
    if (isRuntimeChanged) isStale = true
    isPoked = true
    if (isTurning) return
    isTurning = true
    const done = turn().finally(() => {
      isTurning = false
      inBackground.delete(done)
      if (isPoked) poke()
    })
    inBackground.add(done)
  }

  noteEnds()
  return {
    wish(next) {
      // What could not be started need not be waited for.
      if (next.is !== wish.is) blocked.clear()
      wish = next
      poke()
    },
    wished: () => wish,
    poke: options => poke(options),
    state: () => current,
    async stop() {
      isStopped = true
      cancelTimer()
      while (inBackground.size > 0) await Promise.allSettled(inBackground)
    },
  }
}

/** A failure that says how long to wait, and which reason the status of the pod shows. */
export class ActFailure extends Error {
  override name = 'ActFailure'
  readonly reason: string
  readonly delayMs: number | undefined
  constructor(message: string, { reason, delayMs }: { reason: string; delayMs?: number }) {
    super(message)
    this.reason = reason
    this.delayMs = delayMs
  }
}

function waitOf(error: unknown, act: Act): Wait & { readonly delayMs?: number } {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof ActFailure) {
    const { reason, delayMs } = error
    return { reason, message, ...(delayMs !== undefined && { delayMs }) }
  }
  return { reason: reasons[act.act] ?? 'Failed', message }
}

/** A look during the act may have found what the act was making. */
const without = <T extends { readonly id: string }>(all: readonly T[], id: string): T[] =>
  all.filter(one => one.id !== id)

const reasons: { readonly [act: string]: string } = {
  'run sandbox': 'CreatePodSandboxError',
  'create container': 'CreateContainerError',
  'start container': 'RunContainerError',
}

const described = (act: Act): string =>
  'name' in act ? `${act.act} ${act.name}` : 'id' in act ? `${act.act} ${act.id}` : act.act
