// The pods that the API server assigns to the node (NODE-004): a list, and the changes since then.

import type { Clock } from '../api/clock.ts'
import { isJsonObject, type JsonObject, objectIn, objectsIn } from '../api/object.ts'
import { type ApiClient, hasStatus } from './api-client.ts'
import { pause } from './request-certificate.ts'
import type { Pod } from './pod.ts'
import type { PodSourceRun } from './pod-source.ts'

export type ApiPodsOptions = {
  readonly client: ApiClient
  readonly nodeName: string
  /** Is told all pods of the node, mirror pods among them. */
  readonly onPods: (pods: readonly Pod[]) => void
  readonly clock: Pick<Clock, 'after' | 'steady'>
  readonly log: (line: string) => void
}

const firstPauseMs = 250
const longestPauseMs = 15_000
const pageSize = 500

export function followApiPods(options: ApiPodsOptions): PodSourceRun {
  const { client, nodeName, onPods, clock, log } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const fields = `fieldSelector=${encodeURIComponent(`spec.nodeName=${nodeName}`)}`
  const pods = new Map<string, Pod>()
  let version = ''
  let pauseMs = firstPauseMs
  let lastFault = ''

  /** Lists all pods. A list is taken whole or not at all. */
  async function list(): Promise<void> {
    const found: JsonObject[] = []
    let more = ''
    let listed: JsonObject
    do {
      const page = `limit=${pageSize}${more === '' ? '' : `&continue=${encodeURIComponent(more)}`}`
      const path = `/api/v1/pods?${fields}&${page}`
      listed = await client.ask({ method: 'GET', path, timeoutMs: 60_000, signal })
      if (!Array.isArray(listed['items']) && listed['kind'] !== 'PodList')
        throw new Error(`GET ${path}: expected a list of pods`)
      found.push(...objectsIn(listed['items']))
      more = String(objectIn(listed['metadata'])['continue'] ?? '')
    } while (more !== '')
    version = String(objectIn(listed['metadata'])['resourceVersion'] ?? '')
    pods.clear()
    for (const object of found) keep(object)
    answered()
    tell()
  }

  function answered(): void {
    if (lastFault !== '') log('pods of the API server: it answers again')
    lastFault = ''
  }

  function keep(object: JsonObject): void {
    const pod = podOf(object)
    if (pod) pods.set(pod.metadata.uid, pod)
  }

  const tell = () => {
    if (!signal.aborted) onPods([...pods.values()])
  }

  async function watch(): Promise<void> {
    const seconds = 300 + Math.floor(Math.random() * 300)
    const path =
      `/api/v1/pods?${fields}&watch=true&allowWatchBookmarks=true` +
      `&timeoutSeconds=${seconds}&resourceVersion=${encodeURIComponent(version)}`
    await client.watch(
      path,
      ({ type, object }) => {
        if (type === 'ERROR') {
          version = ''
          throw new Error(`watch of pods: ${String(object['message'] ?? object['code'])}`)
        }
        pauseMs = firstPauseMs
        const metadata = objectIn(object['metadata'])
        version = String(metadata['resourceVersion'] ?? version)
        if (type === 'BOOKMARK') return
        if (type === 'DELETED') pods.delete(String(metadata['uid']))
        else keep(object)
        tell()
      },
      {
        // A server that has gone without a word does not end the watch either.
        signal: AbortSignal.any([signal, AbortSignal.timeout((seconds + 60) * 1000)]),
        onOpen: answered,
      },
    )
  }

  async function follow(): Promise<void> {
    while (!signal.aborted) {
      try {
        if (version === '') await list()
        const beganMs = clock.steady()
        await watch()
        if (clock.steady() - beganMs < 1000) throw new Error('the watch ended at once')
        pauseMs = firstPauseMs
      } catch (error) {
        if (signal.aborted) return
        // 410: the version is too old for a watch.
        if (hasStatus(error, 410, 400)) version = ''
        const fault = (error as Error).message
        if (fault !== lastFault) log(`pods of the API server: ${fault}`)
        lastFault = fault
        await pause(pauseMs, clock, signal).catch(() => {})
        pauseMs = Math.min(longestPauseMs, pauseMs * 2)
      }
    }
  }

  const following = follow()
  return {
    async stop() {
      stopping.abort()
      await following
    },
  }
}

/** An object without what every stored pod has is left out. */
function podOf({ metadata, spec, status }: JsonObject): Pod | undefined {
  const { name, namespace, uid } = objectIn(metadata)
  const isNamed = [name, namespace, uid].every(text => typeof text === 'string' && text !== '')
  if (!isNamed || !isJsonObject(spec) || !Array.isArray(spec['containers'])) return undefined
  // The server has validated what it stored.
  return { source: 'api', metadata, spec, status: objectIn(status) } as unknown as Pod
}
