// Puts a working agent together: the runtime, the sources, the workers of pods, the API server and
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
import { connectRuntime } from './cri.ts'
import { followFiles } from './file-source.ts'
import { followUrl } from './http-source.ts'
import { credentialPlugins } from './credential-plugins.ts'
import { type Eviction, type Pressure, startEviction } from './eviction.ts'
import { imageGc } from './image-gc.ts'
import { imagePuller } from './images.ts'
import { rotateLogs } from './log-rotation.ts'
import { type Measure, measureMachine } from './measurements.ts'
import type { Pod, PodSource } from './pod.ts'
import { hashOf, type PodConfigSettings } from './pod-config.ts'
import type { PodSourceRun } from './pod-source.ts'
import { allPods, type Pods } from './pods.ts'
import { podStatus } from './pod-status.ts'
import type { PodState } from './pod-state.ts'
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

/** What is started after the parts that use it. */
type Started = { api?: ApiSide; pods?: Pods; eviction?: Eviction }

/** The surroundings of the parts of an agent. */
type Surroundings = {
  readonly setup: AgentSetup
  readonly dialect: Dialect
  /** The domain of annotations. */
  readonly domain: string
  readonly hostIp: string
  readonly cri: ReturnType<typeof connectRuntime>
  readonly sources: readonly PodSource[]
  readonly measure: Measure
  readonly signal: AbortSignal
  readonly started: Started
}

/** Does the work of the agent. Returns the function that ends it. */
export async function startWork(
  setup: AgentSetup,
  { end, signal }: { end: (how: AgentEnd) => void; signal: AbortSignal },
): Promise<() => Promise<void>> {
  const { settings, machine, clock, log } = setup
  const dialect = setup.dialect === 'kubernetes' ? kubernetes : cluster
  const { apiDomain, labelDomain: domain = apiDomain, runtimeLabels: labels } = dialect
  const cri = connectRuntime(settings.runtime)
  const around: Surroundings = {
    setup,
    dialect,
    domain,
    cri,
    hostIp: settings.node.ips[0] ?? addressOfHost(),
    sources: sourcesOf(setup),
    measure: machine.measureWith?.(cri.call) ?? measureMachine(settings.rootDirectory, cri.call),
    signal,
    started: {},
  }
  const containers = await containersOf(around, labels)
  if (!setup.isStandalone) around.started.api = await openApi(around, containers)
  const pods = podsOf(around, containers)
  around.started.pods = pods
  const stopUpkeep = startUpkeep(around, pods)
  const servers = await serversOf(around, pods).catch(async cause => {
    stopUpkeep()
    await around.started.api?.stop()
    cri.close()
    throw cause
  })
  const following = followSources(around, pods)
  if (setup.isStandalone && settings.pods.cidr !== '') {
    // AGENT-211: with an API server the range comes from the Node.
    const runtimeConfig = { networkConfig: { podCidr: settings.pods.cidr } }
    void cri
      .call('UpdateRuntimeConfig', { runtimeConfig })
      .catch(error => log(`--pod-cidr: ${(error as Error).message}`))
  }
  pods.start()
  log(`agent ${setup.version} of node ${settings.nodeName} started`)
  const stopWaiting = settings.runOnce
    ? endWhenPodsRun(pods, { clock, log, end: code => end({ code }) })
    : () => {}
  return async () => {
    stopWaiting()
    stopUpkeep()
    await Promise.all(servers.map(server => server.close()))
    await Promise.all(following.map(async source => source.stop()))
    containers.probes.stop()
    const cancel = clock.after(stopMs, () => {
      // The runtime first: a hook that is cut off is followed by no further call.
      cri.close()
      containers.probes.endHooks()
    })
    await pods.stop()
    cancel()
    await around.started.api?.stop()
    cri.close()
  }
}

/** The containers of the runtime, and their probes. */
type Containers = {
  readonly runtime: ReturnType<typeof agentRuntime>
  readonly probes: ReturnType<typeof containerProbes>
}

async function containersOf(
  { setup, cri, hostIp, started }: Surroundings,
  labels: string,
): Promise<Containers> {
  const { settings, machine, clock, log } = setup
  const { rootDirectory, nodeName } = settings
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
      readData: (kind, name) => started.api?.readData(kind, { namespace, name }) ?? noApi(),
      tokenFor: (pod, projection) => started.api?.tokenFor(pod, projection) ?? noApi(),
    }),
    runHook: (hook, place) => probes.runHook(hook, place),
    makeDirectory: path => mkdir(path, { recursive: true }),
    log,
    note: (pod, reason, message) => started.api?.note(pod, reason, message),
  })
  const probes = containerProbes({
    call: cri.call,
    clock,
    podIp: runtime.podIp,
    onChange: uid => started.pods?.poke(uid),
    onFailure: (pod, message) => started.api?.note(pod, 'Unhealthy', message),
  })
  return { runtime, probes }
}

