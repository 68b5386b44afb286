// All pods of the agent: what the sources want and what the runtime holds, with one worker for each
// pod of either.

import type { Clock } from '../api/clock.ts'
import type { AgentRuntime } from './agent-runtime.ts'
import type { Wish } from './next-acts.ts'
import { type Pod, podName, type PodSource } from './pod.ts'
import type { PodState } from './pod-state.ts'
import { type PodSurroundings, type PodWorker, workOnPod } from './pod-worker.ts'
import { hasChanged, type PodAtRuntime } from './runtime-state.ts'

export type PodsOptions = {
  readonly runtime: Pick<AgentRuntime, 'all' | 'look' | 'perform'>
  readonly clock: Pick<Clock, 'now' | 'steady' | 'after'>
  readonly log: (line: string) => void
  /** The sources that must have spoken before pods that none of them has are ended. */
  readonly sources: readonly PodSource[]
  /** How often the runtime is asked what it holds. */
  readonly relistMs: number
  /** AGENT-271: how often each pod is looked at although nothing is known to have changed. */
  readonly syncMs: number
  readonly podsMax: number
  readonly worker: Pick<PodSurroundings, 'hashOf' | 'healthOf' | 'deadAgeMinMs'>
  /** How many dead instances are kept of each container, and in all (AGENT-204); negative: all. */
  readonly dead: { readonly maxOfContainer: number; readonly max: number }
  /** Returns why a pod cannot run on this node, or undefined. */
  readonly refusal: (pod: Pod) => PodRefusal | undefined
  readonly onState: (state: PodState) => void
  readonly onRefused: (pod: Pod, refusal: PodRefusal) => void
  /** Nothing of the pod is left. */
  readonly onGone: (uid: string) => Promise<void> | void
}

export type PodRefusal = { readonly reason: string; readonly message: string }

export type Pods = {
  readonly start: () => void
  /** Sets all pods of a source. */
  readonly set: (source: PodSource, pods: readonly Pod[]) => void
  readonly poke: (uid: string) => void
  readonly states: () => readonly PodState[]
  /** When the runtime last answered, on the steady clock; undefined if it never has. */
  readonly seenAtMs: () => number | undefined
  /** Ends a pod although its source has it, such as for its memory. */
  readonly evict: (uid: string, because: string, graceSeconds: number) => void
  /** Whether all sources have spoken, and all containers of their pods run or have ended. */
  readonly isSettled: () => boolean
  /** Stops working. Containers keep running. */
  readonly stop: () => Promise<void>
}

const terminal: readonly unknown[] = ['Succeeded', 'Failed']

