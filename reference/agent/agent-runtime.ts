// The agent's view of the runtime: what it holds of the agent's pods, and the acts on it.

import { join } from 'node:path'
import { environmentOf, type EnvFacts } from './container-env.ts'
import { type Cri, type CriMethods, isNotFound } from './cri.ts'
import type { Act, CreateAct } from './decide.ts'
import type { Images } from './images.ts'
import { type Container, containersOf, type Hook, type Pod, podName } from './pod.ts'
import {
  containerConfig,
  logDirectoryOf,
  type PodConfigSettings,
  sandboxConfig,
} from './pod-config.ts'
import { type DnsSettings, dnsOf } from './pod-dns.ts'
import type { ActResult, Target } from './acts-under-way.ts'
import { type Instance, type PodAtRuntime, podsAtRuntime, withStatus } from './runtime-state.ts'
import { mountsOf, prepareVolumes, type VolumeFacts } from './volumes.ts'

export type RunHook = (
  hook: Hook,
  context: { readonly id: string; readonly podIp: string; readonly container: Container },
) => Promise<void>

export type AgentRuntimeOptions = {
  readonly cri: Pick<Cri, 'call' | 'ifChanged'>
  readonly images: Images
  readonly config: PodConfigSettings
  readonly dns: DnsSettings
  /** AGENT-229: the stop of a container may take this long beyond its grace period. */
  readonly timeoutMs: number
  readonly facts: (podIp: string, namespace: string) => VolumeFacts & EnvFacts
  readonly runHook: RunHook
  readonly makeDirectory: (path: string) => Promise<unknown>
  readonly log: (line: string) => void
  /** Tells that something happened to a pod, for an event. */
  readonly note: (pod: Pod, reason: string, message: string) => void
}

export type AgentRuntime = {
  /** All pods of the agent, by uid; undefined if nothing has changed since the last call. */
  readonly all: () => Promise<ReadonlyMap<string, PodAtRuntime> | undefined>
  readonly look: (uid: string) => Promise<PodAtRuntime>
  readonly perform: (act: Act, target: Target) => Promise<ActResult>
  /** Returns the address of the pod; empty for none. */
  readonly podIp: (sandboxId: string) => Promise<string>
}

