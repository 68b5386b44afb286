// Computes the columns of a pod, among them one word for the state of its containers.

import { type ApiObject, type JsonObject, objectIn, objectsIn } from '../../api/object.ts'
import { timestampMs } from './age-text.ts'
import { conditionStatusOf, scalarText } from './cell-texts.ts'

/** The state of a pod, as its Table row shows it. */
export type PodState = {
  readonly reason: string
  /** Containers that are ready, of those in `wanted`. */
  readonly ready: number
  readonly wanted: number
  readonly restarts: number
  /** The time of the last restart in ms since 1970, or 0 if unknown. */
  readonly restartedAt: number
}

type Restarts = { count: number; lastMs: number }

/** The progress of the init containers. */
type Start = {
  /** Why initialization waits or failed. Undefined when it is complete. */
  reason: string | undefined
  ready: number
  all: Restarts
  sidecars: Restarts
}

/** Computes the state of a pod from the statuses of its containers. */
export function podStateOf(pod: ApiObject): PodState {
  const [spec, status] = [objectIn(pod.spec), objectIn(pod.status)]
  const first = objectsIn(spec.initContainers)
  const sidecars = new Set(first.filter(isSidecar).map(container => container.name))
  const conditions = objectsIn(status.conditions)
  const start = startOf(objectsIn(status.initContainerStatuses), sidecars, first.length)
  const wanted = objectsIn(spec.containers).length + sidecars.size
  const isStarting =
    start.reason !== undefined && conditionStatusOf(conditions, 'Initialized') !== 'True'
  const statusText = start.reason ?? statusTextOf(status, conditions)
  const { reason, ready, restarts } = isStarting
    ? { reason: statusText, ready: 0, restarts: start.all }
    : running(objectsIn(status.containerStatuses), {
        statusText,
        conditions,
        restarts: start.sidecars,
      })
  return {
    reason: endingOf(pod, status) ?? reason,
    ready: start.ready + ready,
    wanted,
    restarts: restarts.count,
    restartedAt: restarts.lastMs,
  }
}

/** Whether an init container keeps running after initialization. */
const isSidecar = ({ restartPolicy }: JsonObject): boolean => restartPolicy === 'Always'

/** Returns the state from the pod's conditions, reason or phase. */
function statusTextOf(status: JsonObject, conditions: readonly JsonObject[]): string {
  const isGated = conditions.some(
    ({ type, reason }) => type === 'PodScheduled' && reason === 'SchedulingGated',
  )
  return isGated ? 'SchedulingGated' : scalarText(status.reason) || scalarText(status.phase)
}

/** A pod that is being deleted is Terminating unless it has ended. */
function endingOf({ metadata }: ApiObject, { phase, reason }: JsonObject): string | undefined {
  if (metadata.deletionTimestamp === undefined) return undefined
  if (reason === 'NodeLost') return 'Unknown'
  return phase === 'Succeeded' || phase === 'Failed' ? undefined : 'Terminating'
}

/** Reads the init containers up to and including the first that has not completed. */
function startOf(
  statuses: readonly JsonObject[],
  sidecars: ReadonlySet<unknown>,
  total: number,
): Start {
  const start: Start = {
    reason: undefined,
    ready: 0,
    all: { count: 0, lastMs: 0 },
    sidecars: { count: 0, lastMs: 0 },
  }
  for (const [index, status] of statuses.entries()) {
    const stays = sidecars.has(status.name)
    addRestarts(start.all, status)
    if (stays) addRestarts(start.sidecars, status)
    const { terminated, waiting } = objectIn(status.state)
    if (terminated !== undefined && Number(objectIn(terminated).exitCode ?? 0) === 0) continue
    if (stays && status.started === true) {
      if (status.ready === true) start.ready++
      continue
    }
    const why = terminated === undefined ? waitsFor(waiting) : endText(objectIn(terminated))
    start.reason = `Init:${why ?? `${index}/${total}`}`
    break
  }
  return start
}

/** Returns why a container waits, or undefined if the reason adds no information. */
function waitsFor(waiting: unknown): string | undefined {
  const reason = scalarText(objectIn(waiting).reason)
  return reason === '' || reason === 'PodInitializing' ? undefined : reason
}

function addRestarts(sum: Restarts, { restartCount, lastState }: JsonObject): void {
  sum.count += Number(restartCount ?? 0)
  const { finishedAt } = objectIn(objectIn(lastState).terminated)
  sum.lastMs = Math.max(sum.lastMs, timestampMs(finishedAt) ?? 0)
}

/** Formats how a container ended. */
function endText({ reason, signal, exitCode }: JsonObject): string {
  const statusText = scalarText(reason)
  if (statusText !== '') return statusText
  return Number(signal ?? 0) === 0
    ? `ExitCode:${scalarText(exitCode ?? 0)}`
    : `Signal:${scalarText(signal)}`
}

type Before = { statusText: string; conditions: readonly JsonObject[]; restarts: Restarts }

/**
 * Returns the reason of the first container that waits or has ended. If that is Completed while
 * others run or failed, another reason replaces it.
 */
function running(statuses: readonly JsonObject[], { statusText, conditions, restarts }: Before) {
  let reason = statusText
  let failure = ''
  let ready = 0
  for (const status of statuses.toReversed()) {
    addRestarts(restarts, status)
    const { terminated, waiting, running: runs } = objectIn(status.state)
    const waits = scalarText(objectIn(waiting).reason)
    if (waits !== '') reason = waits
    else if (terminated !== undefined) {
      reason = endText(objectIn(terminated))
      if (Number(objectIn(terminated).exitCode ?? 0) !== 0) failure = reason
    } else if (status.ready === true && runs !== undefined) ready++
  }
  if (reason !== 'Completed') return { reason, ready, restarts }
  if (ready > 0 && conditionStatusOf(conditions, 'Ready') === 'True') reason = 'Running'
  else if (failure !== '') reason = failure
  else if (ready > 0) reason = 'NotReady'
  return { reason, ready, restarts }
}
