// The pods of an API server in memory for tests, whose requests and watches fail at will.

import { type JsonObject, objectIn } from '../api/object.ts'
import { type ApiClient, ApiError, type ApiRequest } from './api-client.ts'
import type { Fate } from './test-runtime.ts'
import type { WatchChange } from './watch-frames.ts'

export type TestApi = {
  readonly client: ApiClient
  readonly pods: ReadonlyMap<string, StoredPod>
  /** Stores a pod under its `namespace/name`. */
  readonly put: (pod: StoredPod) => void
  readonly remove: (name: string) => void
}

export type StoredPod = JsonObject & {
  readonly metadata: JsonObject & { name: string; namespace: string; uid: string }
}

export function testApi(fate: () => Fate): TestApi {
  const pods = new Map<string, StoredPod>()
  const changes: WatchChange[] = []
  const watchers = new Set<() => void>()
  let uids = 0
  const nameOf = ({ metadata }: StoredPod) => `${metadata.namespace}/${metadata.name}`

  function note(type: string, pod: StoredPod): void {
    const resourceVersion = String(changes.length + 1)
    changes.push({ type, object: { ...pod, metadata: { ...pod.metadata, resourceVersion } } })
    for (const wake of watchers) wake()
  }

  function put(pod: StoredPod): void {
    const type = pods.has(nameOf(pod)) ? 'MODIFIED' : 'ADDED'
    pods.set(nameOf(pod), pod)
    note(type, pod)
  }

  function remove(name: string): void {
    const pod = pods.get(name)
    if (pod && pods.delete(name)) note('DELETED', pod)
  }

  function handle(request: ApiRequest): JsonObject {
    const { method, path } = request
    const body = objectIn(request.body)
    const refuse = (status: number) => new ApiError(request, { status, value: {} })
    if (method === 'GET') {
      const items = [...pods.values()]
      const metadata = { resourceVersion: String(changes.length) }
      return { kind: 'PodList', metadata, items }
    }
    const [, namespace = '', name] = /namespaces\/([^/]+)\/pods(?:\/([^/]+))?/.exec(path) ?? []
    if (name === undefined) {
      const metadata = { ...objectIn(body['metadata']), uid: `made${++uids}` }
      const made = { ...body, metadata } as StoredPod
      if (pods.has(`${namespace}/${made.metadata.name}`)) throw refuse(409)
      put(made)
      return made
    }
    const found = pods.get(`${namespace}/${name}`)
    if (!found) throw refuse(404)
    const { uid } = { ...objectIn(body['metadata']), ...objectIn(body['preconditions']) }
    if (uid !== found.metadata.uid) throw refuse(409)
    if (method === 'DELETE') remove(nameOf(found))
    else put({ ...found, status: objectIn(body['status']) })
    return {}
  }

  const turn = () => new Promise(resolve => setImmediate(resolve))

  async function ask(request: ApiRequest): Promise<JsonObject> {
    const drawn = fate()
    // A status that replaces a newer one stays until the next change of the pod.
    const chosen = drawn === 'works late' && request.method === 'PATCH' ? 'fails' : drawn
    await turn()
    if (chosen === 'fails') throw new Error('no response')
    if (chosen === 'works late') {
      void (async () => {
        for (let turns = 0; turns < 60; turns++) await turn()
        handle(request)
      })().catch(() => {})
      throw new Error('no response yet')
    }
    const answer = handle(request)
    await turn()
    if (chosen === 'works unheard') throw new Error('the response is lost')
    return answer
  }

  const watch: ApiClient['watch'] = async (path, onChange, { signal, onOpen }) => {
    await turn()
    if (fate() === 'fails') throw new Error('no response')
    onOpen()
    let next = Number(/resourceVersion=(\d+)/.exec(path)?.[1])
    for (;;) {
      for (; next < changes.length; next++) {
        if (signal.aborted) throw new Error('aborted')
        if (fate() === 'fails') throw new Error('the watch breaks off')
        onChange(changes[next] as WatchChange)
      }
      await new Promise<void>((resolve, reject) => {
        const wake = () => {
          watchers.delete(wake)
          signal.removeEventListener('abort', stop)
          resolve()
        }
        const stop = () => {
          watchers.delete(wake)
          reject(new Error('aborted'))
        }
        watchers.add(wake)
        if (signal.aborted) stop()
        else signal.addEventListener('abort', stop, { once: true })
      })
    }
  }

  const send: ApiClient['send'] = async request => ({ status: 200, value: await ask(request) })
  return { client: { ask, send, watch, close() {} }, pods, put, remove }
}
