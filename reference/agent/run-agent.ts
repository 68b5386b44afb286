// Puts a running agent together: the runtime, the sources, the workers of pods, the API server and
// the agent's own servers.

import { mkdir } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import type { JsonObject } from '../api/object.ts'
import type { AgentSetup } from './agent-setup.ts'
import type { Dialect } from '../api/dialect.ts'
import { cluster } from '../dialects/cluster.ts'
import { kubernetes } from '../dialects/kubernetes.ts'
import { agentRuntime } from './agent-runtime.ts'
import { type ApiSide, openApiSide } from './api-side.ts'
import { cgroupParents } from './cgroup-parents.ts'
import { needsBootstrap } from './client-certificate.ts'
import { connectRuntime } from './cri.ts'
import { followFiles } from './file-source.ts'
import { followUrl } from './http-source.ts'
import { credentialPlugins } from './credential-plugins.ts'
import { type Eviction, type Pressure, startEviction } from './eviction.ts'
import { imageGc } from './image-gc.ts'
import { imagePuller } from './images.ts'
import { rotateLogs } from './log-rotation.ts'
import { measureMachine } from './measurements.ts'
import { takeLock, watchContention } from './lock-file.ts'
import type { Pod, PodSource } from './pod.ts'
import { hashOf, type PodConfigSettings } from './pod-config.ts'
import type { PodSourceRun } from './pod-source.ts'
import { allPods, type Pods } from './pods.ts'
import { podStatus } from './pod-status.ts'
import type { PodState } from './pod-worker.ts'
import { containerProbes } from './probes.ts'
import { openServers } from './open-servers.ts'
import { endWhenPodsRun } from './run-once.ts'
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
      const stopWork = await work(setup, { end, signal: stopping.signal }).catch(async cause => {
        await lock?.release()
        throw cause
      })
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
  // An agent that waits for the lock or for its first certificate has started all the same.
  const waits = file !== '' || (!setup.isStandalone && (await needsBootstrap(settings.api)))
  if (!waits) await working
  else
    working.catch(cause => {
      if (stopping.signal.aborted) return
      log((cause as Error).message)
      end({ code: 1 })
    })
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

/** Does the work of the agent. Returns the function that ends it. */
async function work(
  setup: AgentSetup,
  { end, signal }: { end: (how: AgentEnd) => void; signal: AbortSignal },
): Promise<() => Promise<void>> {
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
    credentialsFor: await credentialPlugins(
      { file: settings.images.credentialConfig, directory: settings.images.credentialDirectory },
      { clock, log },
    ),
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
  const measure = machine.measure ?? measureMachine(rootDirectory, cri.call)
  let eviction: Eviction | undefined
  const nodeHealth = () =>
    healthOf(all, { nowMs: clock.steady(), pressures: eviction?.pressures() ?? new Set() })
  if (!setup.isStandalone) {
    const { podIp } = runtime
    const known = {
      dialect,
      domain,
      cri,
      hostIp,
      podsMax,
      sources,
      podIp,
      nodeHealth,
      measure,
      signal,
    }
    api = await openApiSide({ ...setup, ...known, healthOf: probes.healthOf })
  }
  const gc = imageGc({ call: cri.call, settings: settings.images, measure, clock, log })
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
      deadAgeMinMs: settings.dead.ageMinMs,
    },
    dead: settings.dead,
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
  eviction = startEviction({
    settings: settings.eviction,
    measure,
    clock,
    log,
    running: () =>
      pods
        .states()
        .flatMap(({ pod, isEnding, isFinished }) => (pod && !isEnding && !isFinished ? [pod] : [])),
    freeImages: gc.collectAll,
    evict(pod, message, graceSeconds) {
      api?.onRefused(pod, { reason: 'Evicted', message })
      pods.evict(pod.metadata.uid, message, graceSeconds)
    },
    onPressure: () => api?.reportNodeSoon(),
  })
  const { filesMax, bytesMax } = settings.logs
  const { states } = pods
  const stopRotation = rotateLogs({
    call: cri.call,
    clock,
    log,
    rootDirectory,
    states,
    filesMax,
    bytesMax,
  })
  const stopUpkeep = () => {
    gc.stop()
    eviction?.stop()
    stopRotation()
  }
  const servers = await openServers({
    settings,
    dialect,
    client: api?.client,
    clock,
    log,
    signal,
    hostIp,
    paths: {
      fault: () => silence(pods, clock.steady(), unhealthyMs),
      states: pods.states,
      statusOf: state => api?.statusOf(state.uid) ?? statusAlone(state, clock.now(), hostIp),
      values: setup.values,
      call: cri.call,
    },
  }).catch(async cause => {
    stopUpkeep()
    await api?.stop()
    cri.close()
    throw cause
  })
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
  const stopWaiting = settings.runOnce
    ? endWhenPodsRun(pods, { clock, log, end: code => end({ code }) })
    : () => {}
  return async () => {
    stopWaiting()
    stopUpkeep()
    await Promise.all(servers.map(server => server.close()))
    await Promise.all(following.map(async source => source.stop()))
    probes.stop()
    const cancel = clock.after(stopMs, () => {
      // The runtime first: a hook that is cut off is followed by no further call.
      cri.close()
      probes.endHooks()
    })
    await pods.stop()
    cancel()
    await api?.stop()
    cri.close()
  }
}

/** How long calls at the runtime and hooks may still take at the end: a pull has no timeout. */
const stopMs = 5000

/** A runtime that has not answered for this long makes the node not ready, or the agent unwell. */
const silenceMaxMs = 30_000
const unhealthyMs = 180_000

function silence(pods: Pods | undefined, nowMs: number, maxMs: number): string {
  const seenAtMs = pods?.seenAtMs()
  const isSilent = seenAtMs === undefined ? maxMs === silenceMaxMs : nowMs - seenAtMs > maxMs
  return isSilent ? 'the container runtime does not answer' : ''
}

const healthOf = (
  pods: Pods | undefined,
  { nowMs, pressures }: { nowMs: number; pressures: ReadonlySet<Pressure> },
): NodeHealth => ({
  fault: silence(pods, nowMs, silenceMaxMs),
  hasMemoryPressure: pressures.has('MemoryPressure'),
  hasDiskPressure: pressures.has('DiskPressure'),
  hasPidPressure: pressures.has('PIDPressure'),
})

/** Without an API server the status is only shown at the agent itself. */
function statusAlone(state: PodState, nowMs: number, hostIp: string): JsonObject | undefined {
  const { pod } = state
  if (!pod) return undefined
  const facts = { nowMs, hostIp, podIp: '', runtimeName: 'cri', healthOf: () => ({}), before: {} }
  return podStatus({ ...state, pod }, facts)
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
