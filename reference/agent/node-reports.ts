// Registers the Node of the agent, reports its status, and renews its lease.

import type { Clock } from '../api/clock.ts'
import type { Dialect } from '../api/dialect.ts'
import { type JsonObject, objectIn } from '../api/object.ts'
import { type ApiClient, hasStatus } from './api-client.ts'
import type { Cri, RuntimeImage } from './cri.ts'
import type { Measure } from './measurements.ts'
import {
  missingLabels,
  type NodeFacts,
  type NodeHealth,
  nodeObject,
  nodeStatus,
} from './node-object.ts'

export type NodeReports = {
  readonly start: () => void
  /** Reports the status now, such as when a condition has changed. */
  readonly reportSoon: () => void
  /** The reference to the Node as the owner of mirror pods, once its uid is known. */
  readonly owner: () => JsonObject | undefined
  /** The name of the runtime, once it has told it. */
  readonly runtimeName: () => string
  readonly stop: () => Promise<void>
}

export type NodeReportsOptions = {
  readonly client: ApiClient
  readonly cri: Pick<Cri, 'call'>
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly log: (line: string) => void
  readonly dialect: Dialect
  readonly facts: NodeFacts
  readonly health: () => NodeHealth
  readonly measure: Measure
}

// A runtime that does not answer must not keep the Node from being reported as not ready.
const runtimeTimeoutMs = 5000
const leaseSeconds = 40
const leasePeriodMs = 10_000
const firstPauseMs = 200
const longestPauseMs = 7000
const strategicMerge = 'application/strategic-merge-patch+json'

export function nodeReports(options: NodeReportsOptions): NodeReports {
  const { client, cri, clock, log, dialect, facts, health, measure } = options
  const { settings } = facts
  const { nodeName, node } = settings
  const path = `/api/v1/nodes/${encodeURIComponent(nodeName)}`
  const leaseGroup = `/apis/coordination.${dialect.apiDomain}/v1`
  // Genuine clusters keep leases in a namespace of their own; the specification names none.
  const leaseNamespace = dialect.namespaces.atStart.find(name => name.endsWith('node-lease'))
  let found: JsonObject | undefined
  let before: JsonObject = {}
  let runtime = { name: 'unknown', version: 'unknown' }
  let isStopped = false
  const loops = new Map<string, { cancel: () => void; working: Promise<void> | undefined }>()

  /** Repeats some work: each period, or sooner after a failure. */
  function repeat(name: string, periodMs: number, work: () => Promise<void>): () => void {
    let pauseMs = firstPauseMs
    let lastFault = ''
    let isAgain = false
    const loop = { cancel: () => {}, working: undefined as Promise<void> | undefined }
    loops.set(name, loop)
    const turn = () => {
      if (isStopped) return
      if (loop.working) {
        isAgain = true
        return
      }
      loop.cancel()
      let nextMs = periodMs
      loop.working = work()
        .then(() => {
          pauseMs = firstPauseMs
          if (lastFault !== '') log(`node ${nodeName}: ${name}: the API server answers again`)
          lastFault = ''
        })
        .catch(error => {
          nextMs = Math.min(periodMs, pauseMs)
          pauseMs = Math.min(longestPauseMs, pauseMs * 2)
          const fault = `${name}: ${(error as Error).message}`
          if (fault !== lastFault) log(`node ${nodeName}: ${fault}`)
          lastFault = fault
        })
        .finally(() => {
          loop.working = undefined
          if (isAgain) nextMs = 0
          isAgain = false
          if (!isStopped && Number.isFinite(nextMs)) loop.cancel = clock.after(nextMs, turn)
        })
    }
    turn()
    return turn
  }

  async function statusNow(): Promise<JsonObject> {
    const images = await cri
      .call('ListImages', {}, { timeoutMs: runtimeTimeoutMs })
      .then(({ images: all }) => all.toSorted(bySize))
      .catch((): RuntimeImage[] => [])
    if (runtime.name === 'unknown') await askRuntime().catch(() => {})
    const { nodefs } = await measure()
    return nodeStatus({
      ...facts,
      nowMs: clock.now(),
      health: health(),
      images,
      runtimeVersion: `${runtime.name}://${runtime.version}`,
      storageBytes: nodefs.capacityBytes,
      before,
    })
  }

  async function askRuntime(): Promise<void> {
    const { runtimeName, runtimeVersion } = await cri.call(
      'Version',
      { version: '' },
      { timeoutMs: runtimeTimeoutMs },
    )
    runtime = { name: runtimeName, version: runtimeVersion }
  }

  async function register(): Promise<void> {
    const wanted = nodeObject(facts)
    const status = await statusNow()
    try {
      const body = { ...wanted, status }
      found = await client.ask({ method: 'POST', path: '/api/v1/nodes', body })
      log(`node ${nodeName}: registered`)
    } catch (error) {
      if (!hasStatus(error, 409)) throw error
      found = await client.ask({ method: 'GET', path })
      const labels = missingLabels(wanted, found)
      if (Object.keys(labels).length > 0) {
        const body = { metadata: { labels } }
        await client.ask({ method: 'PATCH', path, body, patchType: strategicMerge })
      }
    }
    before = objectIn(found['status'])
  }

  async function report(): Promise<void> {
    if (!found && node.isRegistered) await register()
    const status = await statusNow()
    try {
      const body = { status }
      const isUncounted = true
      const patchType = strategicMerge
      const sent = {
        method: 'PATCH',
        path: `${path}/status`,
        body,
        patchType,
        isUncounted,
      } as const
      found = await client.ask(sent)
      before = status
    } catch (error) {
      // The Node was deleted: it is registered again.
      if (!hasStatus(error, 404)) throw error
      found = undefined
      if (!node.isRegistered) throw error
      await register()
    }
  }

  async function renew(): Promise<void> {
    const renewTime = `${new Date(clock.now()).toISOString().slice(0, -1)}000Z`
    const spec = { holderIdentity: nodeName, leaseDurationSeconds: leaseSeconds, renewTime }
    const leases = `${leaseGroup}/namespaces/${leaseNamespace}/leases`
    const own = `${leases}/${encodeURIComponent(nodeName)}`
    const isUncounted = true
    try {
      const patchType = 'application/merge-patch+json'
      await client.ask({ method: 'PATCH', path: own, body: { spec }, patchType, isUncounted })
    } catch (error) {
      if (!hasStatus(error, 404)) throw error
      const owner = ownerOf()
      const metadata = { name: nodeName, ...(owner && { ownerReferences: [owner] }) }
      const type = { apiVersion: `coordination.${dialect.apiDomain}/v1`, kind: 'Lease' }
      const body = { ...type, metadata, spec }
      await client.ask({ method: 'POST', path: leases, body, isUncounted })
    }
  }

  function ownerOf(): JsonObject | undefined {
    const uid = objectIn(found?.['metadata'])['uid']
    if (typeof uid !== 'string') return undefined
    return { apiVersion: 'v1', kind: 'Node', name: nodeName, uid, controller: true }
  }

  let reportSoon = () => {}
  return {
    start() {
      reportSoon = repeat('status', node.statusPeriodMs, report)
      if (leaseNamespace !== undefined) repeat('lease', leasePeriodMs, renew)
    },
    reportSoon: () => reportSoon(),
    owner: ownerOf,
    runtimeName: () => runtime.name,
    async stop() {
      isStopped = true
      for (const { cancel } of loops.values()) cancel()
      await Promise.allSettled([...loops.values()].map(async ({ working }) => working))
    },
  }
}

const bySize = (a: RuntimeImage, b: RuntimeImage): number => b.size - a.size
