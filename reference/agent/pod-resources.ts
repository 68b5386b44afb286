// Amounts of resources in the terms of the runtime.

import { billionthsIn } from '../lib/quantities.ts'
import { type Container, containersOf, type Pod } from './pod.ts'

export type Qos = 'Guaranteed' | 'Burstable' | 'BestEffort'

/** Returns thousandths of a unit, rounded up; undefined if there is no such amount. */
export const thousandths = (quantity: unknown): number | undefined => {
  const amount = billionthsIn(String(quantity ?? ''))
  return amount === undefined ? undefined : Number((amount + 999_999n) / 1_000_000n)
}

/** Returns whole units, rounded up; undefined if there is no such amount. */
export const units = (quantity: unknown): number | undefined => {
  const amount = billionthsIn(String(quantity ?? ''))
  return amount === undefined ? undefined : Number((amount + 999_999_999n) / 1_000_000_000n)
}

const counted = ['cpu', 'memory'] as const

/** The quality of service of a pod, by the requests and limits of its containers. */
export function qosOf(pod: Pick<Pod, 'spec'>): Qos {
  const all = containersOf(pod).map(({ resources = {} }) => resources)
  const amounts = all.flatMap(({ limits = {}, requests = {} }) =>
    counted.map(name => ({ limit: limits[name], request: requests[name] ?? limits[name] })),
  )
  const isZero = (quantity: string | undefined) => (thousandths(quantity) ?? 0) === 0
  if (amounts.every(({ limit, request }) => isZero(limit) && isZero(request))) return 'BestEffort'
  const isFull = amounts.every(
    ({ limit, request }) => !isZero(limit) && thousandths(limit) === thousandths(request),
  )
  return isFull ? 'Guaranteed' : 'Burstable'
}

export type CpuSettings = {
  /** AGENT-251: whether limits become quotas, and the period of a quota. */
  readonly hasQuota: boolean
  readonly periodMs: number
}

const sharesMin = 2
const sharesMax = 262_144
const quotaMinUs = 1000

/** The resources of a container as the runtime takes them. */
export function runtimeResources(
  { resources: { limits = {}, requests = {} } = {} }: Container,
  { cpu, qos, memoryBytes }: { cpu: CpuSettings; qos: Qos; memoryBytes: number },
) {
  const limit = thousandths(limits['cpu'])
  const request = thousandths(requests['cpu']) ?? limit ?? 0
  const shares = Math.trunc((request * 1024) / 1000)
  const memory = units(limits['memory']) ?? 0
  const periodUs = Math.round(cpu.periodMs * 1000)
  const asked = units(requests['memory']) ?? memory
  return {
    cpuShares: Math.min(sharesMax, Math.max(sharesMin, shares)),
    ...(cpu.hasQuota &&
      limit !== undefined &&
      limit > 0 && {
        cpuPeriod: periodUs,
        cpuQuota: Math.max(quotaMinUs, Math.trunc((limit * periodUs) / 1000)),
      }),
    ...(memory > 0 && { memoryLimitInBytes: memory }),
    oomScoreAdj: oomScore(qos, asked, memoryBytes),
  }
}

/** The more memory a container has asked for, the later it is killed when memory runs out. */
function oomScore(qos: Qos, memoryRequest: number, memoryBytes: number): number {
  if (qos === 'Guaranteed') return -997
  if (qos === 'BestEffort') return 1000
  const score = 1000 - Math.trunc((1000 * memoryRequest) / memoryBytes)
  return Math.min(999, Math.max(3, score))
}