export function allPods(options: PodsOptions): Pods {
  const { runtime, clock, log, relistMs, syncMs, podsMax, onState, onRefused, onGone } = options
  const bySource = new Map<PodSource, readonly Pod[]>()
  const workers = new Map<string, PodWorker>()
  const refused = new Set<string>()
  /** Pods whose state was passed on although no worker has them. */
  const idle = new Set<string>()
  const evicted = new Map<string, { because: string; graceSeconds: number }>()
  const gone = new Set<Promise<void>>()
  let atRuntime: ReadonlyMap<string, PodAtRuntime> | undefined
  let seenAtMs: number | undefined
  let lastFault = ''
  let isStopped = false
  let listing: Promise<void> | undefined
  let cancelList = () => {}
  let cancelSync = () => {}

  const wanted = (): readonly Pod[] => {
    const all = [...bySource.values()].flat()
    const rank = ({ source, metadata }: Pod) =>
      source === 'api' ? String(metadata['creationTimestamp'] ?? '~') : ''
    return all.toSorted((a, b) => (rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0))
  }

  /** Brings workers in line with what the sources want. Does nothing before the first list. */
  function reconcile(): void {
    if (isStopped || !atRuntime) return
    const all = wanted()
    const uids = new Set(all.map(({ metadata }) => metadata.uid))
    for (const uid of refused) if (!uids.has(uid)) refused.delete(uid)
    for (const uid of idle) if (!uids.has(uid) && idle.delete(uid)) void cleanUp(uid)
    for (const [uid, worker] of workers) if (!uids.has(uid)) forget(uid, worker)
    for (const pod of all) ensure(pod)
    if (options.sources.every(source => bySource.has(source))) {
      for (const [uid, held] of atRuntime) {
        if (!uids.has(uid) && !workers.has(uid)) begin(held, forgotten(undefined))
      }
    }
  }

  function ensure(pod: Pod): void {
    const { uid, name, namespace } = pod.metadata
    const worker = workers.get(uid)
    if (worker) return update(worker, pod)
    const wish = wishFor(pod)
    const held = atRuntime?.get(uid)
    if (wish.is === 'end' && !held) {
      idle.add(uid)
      return onState(nothingOf(pod))
    }
    if (wish.is === 'run' && !held) {
      const isNameTaken = [...workers.values()].some(other => {
        const { pod: its, runtime: its2 } = other.state()
        const otherName = its ? podName(its) : `${its2.namespace}/${its2.name}`
        return otherName === podName(pod)
      })
      // The pod before it has to be gone first; its end leads here again.
      if (isNameTaken) return
      const refusal = options.refusal(pod) ?? tooMany()
      if (refusal) return refuse(pod, refusal)
    }
    refused.delete(uid)
    idle.delete(uid)
    begin(held ?? { uid, name, namespace, sandboxes: [], instances: [] }, wish)
  }

  /** Above the limit of all, only those stay that tell whether a container is to run again. */
  function deadMax(): number {
    const { maxOfContainer, max } = options.dead
    if (max < 0) return maxOfContainer
    const dead = [...workers.values()].flatMap(worker =>
      worker.state().runtime.instances.filter(({ state }) => state === 'exited'),
    )
    return dead.length > max ? 0 : maxOfContainer
  }

  /** AGENT-270: no more pods run than the node may have. */
  function tooMany(): PodRefusal | undefined {
    const running = [...workers.values()].filter(worker => {
      const { isFinished, isStopped: hasStopped } = worker.state()
      return !isFinished && !hasStopped
    })
    if (running.length < podsMax) return undefined
    const used = `requested: 1, used: ${running.length}, capacity: ${podsMax}`
    const message = `Node didn't have enough resource: pods, ${used}`
    return { reason: 'OutOfpods', message }
  }

  function refuse(pod: Pod, refusal: PodRefusal): void {
    const { uid } = pod.metadata
    if (refused.has(uid)) return
    refused.add(uid)
    idle.add(uid)
    log(`${podName(pod)}: not run: ${refusal.reason}: ${refusal.message}`)
    onRefused(pod, refusal)
  }

  function wishFor(pod: Pod): Wish {
    const { uid, deletionTimestamp } = pod.metadata
    const eviction = evicted.get(uid)
    if (eviction) {
      const metadata = { ...pod.metadata, deletionGracePeriodSeconds: eviction.graceSeconds }
      const { because } = eviction
      return { is: 'end', pod: { ...pod, metadata }, because, isForgotten: false }
    }
    if (deletionTimestamp !== undefined)
      return { is: 'end', pod, because: 'the pod is deleted', isForgotten: false }
    if (pod.source === 'api' && terminal.includes(pod.status?.['phase']))
      return { is: 'end', pod, because: 'the pod has ended', isForgotten: false }
    return { is: 'run', pod }
  }

  function update(worker: PodWorker, pod: Pod): void {
    const { pod: before, is } = worker.wished()
    const isEnding = is === 'end'
    const next = wishFor(pod)
    if (before === next.pod && isEnding === (next.is === 'end')) return
    if (isEnding && evicted.has(pod.metadata.uid)) return
    // A pod that ends does so to its end. If a source has it again, another worker begins anew.
    worker.wish(isEnding && next.is === 'run' ? forgotten(pod) : next)
  }

  const forgotten = (pod: Pod | undefined) => ({
    is: 'end' as const,
    ...(pod && { pod }),
    because: 'no source has the pod any more',
    isForgotten: true,
  })

  function forget(uid: string, worker: PodWorker): void {
    if (worker.state().isGone) return bury(uid, worker)
    const last = worker.wished()
    if (last.is === 'run' || !last.isForgotten) worker.wish(forgotten(last.pod))
  }

  function begin(held: PodAtRuntime, first: Wish): void {
    const { uid, name, namespace } = held
    const around: PodSurroundings = {
      ...options.worker,
      deadMax,
      clock,
      log,
      look: runtime.look,
      perform: runtime.perform,
      onState: state => {
        onState(state)
        const worker = workers.get(uid)
        if (state.isGone && worker) bury(uid, worker)
      },
    }
    const worker = workOnPod({ uid, name, namespace }, { first, seen: held, around })
    workers.set(uid, worker)
    // What is there may lack the exit codes of containers that have ended.
    worker.poke({ isRuntimeChanged: held.instances.length + held.sandboxes.length > 0 })
  }

  function bury(uid: string, worker: PodWorker): void {
    workers.delete(uid)
    evicted.delete(uid)
    void cleanUp(uid, worker).finally(reconcile)
  }

  function cleanUp(uid: string, worker?: PodWorker): Promise<void> {
    const done: Promise<void> = Promise.resolve(worker?.stop())
      .then(() => onGone(uid))
      .catch(error => log(`pod ${uid}: cannot be cleaned up: ${String(error)}`))
      .finally(() => gone.delete(done))
    gone.add(done)
    return done
  }

  function list(): void {
    if (isStopped) return
    listing = lookAtAll().finally(() => {
      listing = undefined
      if (!isStopped) cancelList = clock.after(relistMs, list)
    })
  }

  async function lookAtAll(): Promise<void> {
    try {
      const found = await runtime.all()
      seenAtMs = clock.steady()
      if (lastFault !== '') log('the runtime answers again')
      lastFault = ''
      if (!found || isStopped) return
      const before = atRuntime
      atRuntime = found
      if (before) tellChanges(before, found)
      reconcile()
    } catch (error) {
      const fault = (error as Error).message
      if (fault !== lastFault) log(`the runtime cannot be asked: ${fault}`)
      lastFault = fault
    }
  }

  function tellChanges(
    before: ReadonlyMap<string, PodAtRuntime>,
    now: ReadonlyMap<string, PodAtRuntime>,
  ): void {
    for (const [uid, worker] of workers) {
      const held = now.get(uid) ?? none
      // What the worker has done itself is no news to it.
      const isNews = hasChanged(worker.state().runtime, held)
      if (isNews && hasChanged(before.get(uid) ?? none, held))
        worker.poke({ isRuntimeChanged: true })
    }
  }

  function sync(): void {
    for (const worker of workers.values()) worker.poke({ isRuntimeChanged: true })
    reconcile()
    cancelSync = clock.after(syncMs, sync)
  }

  return {
    start() {
      list()
      cancelSync = clock.after(syncMs, sync)
    },
    set(source, pods) {
      bySource.set(source, pods)
      reconcile()
    },
    poke: uid => workers.get(uid)?.poke(),
    states: () => [...workers.values()].map(worker => worker.state()),
    seenAtMs: () => seenAtMs,
    evict(uid, because, graceSeconds) {
      evicted.set(uid, { because, graceSeconds })
      reconcile()
    },
    isSettled() {
      const haveSpoken = options.sources.every(source => bySource.has(source))
      return (
        haveSpoken &&
        wanted().every(({ metadata: { uid }, spec }) => {
          if (refused.has(uid)) return true
          const state = workers.get(uid)?.state()
          if (!state) return false
          const isUp = (name: string) =>
            state.runtime.instances.some(one => one.name === name && one.state === 'running')
          return state.isFinished || spec.containers.every(({ name }) => isUp(name))
        })
      )
    },
    async stop() {
      isStopped = true
      cancelList()
      cancelSync()
      await listing
      await Promise.all([...workers.values()].map(worker => worker.stop()))
      await Promise.all(gone)
    },
  }
}

const none: PodAtRuntime = { uid: '', name: '', namespace: '', sandboxes: [], instances: [] }

/** The state of a pod that has ended, or is to end, before anything of it was run here. */
const nothingOf = (pod: Pod): PodState => ({
  uid: pod.metadata.uid,
  pod,
  runtime: { ...none, uid: pod.metadata.uid },
  isEnding: true,
  waits: new Map(),
  isFinished: false,
  isStopped: true,
  isGone: true,
})
