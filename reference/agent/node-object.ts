// The Node that the agent registers, and its status.

import { arch, release } from 'node:os'
import { readFileSync } from 'node:fs'
import { type JsonObject, objectIn, objectsIn, timestamp } from '../api/object.ts'
import { billionthsIn } from '../lib/quantities.ts'
import type { RuntimeImage } from './cri.ts'
import type { Machine } from './host-facts.ts'
import type { AgentSettings } from './settings.ts'

export type NodeFacts = {
  readonly settings: AgentSettings
  readonly machine: Machine
  readonly domain: string
  readonly hostIp: string
  readonly podsMax: number
  readonly version: string
  readonly port: number
}

/** The processors of Node.js in the words of Go, which labels use. */
const architectures: { readonly [name: string]: string } = { x64: 'amd64', ia32: '386' }

/** Returns the Node without its status (AGENT-207, AGENT-220, AGENT-221, AGENT-261). */
export function nodeObject({ settings, domain }: NodeFacts): JsonObject {
  const { node, nodeName, hostName } = settings
  const cloudTaint = {
    key: `node.cloudprovider.${domain}/uninitialized`,
    value: 'true',
    effect: 'NoSchedule',
  }
  const taints = [...node.taints.map(taintOf), ...(node.hasExternalCloud ? [cloudTaint] : [])]
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name: nodeName,
      labels: {
        [`${domain}/arch`]: architectures[arch()] ?? arch(),
        [`${domain}/hostname`]: nodeName === '' ? hostName : nodeName,
        [`${domain}/os`]: 'linux',
        ...node.labels,
      },
    },
    spec: {
      ...(node.providerId !== '' && { providerID: node.providerId }),
      ...(taints.length > 0 && { taints }),
      ...(!node.isSchedulable && { unschedulable: true }),
    },
  }
}

function taintOf(text: string): JsonObject {
  const [, key = '', value = '', effect = ''] = /^([^=:]*)(?:=([^:]*))?:(.*)$/.exec(text) ?? []
  return { key, ...(value !== '' && { value }), effect }
}

export type NodeHealth = {
  /** Why the node is not ready; empty if it is. */
  readonly fault: string
  readonly hasMemoryPressure: boolean
  readonly hasDiskPressure: boolean
  readonly hasPidPressure: boolean
}

export type NodeStatusInput = NodeFacts & {
  readonly nowMs: number
  readonly health: NodeHealth
  readonly images: readonly RuntimeImage[]
  readonly runtimeVersion: string
  /** The bytes of the file system of the root directory. */
  readonly storageBytes: number
  /** The status that the API server has, whose times are kept where nothing has changed. */
  readonly before: JsonObject
}

const giga = 1_000_000_000n

export function nodeStatus(input: NodeStatusInput): JsonObject {
  const { settings, machine, hostIp, podsMax, images, port } = input
  const { node, nodeName, eviction } = settings
  const capacity: Record<string, bigint> = {
    cpu: BigInt(machine.cores) * giga,
    memory: BigInt(machine.memoryBytes) * giga,
    ...(node.countsLocalStorage && { 'ephemeral-storage': BigInt(input.storageBytes) * giga }),
    pods: BigInt(podsMax) * giga,
  }
  // AGENT-181: what eviction keeps free is not allocatable, unless that is ignored.
  const held = eviction.isIgnoredInAllocatable ? undefined : eviction.hard
  const kept: Record<string, string | undefined> = {
    memory: held?.['memory.available'],
    'ephemeral-storage': held?.['nodefs.available'],
  }
  const left = (name: string, amount: bigint): bigint => {
    const reserved = [node.reserved.cluster[name], node.reserved.system[name]]
      .map(quantity => billionthsIn(quantity ?? '') ?? 0n)
      .reduce((sum, one) => sum + one, 0n)
    const rest = amount - reserved - amountOf(kept[name], amount)
    return rest > 0n ? rest : 0n
  }
  const amounts = Object.entries(capacity)
  const listed = node.imagesMax < 0 ? images : images.slice(0, node.imagesMax)
  return {
    capacity: Object.fromEntries(amounts.map(([name, amount]) => [name, textOf(name, amount)])),
    allocatable: Object.fromEntries(
      amounts.map(([name, amount]) => [name, textOf(name, left(name, amount))]),
    ),
    conditions: conditionsOf(input),
    addresses: [
      ...(node.ips.length > 0 ? node.ips : [hostIp]).map(address => ({
        type: 'InternalIP',
        address,
      })),
      { type: 'Hostname', address: nodeName },
    ],
    daemonEndpoints: { kubeletEndpoint: { Port: port } },
    nodeInfo: nodeInfo(input),
    images: listed.map(({ repoTags, repoDigests, size }) => ({
      names: [...repoDigests, ...repoTags],
      sizeBytes: size,
    })),
  }
}

