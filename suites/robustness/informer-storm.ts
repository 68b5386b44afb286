// Runs the informer of a real client during a storm of writes, and cuts its connections repeatedly.
// At the end its cache must equal a list: nothing lost, nothing invented, nothing stale.

import { createServer, connect } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { CoreV1Api, KubeConfig, makeInformer } from '@kubernetes/client-node'
import type { Informer, V1ConfigMap } from '@kubernetes/client-node'
import { defaultParts, startReference } from '../../reference/index.ts'
import { createRandom } from './crash/random.ts'

export type StormOptions = {
  ms: number
  /** How often all connections of the informer are cut, in milliseconds. */
  cutEveryMs: number
  /** The seed of the writers' choices; 1 unless set. */
  seed?: number
}

export type StormOutcome = {
  seed: number
  writes: number
  cuts: number
  events: number
  /** Why the informer had to be restarted, and how often. */
  restarts: Record<string, number>
  /** Names whose versions in the cache and in the list differ, with both versions. */
  differences: string[]
}

const writers = 4
const namesEach = 25
const namespace = 'default'

/** Runs an informer on the reference for a time. The writers connect directly. */
export async function runInformerInStorm({
  ms,
  cutEveryMs,
  seed = 1,
}: StormOptions): Promise<StormOutcome> {
  const reference = await startReference(defaultParts({ dialect: 'kubernetes' }))
  const link = await breakableLink(Number(new URL(reference.url).port))
  const api = clientOf(reference.url).makeApiClient(CoreV1Api)
  const config = clientOf(link.url)
  const watched = config.makeApiClient(CoreV1Api)
  const informer = makeInformer<V1ConfigMap>(
    config,
    `/api/v1/namespaces/${namespace}/configmaps`,
    () => watched.listNamespacedConfigMap({ namespace }),
  )
  let [writes, cuts, events] = [0, 0, 0]
  for (const event of ['add', 'update', 'delete'] as const) informer.on(event, () => void events++)
  const restarts = keepRunning(informer)
  await informer.start()

  const end = performance.now() + ms
  const storm = Array.from({ length: writers }, async (_, writer) => {
    const draw = createRandom(seed * writers + writer)
    while (performance.now() < end) {
      await writeOne(api, `storm-${writer}-${draw(namesEach)}`, draw)
      writes++
    }
  })
  const cutting = (async () => {
    while (performance.now() < end) {
      await pause(cutEveryMs)
      link.cut()
      cuts++
    }
  })()
  await Promise.all([...storm, cutting])
  const differences = await settled(api, () => informer.list())
  restarts.end()
  await informer.stop()
  link.close()
  await reference.close()
  return { seed, writes, cuts, events, restarts: restarts.reasons, differences }
}

/** The seed and the counts of a storm, with the reasons of restarts. */
export function stormSummary({ seed, writes, cuts, events, restarts }: StormOutcome): string {
  const times = Object.values(restarts).reduce((sum, one) => sum + one, 0)
  const reasons = Object.entries(restarts).map(([reason, count]) => `${count} × ${reason}`)
  const why = times === 0 ? '' : ` (${reasons.join(', ')})`
  return `seed ${seed}, ${writes} writes, ${cuts} cuts, ${times} restarts${why}, ${events} events`
}

const restartMs = 50

/** Restarts an informer after errors that it does not survive itself, as its users do. */
function keepRunning(informer: Informer<V1ConfigMap>) {
  const reasons: Record<string, number> = {}
  let isOver = false
  const restart = async (problem: unknown): Promise<void> => {
    if (isOver) return
    const reason = reasonOf(problem)
    reasons[reason] = (reasons[reason] ?? 0) + 1
    await pause(restartMs)
    if (!isOver) await informer.start().catch(restart)
  }
  informer.on('error', problem => void restart(problem))
  return {
    reasons,
    // The library also reports an error for a stream that is stopped.
    end: () => {
      isOver = true
    },
  }
}

/** The first line of an error, without addresses, which differ between runs. */
function reasonOf(problem: unknown): string {
  const [line = ''] = (problem instanceof Error ? problem.message : String(problem)).split('\n')
  return line.replaceAll(/https?:\/\/\S+/g, 'URL').slice(0, 100)
}

/** Creates, changes or removes one object, whether it exists or not. */
async function writeOne(
  api: CoreV1Api,
  name: string,
  draw: (bound: number) => number,
): Promise<void> {
  const found = await api.readNamespacedConfigMap({ namespace, name }).catch(() => undefined)
  const data = { at: String(performance.now()) }
  if (!found) {
    await api.createNamespacedConfigMap({ namespace, body: { metadata: { name }, data } })
  } else if (draw(10) < 3) {
    await api.deleteNamespacedConfigMap({ namespace, name })
  } else await api.replaceNamespacedConfigMap({ namespace, name, body: { ...found, data } })
}

// A client that was just disconnected waits a moment before it reconnects.
const settleMs = 20_000

/** The differences between the cache and a list, after time to catch up. */
async function settled(api: CoreV1Api, cache: () => readonly V1ConfigMap[]): Promise<string[]> {
  const versions = (items: readonly V1ConfigMap[]) =>
    new Map(items.map(({ metadata }) => [metadata?.name, metadata?.resourceVersion]))
  const { items } = await api.listNamespacedConfigMap({ namespace })
  const wanted = versions(items)
  for (const end = performance.now() + settleMs; ; await pause(100)) {
    const shown = versions(cache())
    const differences = [...new Set([...wanted.keys(), ...shown.keys()])]
      .filter(name => wanted.get(name) !== shown.get(name))
      .map(name => `${name}: listed at ${wanted.get(name)}, cached at ${shown.get(name)}`)
    if (differences.length === 0 || performance.now() > end) return differences
  }
}

function clientOf(server: string): KubeConfig {
  const config = new KubeConfig()
  config.loadFromOptions({
    // This client speaks plain HTTP only with skipTLSVerify.
    clusters: [{ name: 'reference', server, skipTLSVerify: true }],
    users: [{ name: 'nobody' }],
    contexts: [{ name: 'here', cluster: 'reference', user: 'nobody' }],
    currentContext: 'here',
  })
  return config
}

/** A relay on loopback whose connections can all be cut at once. */
async function breakableLink(port: number) {
  const open = new Set<Socket>()
  const server = createServer(client => {
    const upstream = connect(port, '127.0.0.1')
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.pipe(upstream).pipe(client)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address() as { port: number }
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${address.port}`,
    cut,
    close: () => {
      server.close()
      cut()
    },
  }
}
