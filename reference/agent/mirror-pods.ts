// Mirror pods: how the API server shows the static pods of a node. A mirror follows its static pod;
// what is done to it at the API has no effect on the pod.

import type { Clock } from '../api/clock.ts'
import type { JsonObject } from '../api/object.ts'
import { type ApiClient, hasStatus } from './api-client.ts'
import { type Pod, podName, type PodSource } from './pod.ts'

export type MirrorPods = {
  readonly setStatic: (source: PodSource, pods: readonly Pod[]) => void
  /** Sets the mirror pods that the API server has on this node. */
  readonly setFound: (mirrors: ReadonlyMap<string, Pod>) => void
  readonly stop: () => Promise<void>
}

export type MirrorPodsOptions = {
  readonly client: ApiClient
  readonly domain: string
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly log: (line: string) => void
  /** The sources that must have spoken before mirrors of pods that none of them has are deleted. */
  readonly sources: readonly PodSource[]
  /** Returns the uid of the Node, once it is registered. */
  readonly ownerOf: () => JsonObject | undefined
}

const retryMs = 2000

export const isMirror = ({ metadata }: Pod, domain: string): boolean =>
  metadata.annotations?.[`${domain}/config.mirror`] !== undefined

export function mirrorPods(options: MirrorPodsOptions): MirrorPods {
  const { client, domain, clock, log, sources, ownerOf } = options
  const bySource = new Map<PodSource, readonly Pod[]>()
  let found: ReadonlyMap<string, Pod> | undefined
  const faults = new Map<string, string>()
  let isStopped = false
  let working: Promise<void> | undefined
  let isAgain = false
  let cancelRetry = () => {}
  const hashKey = `${domain}/config.hash`
  const mirrorKey = `${domain}/config.mirror`

  function poke(): void {
    if (isStopped || !found) return
    if (working) {
      isAgain = true
      return
    }
    cancelRetry()
    working = reconcile(found).finally(() => {
      working = undefined
      if (isAgain) {
        isAgain = false
        poke()
      }
    })
  }

  async function reconcile(mirrors: ReadonlyMap<string, Pod>): Promise<void> {
    const wanted = new Map([...bySource.values()].flat().map(pod => [podName(pod), pod] as const))
    const isComplete = sources.every(source => source === 'api' || bySource.has(source))
    const steps: (() => Promise<void>)[] = []
    for (const [name, mirror] of mirrors) {
      const pod = wanted.get(name)
      const isOther = pod !== undefined && hashOf(mirror) !== hashOf(pod)
      const isOver = mirror.metadata.deletionTimestamp !== undefined
      if (isOther || isOver || (!pod && isComplete)) steps.push(() => remove(mirror))
    }
    for (const [name, pod] of wanted) if (!mirrors.has(name)) steps.push(() => create(pod))
    let hasFailed = false
    for (const step of steps) {
      if (isStopped) return
      await step().catch(() => {
        hasFailed = true
      })
    }
    if (hasFailed && !isStopped) cancelRetry = clock.after(retryMs, poke)
  }

  const hashOf = ({ metadata }: Pod): string => metadata.annotations?.[hashKey] ?? ''

  async function create(pod: Pod): Promise<void> {
    const { metadata, spec } = pod
    const { uid: _, ...named } = metadata
    const owner = ownerOf()
    const body = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        ...named,
        annotations: {
          ...metadata.annotations,
          [mirrorKey]: hashOf(pod),
          [`${domain}/config.seen`]: new Date(clock.now()).toISOString(),
        },
        ...(owner && { ownerReferences: [owner] }),
      },
      spec,
    }
    const path = `/api/v1/namespaces/${metadata.namespace}/pods`
    await attempt(pod, [409], () => client.ask({ method: 'POST', path, body }))
  }

  async function remove(mirror: Pod): Promise<void> {
    const { namespace, name, uid } = mirror.metadata
    const body = {
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      gracePeriodSeconds: 0,
      preconditions: { uid },
    }
    const path = `/api/v1/namespaces/${namespace}/pods/${encodeURIComponent(name)}`
    await attempt(mirror, [404, 409], () => client.ask({ method: 'DELETE', path, body }))
  }

  /** A status that says that another one was faster is no fault: the watch will tell. */
  async function attempt(
    pod: Pod,
    harmless: readonly number[],
    act: () => Promise<unknown>,
  ): Promise<void> {
    const name = podName(pod)
    try {
      await act()
      faults.delete(name)
    } catch (error) {
      if (hasStatus(error, ...harmless)) return
      const fault = (error as Error).message
      if (faults.get(name) !== fault) log(`${name}: mirror pod: ${fault}`)
      faults.set(name, fault)
      throw error
    }
  }

  return {
    setStatic(source, pods) {
      bySource.set(source, pods)
      poke()
    },
    setFound(mirrors) {
      found = mirrors
      poke()
    },
    async stop() {
      isStopped = true
      cancelRetry()
      await working
    },
  }
}