function openApi(around: Surroundings, { runtime, probes }: Containers): Promise<ApiSide> {
  const { setup, dialect, domain, cri, hostIp, sources, measure, signal, started } = around
  const nodeHealth = () =>
    healthOf(started.pods, {
      nowMs: setup.clock.steady(),
      pressures: started.eviction?.pressures() ?? new Set(),
    })
  const { podIp } = runtime
  const podsMax = podsMaxOf(setup)
  const known = { dialect, domain, cri, hostIp, podsMax, sources, podIp, nodeHealth, measure }
  return openApiSide({ ...setup, ...known, signal, healthOf: probes.healthOf })
}

/** AGENT-215. */
function podsMaxOf({ settings, machine }: AgentSetup): number {
  const { max, perCore } = settings.pods
  return perCore > 0 ? Math.min(max, perCore * machine.cores) : max
}

function podsOf({ setup, sources, started }: Surroundings, { runtime, probes }: Containers): Pods {
  const { settings, clock, log } = setup
  const { api } = started
  return allPods({
    runtime,
    clock,
    log,
    sources,
    relistMs: 1000,
    syncMs: settings.sources.syncMs,
    podsMax: podsMaxOf(setup),
    worker: { hashOf, healthOf: probes.healthOf, deadAgeMinMs: settings.dead.ageMinMs },
    dead: settings.dead,
    refusal: (pod: Pod) => refusalOf(pod, settings.pods),
    onState: state => {
      probes.follow(state)
      api?.onState(state)
    },
    onRefused: (pod, refusal) => api?.onRefused(pod, refusal),
    onGone: async uid => {
      api?.onGone(uid)
      await removePodDirectory(uid, settings.rootDirectory)
    },
  })
}

/** Starts the collection of images, eviction and the rotation of logs. */
function startUpkeep({ setup, cri, measure, started }: Surroundings, pods: Pods): () => void {
  const { settings, clock, log } = setup
  const { call } = cri
  const { api } = started
  const gc = imageGc({ call, settings: settings.images, measure, clock, log })
  const eviction = startEviction({
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
  started.eviction = eviction
  const { states } = pods
  const { rootDirectory } = settings
  const stopRotation = rotateLogs({ call, clock, log, rootDirectory, states, ...settings.logs })
  return () => {
    gc.stop()
    eviction.stop()
    stopRotation()
  }
}

function serversOf(around: Surroundings, pods: Pods): ReturnType<typeof openServers> {
  const { setup, dialect, cri, hostIp, signal, started } = around
  const { settings, clock, log, values } = setup
  const { api } = started
  return openServers({
    settings,
    dialect,
    client: api?.client,
    clock,
    log,
    signal,
    hostIp,
    paths: {
      fault: () => ((silentMs(pods, clock.steady()) ?? 0) > unhealthyMs ? silence : ''),
      states: pods.states,
      statusOf: state => api?.statusOf(state.uid) ?? statusAlone(state, clock.now(), hostIp),
      values,
      call: cri.call,
    },
  })
}

/** How long calls at the runtime and hooks may still take at the end: a pull has no timeout. */
const stopMs = 5000

/** A runtime that has not answered for this long makes the node not ready. */
const notReadyMs = 30_000

/** A runtime that has not answered for this long makes the agent fail its own health check. */
const unhealthyMs = 180_000

/** Returns how long the runtime has not answered; undefined if it never has. */
function silentMs(pods: Pods | undefined, nowMs: number): number | undefined {
  const seenAtMs = pods?.seenAtMs()
  return seenAtMs === undefined ? undefined : nowMs - seenAtMs
}

const silence = 'the container runtime does not answer'

const healthOf = (
  pods: Pods | undefined,
  { nowMs, pressures }: { nowMs: number; pressures: ReadonlySet<Pressure> },
): NodeHealth => ({
  fault: (silentMs(pods, nowMs) ?? Infinity) > notReadyMs ? silence : '',
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

function followSources(
  { setup, sources, started, domain, dialect }: Surroundings,
  all: Pods,
): PodSourceRun[] {
  const { settings, clock, log } = setup
  const { api } = started
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
