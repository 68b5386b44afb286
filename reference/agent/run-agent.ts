// Puts a running agent together: the runtime, the sources, the workers of pods, the API server and
// the agent's own servers.

import { mkdir } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import type { AgentSetup } from './agent-setup.ts'
import type { Dialect } from '../api/dialect.ts'
import { cluster } from '../dialects/cluster.ts'
import { kubernetes } from '../dialects/kubernetes.ts'
import { agentRuntime } from './agent-runtime.ts'
import { type ApiSide, openApiSide } from './api-side.ts'
import { cgroupParents } from './cgroup-parents.ts'
import { connectRuntime } from './cri.ts'
import { followFiles } from './file-source.ts'
import { followUrl } from './http-source.ts'
import { imagePuller } from './images.ts'
import { takeLock, watchContention } from './lock-file.ts'
import type { Pod, PodSource } from './pod.ts'
import { hashOf, type PodConfigSettings } from './pod-config.ts'
import type { PodSourceRun } from './pod-source.ts'
import { allPods, type Pods } from './pods.ts'
import { containerProbes } from './probes.ts'
import { manifestReader } from './read-manifest.ts'
import { refusalOf } from './refuse-pod.ts'
import { runtimeWords } from './runtime-state.ts'
import type { NodeHealth } from './node-object.ts'
import { removePodDirectory } from './volumes.ts'

/** How an agent ended: its exit code. */
export type AgentEnd = { readonly code: number }

export type AgentRun = { readonly ended: Promise<AgentEnd>; readonly stop: () => Promise<void> }

/** The words of a dialect outside of the API: annotations, labels at the runtime. */
const wordsOf = ({ name, apiDomain }: Dialect) =>
  name === 'kubernetes'
    ? { domain: 'kubernetes.io', labels: 'io.kubernetes' }
    : { domain: apiDomain, labels: `io.${name}` }

/** Starts an agent. Rejects with an Error about the flag that prevents it. */
export async function runAgent(setup: AgentSetup): Promise<AgentRun> {
  const { settings, clock, log } = setup
  const stopping = new AbortController()
  let end: (how: AgentEnd) => void = () => {}
  const finished = new Promise<AgentEnd>(resolve => {
    end = resolve
  })
  await mkdir(settings.rootDirectory, { recursive: true, mode: 0o750 }).catch(cause => {
    throw new Error(`--root-dir: ${settings.rootDirectory}: ${(cause as Error).message}`, { cause })
  })
  // The lock comes before everything else: an agent that waits for it does nothing.
  const { file } = settings.lock
  const working = (file === '' ? Promise.resolve(undefined) : takeLock(file, stopping.signal)).then(
    async lock => {
      if (stopping.signal.aborted) return async () => lock?.release()
      const stopWork = await work(setup, end)
      const stopWatch =
        file !== '' && settings.lock.endsOnContention
          ? watchContention(file, clock, () => {
              log('another process waits for the lock file')
              end({ code: 0 })
            })
          : () => {}
      return async () => {
        stopWatch()
        await stopWork()
        await lock?.release()
      }
    },
  )
  if (file === '') await working
  else working.catch(cause => end({ code: failed(log, cause) }))
  let isStopped = false
  const stop = async () => {
    if (isStopped) return
    isStopped = true
    stopping.abort()
    await (await working.catch(() => undefined))?.()
    end({ code: 0 })
  }
  return {
    ended: finished.then(async how => {
      await stop()
      return how
    }),
    stop,
  }
}

function failed(log: (line: string) => void, cause: unknown): number {
  log((cause as Error).message)
  return 1
}

