// What the columns of a pod say: the one word for how its many containers do.

import { type ApiObject, type JsonObject, objectIn, objectsIn } from '../../api/object.ts'
import { timestampMs } from './age-text.ts'
import { conditionStatusOf, scalarText } from './cell-texts.ts'

export type PodState = {
  readonly reason: string
  /** Containers that are ready, of those that should be. */
  readonly ready: number
  readonly wanted: number
  readonly restarts: number
  /** When the last of them was, in ms since 1970; 0 where nobody knows. */
  readonly restartedAt: number
}

type Restarts = { count: number; at: number }

/** How far a pod is with what runs before its containers. */
type Start = {
  /** What it waits for or failed at; undefined when all of it is done. */
  reason: string | undefined
  ready: number
  all: Restarts
  sidecars: Restarts
}

export function podStateOf(pod: ApiObject): PodState {
  const [spec, status] = [objectIn(pod.spec), objectIn(pod.status)]
  const first = objectsIn(spec.initContainers)
  const sidecars = new Set(first.filter(isSidecar).map(container => container.name))
  const conditions = objectsIn(status.conditions)
  const start = startOf(objectsIn(status.initContainerStatuses), sidecars, first.length)
  const wanted = objectsIn(spec.containers).length + sidecars.size
  const isStarting =
    start.reason !== undefined && conditionStatusOf(conditions, 'Initialized') !== 'True'
  const said = start.reason ?? saidOf(status, conditions)
  const { reason, ready, restarts } = isStarting
    ? { reason: said, ready: 0, restarts: start.all }
    : running(objectsIn(status.containerStatuses), { said, conditions, restarts: start.sidecars })
  return {
    reason: endingOf(pod, status) ?? reason,
    ready: start.ready + ready,
    wanted,
    restarts: restarts.count,
    restartedAt: restarts.at,
  }
}

/** A container that starts before the others and stays. */
const isSidecar = ({ restartPolicy }: JsonObject): boolean => restartPolicy === 'Always'

/** What the pod as a whole says of itself. */
function saidOf(status: JsonObject, conditions: readonly JsonObject[]): string {
  const isGated = conditions.some(
    ({ type, reason }) => type === 'PodScheduled' && reason === 'SchedulingGated',
  )
  return isGated ? 'SchedulingGated' : scalarText(status.reason) || scalarText(status.phase)
}

/** A pod that is to go says so, unless it is done. */
function endingOf({ metadata }: ApiObject, { phase, reason }: JsonObject): string | undefined {
  if (metadata.deletionTimestamp === undefined) return undefined
  if (reason === 'NodeLost') return 'Unknown'
  return phase === 'Succeeded' || phase === 'Failed' ? undefined : 'Terminating'
}

/** Those before the first that is not done, and that one. */
function startOf(
  statuses: readonly JsonObject[],
  sidecars: ReadonlySet<unknown>,
  total: number,
): Start {
  const start: Start = {
    reason: undefined,
    ready: 0,
    all: { count: 0, at: 0 },
    sidecars: { count: 0, at: 0 },
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

/** Why a container waits, if that says more than that it does. */
function waitsFor(waiting: unknown): string | undefined {
  const reason = scalarText(objectIn(waiting).reason)
  return reason === '' || reason === 'PodInitializing' ? undefined : reason
}

function addRestarts(sum: Restarts, { restartCount, lastState }: JsonObject): void {
  sum.count += Number(restartCount ?? 0)
  const { finishedAt } = objectIn(objectIn(lastState).terminated)
  sum.at = Math.max(sum.at, timestampMs(finishedAt) ?? 0)
}

/** How a container ended. */
function endText({ reason, signal, exitCode }: JsonObject): string {
  const said = scalarText(reason)
  if (said !== '') return said
  return Number(signal ?? 0) === 0
    ? `ExitCode:${scalarText(exitCode ?? 0)}`
    : `Signal:${scalarText(signal)}`
}

type Before = { said: string; conditions: readonly JsonObject[]; restarts: Restarts }

/** The word of the first container that has one, and a better one where some are done and some run. */
function running(statuses: readonly JsonObject[], { said, conditions, restarts }: Before) {
  let reason = said
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
