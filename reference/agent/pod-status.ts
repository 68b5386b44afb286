// The status of a pod as the API shows it, from what the runtime holds.

import { type JsonObject, objectIn, objectsIn, timestamp } from '../api/object.ts'
import type { Health } from './decide.ts'
import { type Container, isSidecar, type Pod } from './pod.ts'
import { qosOf } from './pod-resources.ts'
import type { PodState, Wait } from './pod-state.ts'
import type { Instance } from './runtime-state.ts'

export type StatusFacts = {
  readonly nowMs: number
  readonly hostIp: string
  /** Empty while the pod has none. */
  readonly podIp: string
  /** The name of the runtime, as in `containerd://ID`. */
  readonly runtimeName: string
  readonly healthOf: (id: string) => Health
  /** The status before, whose times are kept where nothing has changed. */
  readonly before: JsonObject
}

type Phase = 'Pending' | 'Running' | 'Succeeded' | 'Failed'

/** Returns the whole status. The pod is one that the agent runs or ends. */
export function podStatus(state: PodState & { pod: Pod }, facts: StatusFacts): JsonObject {
  const { pod, runtime } = state
  const { before, nowMs, hostIp, podIp } = facts
  const regular = pod.spec.containers.map(one => statusOf(one, state, facts))
  const inits = (pod.spec.initContainers ?? []).map(one => statusOf(one, state, facts))
  const phase = phaseOf(state, { regular, inits })
  const isInitialized = phase === 'Succeeded' || inits.every(isPassed) || regular.some(hasStarted)
  const areReady = phase === 'Running' && regular.every(({ ready }) => ready === true)
  const hasSandbox = runtime.sandboxes.some(({ isReady }) => isReady)
  const conditions = [
    condition('PodReadyToStartContainers', hasSandbox),
    condition('Initialized', isInitialized, 'ContainersNotInitialized'),
    condition('Ready', areReady && gatesHold(pod, before), reasonOf(phase)),
    condition('ContainersReady', areReady, reasonOf(phase)),
    condition('PodScheduled', true),
  ].map(one => withTime(one, before, nowMs))
  return {
    phase,
    conditions: [...conditions, ...foreignConditions(conditions, before)],
    hostIP: hostIp,
    hostIPs: [{ ip: hostIp }],
    ...(podIp !== '' && { podIP: podIp, podIPs: [{ ip: podIp }] }),
    startTime: before['startTime'] ?? timestamp(nowMs),
    qosClass: qosOf(pod),
    ...(inits.length > 0 && { initContainerStatuses: inits }),
    containerStatuses: regular,
  }
}

/** Returns the status of a pod that the node does not run, or no longer. */
export const failedStatus = (
  pod: Pod,
  { reason, message }: { readonly reason: string; readonly message: string },
  nowMs: number,
): JsonObject => ({
  phase: 'Failed',
  reason,
  message,
  startTime: objectIn(pod.status)['startTime'] ?? timestamp(nowMs),
})

type ContainerStatus = JsonObject & { state: JsonObject; ready: boolean }

function statusOf(container: Container, state: PodState, facts: StatusFacts): ContainerStatus {
  const { name, image } = container
  const all = state.runtime.instances
    .filter(one => one.name === name)
    .toSorted((a, b) => b.attempt - a.attempt || b.createdAtMs - a.createdAtMs)
  const [current, earlier] = all
  const ended = endedBefore(name, facts.before)
  // What has been removed has ended as it was reported to.
  if (!current && ended) return ended
  const wait = state.waits.get(name) ?? state.waits.get('')
  const health = current ? facts.healthOf(current.id) : {}
  const isRunning = current?.state === 'running'
  const isRestarting = wait !== undefined && current?.state === 'exited' && !state.isFinished
  const shown = isRestarting ? undefined : current
  const last = isRestarting ? current : earlier
  const hasStarted = isRunning && health.hasStarted !== false
  const regular = state.pod?.spec.containers.includes(container) === true
  const isReady =
    regular || isSidecar(container)
      ? hasStarted && health.isReady !== false
      : current?.state === 'exited' && current.exitCode === 0
  return {
    name,
    image: current?.image || image,
    imageID: current?.imageRef ?? '',
    ...(current && { containerID: idOf(current, facts) }),
    restartCount: current?.attempt ?? 0,
    ready: isReady,
    started: hasStarted,
    state: shown ? stateOf(shown, facts, wait) : { waiting: waiting(wait, state) },
    lastState: last?.state === 'exited' ? { terminated: terminated(last, facts) } : {},
  }
}