/** Does the work of the agent. Returns the function that ends it. */
async function work(setup: AgentSetup, end: (how: AgentEnd) => void): Promise<() => Promise<void>> {
  const { settings, machine, clock, log } = setup
  const dialect = setup.dialect === 'kubernetes' ? kubernetes : cluster
  const { domain, labels } = wordsOf(dialect)
  const { rootDirectory, nodeName } = settings
  const cri = connectRuntime(settings.runtime)
  const hostIp = settings.node.ips[0] ?? addressOfHost()
  const config: PodConfigSettings = {
    words: runtimeWords(labels),
    rootDirectory,
    cpu: settings.pods.cpu,
    memoryBytes: machine.memoryBytes,
    hasDefaultSeccomp: settings.pods.hasDefaultSeccomp,
    cgroupParentOf: cgroupParents(settings.cgroups),
  }
  const images = imagePuller(cri.call, settings.images, {
    clock,
    credentialsFor: async () => undefined,
  })
  let api: ApiSide | undefined
  let all: Pods | undefined
  const noApi = async (): Promise<never> => {
    throw new Error('expected an API server, but this agent runs on its own')
  }
  const runtime = agentRuntime({
    cri,
    images,
    config,
    dns: settings.dns,
    timeoutMs: settings.runtime.timeoutMs,
    facts: (podIp, namespace) => ({
      nodeName,
      hostIp,
      podIp,
      rootDirectory,
      readData: (kind, name) => api?.readData(kind, { namespace, name }) ?? noApi(),
      tokenFor: (pod, projection) => api?.tokenFor(pod, projection) ?? noApi(),
    }),
    runHook: (hook, place) => probes.runHook(hook, place),
    makeDirectory: path => mkdir(path, { recursive: true }),
    log,
    note: (pod, reason, message) => api?.note(pod, reason, message),
  })
  const probes = containerProbes({
    call: cri.call,
    clock,
    podIp: runtime.podIp,
    onChange: uid => all?.poke(uid),
    onFailure: (pod, message) => api?.note(pod, 'Unhealthy', message),
  })
  const sources = sourcesOf(setup)
  const { max, perCore } = settings.pods
  // AGENT-215.
  const podsMax = perCore > 0 ? Math.min(max, perCore * machine.cores) : max
  const nodeHealth = () => healthOf(all, clock.steady())
  if (!setup.isStandalone) {
    const { podIp } = runtime
    const known = { dialect, domain, cri, hostIp, podsMax, sources, podIp, nodeHealth }
    api = await openApiSide({ ...setup, ...known, healthOf: probes.healthOf })
  }
  const pods = allPods({
    runtime,
    clock,
    log,
    sources,
    relistMs: 1000,
    syncMs: settings.sources.syncMs,
    podsMax,
    worker: {
      hashOf,
      healthOf: probes.healthOf,
      deadMax: settings.dead.maxOfContainer,
      deadAgeMinMs: settings.dead.ageMinMs,
    },
    refusal: (pod: Pod) => refusalOf(pod, settings.pods),
    onState: state => {
      probes.follow(state)
      api?.onState(state)
    },
    onRefused: (pod, refusal) => api?.onRefused(pod, refusal),
    onGone: async uid => {
      api?.onGone(uid)
      await removePodDirectory(uid, rootDirectory)
    },
  })
  all = pods
  const following = followSources(setup, { sources, all: pods, api, domain, dialect })
  if (setup.isStandalone && settings.pods.cidr !== '') {
    // AGENT-211: with an API server the range comes from the Node.
    const runtimeConfig = { networkConfig: { podCidr: settings.pods.cidr } }
    void cri
      .call('UpdateRuntimeConfig', { runtimeConfig })
      .catch(error => log(`--pod-cidr: ${(error as Error).message}`))
  }
  pods.start()
  log(`agent ${setup.version} of node ${nodeName} started`)
  void end
  return async () => {
    await Promise.all(following.map(source => source.stop()))
    probes.stop()
    await pods.stop()
    await api?.stop()
    cri.close()
  }
}

/** A runtime that has not answered for this long makes the node not ready. */
const silenceMaxMs = 30_000

function healthOf(pods: Pods | undefined, nowMs: number): NodeHealth {
  const seenAtMs = pods?.seenAtMs()
  const isSilent = seenAtMs === undefined || nowMs - seenAtMs > silenceMaxMs
  return {
    fault: isSilent ? 'the container runtime does not answer' : '',
    hasMemoryPressure: false,
    hasDiskPressure: false,
    hasPidPressure: false,
  }
}

function sourcesOf({ settings, isStandalone }: AgentSetup): PodSource[] {
  const { path, url } = settings.sources
  return [
    ...(path === '' ? [] : (['file'] as const)),
    ...(url === '' ? [] : (['http'] as const)),
    ...(isStandalone ? [] : (['api'] as const)),
  ]
}

type Following = {
  readonly sources: readonly PodSource[]
  readonly all: Pods
  readonly api: ApiSide | undefined
  readonly domain: string
  readonly dialect: Dialect
}

function followSources(
  { settings, clock, log }: AgentSetup,
  { sources, all, api, domain, dialect }: Following,
): PodSourceRun[] {
  const { path, url, headers, filePeriodMs, urlPeriodMs } = settings.sources
  const { nodeName } = settings
  const read = manifestReader({ dialect, nodeName, domain })
  const setting = (source: PodSource) => (pods: readonly Pod[]) => {
    all.set(source, pods)
    if (source !== 'api') api?.setStatic(source, pods)
  }
  return sources.map(source => {
    const onPods = setting(source)
    if (source === 'file')
      return followFiles({ path, periodMs: filePeriodMs, read, onPods, clock, log })
    if (source === 'http')
      return followUrl({ url, headers, periodMs: urlPeriodMs, read, onPods, clock, log })
    if (!api) throw new Error('the source api needs an API server')
    return api.followPods(onPods)
  })
}

function addressOfHost(): string {
  const all = Object.values(networkInterfaces()).flatMap(list => list ?? [])
  const found = all.find(({ internal, family }) => !internal && family === 'IPv4')
  return found?.address ?? '127.0.0.1'
}
