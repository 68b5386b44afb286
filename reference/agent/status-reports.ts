// Reports the status of pods to the API server, and deletes pods there when they have ended.

import type { Clock } from '../api/clock.ts'
import type { JsonObject } from '../api/object.ts'
import { isSameJson } from '../api/same-json.ts'
import { type ApiClient, hasStatus } from './api-client.ts'
import type { Health } from './decide.ts'
import { type Pod, podName } from './pod.ts'
import { failedStatus, podStatus } from './pod-status.ts'
import type { PodState } from './pod-state.ts'
import type { PodRefusal } from './pods.ts'

export type StatusReports = {
  readonly onState: (state: PodState) => void
  readonly onRefused: (pod: Pod, refusal: PodRefusal) => void
  readonly onGone: (uid: string) => void
  /** The object at the API server whose status a static pod has: its mirror. */
  readonly setMirrors: (mirrors: ReadonlyMap<string, Pod>) => void
  /** The status that was last made of a pod. */
  readonly statusOf: (uid: string) => JsonObject | undefined
  readonly stop: () => Promise<void>
}

export type StatusReportsOptions = {
  readonly client: ApiClient
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly log: (line: string) => void
  readonly hostIp: string
  readonly runtimeName: () => string
  readonly podIp: (sandboxId: string) => Promise<string>
  readonly healthOf: (id: string) => Health
}

type Report = { pod: Pod; status: JsonObject; isOver: boolean; isSent: boolean; hasFailed: number }

const retryMs = 2000
const strategicMerge = 'application/strategic-merge-patch+json'

export function statusReports(options: StatusReportsOptions): StatusReports {
  const { client, clock, log, hostIp, runtimeName, podIp, healthOf } = options
  const reports = new Map<string, Report>()
  const states = new Map<string, PodState>()
  const underway = new Map<string, Promise<void>>()
  let mirrors: ReadonlyMap<string, Pod> = new Map()
  let isStopped = false
  /** Cancels the next attempt, by uid. */
  const retries = new Map<string, () => void>()
  /** The status of pods that the node does not run, or has evicted: nothing changes it any more. */
  const finals = new Map<string, JsonObject>()
  /** Pods of which only a report that is still to be sent is kept. */
  const gone = new Set<string>()

  function onState(state: PodState): void {
    if (!state.pod) return
    // The uid of a static pod comes back with its manifest.
    if (gone.delete(state.uid)) reports.delete(state.uid)
    states.set(state.uid, state)
    begin(state.uid)
  }

  function begin(uid: string): void {
    if (underway.has(uid) || isStopped) return
    const done = work(uid).finally(() => {
      underway.delete(uid)
      // Something may have come after the last look at it.
      if (isDue(uid)) begin(uid)
      else if (gone.has(uid) && reports.get(uid)?.isSent !== false) drop(uid)
    })
    underway.set(uid, done)
  }

  const isDue = (uid: string): boolean =>
    states.has(uid) || (reports.get(uid)?.isSent === false && !retries.has(uid))

  function drop(uid: string): void {
    gone.delete(uid)
    reports.delete(uid)
  }

  /** Makes the status of the newest state and sends it, until nothing is newer. */
  async function work(uid: string): Promise<void> {
    for (;;) {
      const state = states.get(uid)
      states.delete(uid)
      if (state?.pod) await note(state as PodState & { pod: Pod })
      const report = reports.get(uid)
      if (!report || report.isSent || isStopped) {
        if (!states.has(uid)) return
        continue
      }
      report.isSent = true
      try {
        await send(report)
        report.hasFailed = 0
      } catch (error) {
        report.isSent = false
        if (report.hasFailed++ === 0)
          log(`${podName(report.pod)}: status: ${(error as Error).message}`)
        later(uid)
        return
      }
    }
  }

  function later(uid: string): void {
    if (isStopped || retries.has(uid)) return
    const cancel = clock.after(retryMs, () => {
      retries.delete(uid)
      begin(uid)
    })
    retries.set(uid, cancel)
  }

  async function note(state: PodState & { pod: Pod }): Promise<void> {
    const { uid, pod, runtime } = state
    const sandbox = runtime.sandboxes.find(({ isReady }) => isReady)
    const ip = sandbox ? await podIp(sandbox.id).catch(() => '') : ''
    const kept = reports.get(uid)
    const before = kept?.status ?? pod.status ?? {}
    const facts = {
      nowMs: clock.now(),
      hostIp,
      podIp: ip,
      runtimeName: runtimeName(),
      healthOf,
      before,
    }
    const made = finals.get(uid) ?? podStatus(state, facts)
    const isOver = state.isStopped && pod.metadata.deletionTimestamp !== undefined
    if (kept && isSameJson(kept.status, made) && kept.isOver === isOver) {
      kept.pod = pod
      return
    }
    reports.set(uid, { pod, status: made, isOver, isSent: false, hasFailed: kept?.hasFailed ?? 0 })
  }

  async function send({ pod, status, isOver }: Report): Promise<void> {
    const target = pod.source === 'api' ? pod : mirrors.get(podName(pod))
    // A static pod without a mirror is reported when it has one.
    if (!target) return
    const { namespace, name, uid } = target.metadata
    const path = `/api/v1/namespaces/${namespace}/pods/${encodeURIComponent(name)}`
    try {
      const body = { metadata: { uid }, status }
      await client.ask({ method: 'PATCH', path: `${path}/status`, body, patchType: strategicMerge })
      if (!isOver || pod.source !== 'api') return
      const gone = { gracePeriodSeconds: 0, preconditions: { uid } }
      const type = { apiVersion: 'v1', kind: 'DeleteOptions' }
      await client.ask({ method: 'DELETE', path, body: { ...type, ...gone } })
    } catch (error) {
      // The pod is gone, or another one has its name.
      if (!hasStatus(error, 404, 409)) throw error
    }
  }

  return {
    onState,
    onRefused(pod, refusal) {
      const { uid } = pod.metadata
      gone.delete(uid)
      const status = failedStatus(pod, refusal, clock.now())
      finals.set(uid, status)
      reports.set(uid, { pod, status, isOver: false, isSent: false, hasFailed: 0 })
      begin(uid)
    },
    onGone(uid) {
      finals.delete(uid)
      gone.add(uid)
      begin(uid)
    },
    setMirrors(next) {
      const before = mirrors
      mirrors = next
      for (const [uid, report] of reports) {
        const name = podName(report.pod)
        if (
          report.pod.source === 'api' ||
          before.get(name)?.metadata.uid === next.get(name)?.metadata.uid
        )
          continue
        report.isSent = false
        begin(uid)
      }
    },
    statusOf: uid => reports.get(uid)?.status,
    async stop() {
      isStopped = true
      for (const cancel of retries.values()) cancel()
      await Promise.allSettled(underway.values())
    },
  }
}