/** A threshold is an amount, or a share of the whole. */
export function amountOf(threshold: string | undefined, whole: bigint): bigint {
  if (threshold === undefined) return 0n
  if (!threshold.endsWith('%')) return billionthsIn(threshold) ?? 0n
  return (whole * BigInt(Math.round(Number(threshold.slice(0, -1)) * 1000))) / 100_000n
}

function textOf(name: string, amount: bigint): string {
  if (name === 'memory' || name === 'ephemeral-storage') return `${amount / giga / 1024n}Ki`
  if (name === 'cpu' && amount % giga !== 0n) return `${amount / 1_000_000n}m`
  return String(amount / giga)
}

function conditionsOf({ health, nowMs, before }: NodeStatusInput): JsonObject[] {
  const pressure = (type: string, has: boolean, what: string) => ({
    type,
    status: has ? 'True' : 'False',
    reason: has ? `AgentHas${type}` : `AgentHasNo${type}`,
    message: has ? `the node is short of ${what}` : `the node has enough ${what}`,
  })
  const made = [
    pressure('MemoryPressure', health.hasMemoryPressure, 'memory'),
    pressure('DiskPressure', health.hasDiskPressure, 'room on its disks'),
    pressure('PIDPressure', health.hasPidPressure, 'process numbers'),
    {
      type: 'Ready',
      status: health.fault === '' ? 'True' : 'False',
      reason: health.fault === '' ? 'AgentReady' : 'AgentNotReady',
      message: health.fault === '' ? 'the agent is ready' : health.fault,
    },
  ]
  return made.map(one => {
    const old = objectsIn(before['conditions']).find(({ type }) => type === one.type)
    const since = old?.['status'] === one.status ? old['lastTransitionTime'] : undefined
    return {
      ...one,
      lastHeartbeatTime: timestamp(nowMs),
      lastTransitionTime: since ?? timestamp(nowMs),
    }
  })
}

const nodeInfo = ({ version, runtimeVersion }: NodeStatusInput): JsonObject => ({
  architecture: architectures[arch()] ?? arch(),
  bootID: fileText('/proc/sys/kernel/random/boot_id'),
  containerRuntimeVersion: runtimeVersion,
  kernelVersion: release(),
  kubeProxyVersion: '',
  kubeletVersion: version,
  machineID: fileText('/etc/machine-id'),
  operatingSystem: 'linux',
  osImage: /^PRETTY_NAME="?([^"\n]*)/m.exec(fileText('/etc/os-release'))?.[1] ?? 'Linux',
  systemUUID: fileText('/etc/machine-id'),
})

function fileText(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    // The file is not on every machine, and its value only informs.
    return ''
  }
}

/** Returns the labels that a registered Node should have but has not. */
export const missingLabels = (wanted: JsonObject, found: JsonObject): JsonObject => {
  const has = objectIn(objectIn(found['metadata'])['labels'])
  const labels = objectIn(objectIn(wanted['metadata'])['labels'])
  return Object.fromEntries(Object.entries(labels).filter(([key, value]) => has[key] !== value))
}