export function agentRuntime(options: AgentRuntimeOptions): AgentRuntime {
  const { cri, images, config, dns, timeoutMs, facts, runHook, makeDirectory, log, note } = options
  const { words } = config
  const details = new Map<string, Instance>()
  const addresses = new Map<string, string>()
  let hasUnreadChange = false

  async function all() {
    // If one of the lists fails, a change in the other one is still to be returned.
    const noting = async <T extends { readonly isNew: boolean }>(list: Promise<T>) => {
      const found = await list
      hasUnreadChange ||= found.isNew
      return found
    }
    const [sandboxes, containers] = await Promise.all([
      noting(cri.ifChanged('ListPodSandbox')),
      noting(cri.ifChanged('ListContainers')),
    ])
    if (!hasUnreadChange) return undefined
    hasUnreadChange = false
    return podsAtRuntime(sandboxes.response.items, containers.response.containers, words)
  }

  async function look(uid: string): Promise<PodAtRuntime> {
    const filter = { labelSelector: { [words.podUid]: uid } }
    const [{ items }, { containers }] = await Promise.all([
      cri.call('ListPodSandbox', { filter }),
      cri.call('ListContainers', { filter }),
    ])
    const pods = podsAtRuntime(items, containers, words)
    const found = pods.get(uid) ?? { ...nothing, uid }
    const instances = await Promise.all(found.instances.map(withDetails))
    return { ...found, instances: instances.flatMap(one => one ?? []) }
  }

  /** Times and exit codes are only in the status, which is asked for once in each state. */
  async function withDetails(instance: Instance): Promise<Instance | undefined> {
    const { id, state } = instance
    if (state === 'created') return instance
    const known = details.get(id)
    if (known && known.state === state) return known
    try {
      const { status } = await cri.call('ContainerStatus', { containerId: id })
      if (!status) return undefined
      const detailed = withStatus(instance, status)
      details.set(id, detailed)
      return detailed
    } catch (error) {
      // The container was removed since the list.
      if (isNotFound(error)) return undefined
      throw error
    }
  }

  async function podIp(sandboxId: string): Promise<string> {
    const known = addresses.get(sandboxId)
    if (known !== undefined && known !== '') return known
    const { status } = await cri.call('PodSandboxStatus', { podSandboxId: sandboxId })
    const ip = status?.network?.ip ?? ''
    addresses.set(sandboxId, ip)
    return ip
  }

  async function perform(act: Act, target: Target): Promise<ActResult> {
    const { pod } = target
    switch (act.act) {
      case 'run sandbox':
        return runSandbox(needed(pod), act.attempt)
      case 'create container':
        return createContainer(act, needed(pod))
      case 'start container':
        return startContainer(act, target)
      case 'stop container':
        log(`${target.namespace}/${target.name}: stops container ${act.name}: ${act.because}`)
        return stopContainer(act, target)
      case 'remove container':
        details.delete(act.id)
        return unlessGone(cri.call('RemoveContainer', { containerId: act.id }))
      case 'stop sandbox':
        return unlessGone(cri.call('StopPodSandbox', { podSandboxId: act.id }))
      case 'remove sandbox':
        addresses.delete(act.id)
        return unlessGone(cri.call('RemovePodSandbox', { podSandboxId: act.id }))
    }
  }

  async function runSandbox(pod: Pod, attempt: number): Promise<ActResult> {
    await makeDirectory(logDirectoryOf(pod, config.rootDirectory))
    const made = sandboxConfig(pod, { attempt, dns: await dnsOf(pod, dns) }, config)
    const runtimeHandler = ''
    const { podSandboxId } = await cri.call('RunPodSandbox', { config: made, runtimeHandler })
    return { id: podSandboxId }
  }

  async function createContainer(act: CreateAct, pod: Pod): Promise<ActResult> {
    const { name, attempt, sandboxId } = act
    const container = containerNamed(pod, name)
    const sandbox = sandboxConfig(pod, { attempt: 0, dns: await dnsOf(pod, dns) }, config)
    const imageRef = await images.ensure(container, { config: sandbox, pod: podName(pod) })
    // Only what refers to the pod can need its address.
    const needsIp =
      container.env?.some(({ valueFrom }) => valueFrom) || pod.spec['volumes'] !== undefined
    const known = facts(needsIp ? await podIp(sandboxId) : '', pod.metadata.namespace)
    const paths = await prepareVolumes(pod, known)
    const env = await environmentOf(container, pod, known)
    const mounts = mountsOf(container, paths, env)
    await makeDirectory(join(logDirectoryOf(pod, config.rootDirectory), name))
    const made = containerConfig(container, { pod, attempt, env, mounts, imageRef }, config)
    const request = { podSandboxId: sandboxId, config: made, sandboxConfig: sandbox }
    const { containerId } = await cri.call('CreateContainer', request)
    note(pod, 'Created', `Created container: ${name}`)
    return { id: containerId }
  }

  async function startContainer(
    act: { id: string; name: string },
    { pod, runtime }: Target,
  ): Promise<ActResult> {
    await cri.call('StartContainer', { containerId: act.id })
    if (!pod) return {}
    note(pod, 'Started', `Started container ${act.name}`)
    const container = containerNamed(pod, act.name)
    const hook = container.lifecycle?.postStart
    if (!hook) return {}
    try {
      await runHook(hook, { id: act.id, podIp: await ipOf(runtime, act.id), container })
    } catch (error) {
      note(pod, 'FailedPostStartHook', `PostStartHook failed: ${String(error)}`)
      await cri.call('StopContainer', { containerId: act.id, timeout: 0 })
      throw error
    }
    return {}
  }

  async function stopContainer(
    act: { id: string; name: string; graceSeconds: number },
    { pod, runtime }: Target,
  ): Promise<ActResult> {
    const beganMs = performance.now()
    const container = pod && containersOf(pod).find(one => one.name === act.name)
    const hook = container?.lifecycle?.preStop
    if (pod) note(pod, 'Killing', `Stopping container ${act.name}`)
    if (hook && container && act.graceSeconds > 0) {
      const podIp = await ipOf(runtime, act.id).catch(() => '')
      const done = runHook(hook, { id: act.id, podIp, container }).catch(error =>
        note(pod, 'FailedPreStopHook', `PreStopHook failed: ${String(error)}`),
      )
      await within(done, act.graceSeconds * 1000)
    }
    const spentSeconds = Math.trunc((performance.now() - beganMs) / 1000)
    // Genuine agents leave at least two seconds after the hook.
    const timeout = hook ? Math.max(2, act.graceSeconds - spentSeconds) : act.graceSeconds
    const limit = { timeoutMs: timeoutMs === 0 ? 0 : timeoutMs + timeout * 1000 }
    return unlessGone(cri.call('StopContainer', { containerId: act.id, timeout }, limit))
  }

  async function ipOf({ instances }: PodAtRuntime, id: string): Promise<string> {
    const sandboxId = instances.find(one => one.id === id)?.sandboxId
    return sandboxId === undefined ? '' : podIp(sandboxId)
  }

  return { all, look, perform, podIp }
}

const nothing: PodAtRuntime = { uid: '', name: '', namespace: '', sandboxes: [], instances: [] }

const needed = (pod: Pod | undefined): Pod => {
  if (!pod) throw new Error('a pod without its manifest can only be ended')
  return pod
}

function containerNamed(pod: Pod, name: string): Container {
  const found = containersOf(pod).find(one => one.name === name)
  if (!found) throw new Error(`container ${name}: expected one of the pod ${podName(pod)}`)
  return found
}

/** What is gone need not be ended. */
async function unlessGone(call: Promise<CriMethods['StopContainer'][1]>): Promise<ActResult> {
  try {
    await call
  } catch (error) {
    if (!isNotFound(error)) throw error
  }
  return {}
}

async function within(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>(resolve => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, late])
  clearTimeout(timer)
}