/** Returns the status that was reported of a container, if it had ended. */
function endedBefore(name: string, before: JsonObject): ContainerStatus | undefined {
  const all = [before['initContainerStatuses'], before['containerStatuses']].flatMap(objectsIn)
  const known = all.find(one => one['name'] === name)
  const hasEnded = known !== undefined && 'terminated' in objectIn(known['state'])
  return hasEnded
    ? { ...known, state: objectIn(known['state']), ready: known['ready'] === true }
    : undefined
}

const idOf = ({ id }: Instance, { runtimeName }: StatusFacts): string => `${runtimeName}://${id}`

const waiting = (wait: Wait | undefined, { pod, runtime }: PodState): JsonObject => {
  if (wait) return { reason: wait.reason, message: wait.message }
  const hasInits = (pod?.spec.initContainers ?? []).length > 0
  const isFresh = runtime.instances.every(({ state }) => state !== 'running')
  return { reason: hasInits && isFresh ? 'PodInitializing' : 'ContainerCreating' }
}

function stateOf(instance: Instance, facts: StatusFacts, wait: Wait | undefined): JsonObject {
  if (instance.state === 'running') {
    return { running: { startedAt: timestamp(instance.startedAtMs ?? instance.createdAtMs) } }
  }
  if (instance.state === 'exited') return { terminated: terminated(instance, facts) }
  return { waiting: wait ? { ...wait } : { reason: 'ContainerCreating' } }
}

const usualReason = (exitCode: number): string => (exitCode === 0 ? 'Completed' : 'Error')

function terminated(instance: Instance, facts: StatusFacts): JsonObject {
  const { exitCode = 0, reason, message, startedAtMs, finishedAtMs, createdAtMs } = instance
  return {
    exitCode,
    reason: reason || usualReason(exitCode),
    ...(message && { message }),
    startedAt: timestamp(startedAtMs ?? createdAtMs),
    finishedAt: timestamp(finishedAtMs ?? facts.nowMs),
    containerID: idOf(instance, facts),
  }
}

const isPassed = ({ state, started, ready }: ContainerStatus): boolean =>
  objectIn(state['terminated'])['exitCode'] === 0 || (ready && started === true)

const hasStarted = ({ state, lastState }: ContainerStatus): boolean =>
  state['waiting'] === undefined || objectIn(lastState)['terminated'] !== undefined

type Statuses = { regular: readonly ContainerStatus[]; inits: readonly ContainerStatus[] }

function phaseOf({ pod, isFinished, isEnding, isStopped }: PodState, all: Statuses): Phase {
  const { regular, inits } = all
  const policy = pod?.spec.restartPolicy ?? 'Always'
  const ends = regular.map(({ state }) => state['terminated'])
  const areOver = isFinished || (isEnding && isStopped)
  if (areOver) {
    const hasSucceeded = ends.every(end => objectIn(end)['exitCode'] === 0)
    return hasSucceeded && ends.length > 0 ? 'Succeeded' : 'Failed'
  }
  const hasFailed = inits.some(({ state }) => {
    const code = objectIn(state['terminated'])['exitCode']
    return typeof code === 'number' && code !== 0
  })
  if (hasFailed && policy === 'Never') return 'Failed'
  if (regular.some(one => !hasStarted(one))) return 'Pending'
  return 'Running'
}

const reasonOf = (phase: Phase): string =>
  phase === 'Succeeded' ? 'PodCompleted' : phase === 'Failed' ? 'PodFailed' : 'ContainersNotReady'

type Condition = { type: string; status: 'True' | 'False'; reason?: string }

const condition = (type: string, holds: boolean, reason?: string): Condition => ({
  type,
  status: holds ? 'True' : 'False',
  ...(!holds && reason !== undefined && { reason }),
})

/** The pod is ready only if the conditions that its readiness gates name hold too. */
const gatesHold = ({ spec }: Pod, before: JsonObject): boolean =>
  objectsIn(spec['readinessGates']).every(({ conditionType }) =>
    objectsIn(before['conditions']).some(
      ({ type, status }) => type === conditionType && status === 'True',
    ),
  )

function withTime(one: Condition, before: JsonObject, nowMs: number): JsonObject {
  const old = objectsIn(before['conditions']).find(({ type }) => type === one.type)
  const isSame = old?.['status'] === one.status
  return {
    ...one,
    lastProbeTime: null,
    lastTransitionTime: (isSame && old?.['lastTransitionTime']) || timestamp(nowMs),
  }
}

/** Conditions that others have set stay as they are. */
const foreignConditions = (own: readonly JsonObject[], before: JsonObject): JsonObject[] =>
  objectsIn(before['conditions']).filter(({ type }) => !own.some(one => one['type'] === type))
