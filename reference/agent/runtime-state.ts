// What the runtime holds, in the agent's terms. The labels say what the agent itself created:
// anything without them is somebody else's (NODE-009).

import type { ContainerStatus, ListedContainer, ListedSandbox } from './cri.ts'

/** The names of labels and annotations at the runtime. */
export type RuntimeWords = {
  readonly podName: string
  readonly podNamespace: string
  readonly podUid: string
  readonly containerName: string
  /** Annotation: the hash of the container's part of the manifest. */
  readonly hash: string
  /** Annotation of a container: how often it was restarted before. */
  readonly restartCount: string
  /** Annotation of a container: its grace period in seconds, for when the manifest is gone. */
  readonly graceSeconds: string
}

export const runtimeWords = (domain: string): RuntimeWords => ({
  podName: `${domain}.pod.name`,
  podNamespace: `${domain}.pod.namespace`,
  podUid: `${domain}.pod.uid`,
  containerName: `${domain}.container.name`,
  hash: `${domain}.container.hash`,
  restartCount: `${domain}.container.restartCount`,
  graceSeconds: `${domain}.pod.terminationGracePeriod`,
})

export type Sandbox = {
  readonly id: string
  readonly attempt: number
  readonly isReady: boolean
  readonly createdAtMs: number
}

export type ContainerState = 'created' | 'running' | 'exited' | 'unknown'

/** One instance of a container. A restart makes another one. */
export type Instance = {
  readonly id: string
  readonly sandboxId: string
  readonly name: string
  readonly attempt: number
  readonly state: ContainerState
  readonly createdAtMs: number
  readonly hash: string
  readonly graceSeconds: number | undefined
  readonly image: string
  readonly imageRef: string
  /** Known of instances whose status was asked for. */
  readonly startedAtMs?: number
  readonly finishedAtMs?: number
  readonly exitCode?: number
  readonly reason?: string
  readonly message?: string
}

/** The sandboxes and containers of one pod. */
export type PodAtRuntime = {
  readonly uid: string
  readonly name: string
  readonly namespace: string
  readonly sandboxes: readonly Sandbox[]
  readonly instances: readonly Instance[]
}

const states: readonly ContainerState[] = ['created', 'running', 'exited', 'unknown']

const ms = (nanoseconds: number): number => nanoseconds / 1e6

/** Groups what was listed by the uid of its pod. What others have made is left out. */
export function podsAtRuntime(
  sandboxes: readonly ListedSandbox[],
  containers: readonly ListedContainer[],
  words: RuntimeWords,
): Map<string, PodAtRuntime> {
  type Draft = PodAtRuntime & { sandboxes: Sandbox[]; instances: Instance[] }
  const pods = new Map<string, Draft>()
  const draftFor = (labels: Record<string, string>): Draft | undefined => {
    const uid = labels[words.podUid]
    if (uid === undefined || uid === '') return undefined
    const found = pods.get(uid)
    if (found) return found
    const [name = '', namespace = ''] = [labels[words.podName], labels[words.podNamespace]]
    const made: Draft = { uid, name, namespace, sandboxes: [], instances: [] }
    pods.set(uid, made)
    return made
  }
  for (const { id, metadata, state, createdAt, labels } of sandboxes) {
    const attempt = metadata?.attempt ?? 0
    const sandbox = { id, attempt, isReady: state === 0, createdAtMs: ms(createdAt) }
    draftFor(labels)?.sandboxes.push(sandbox)
  }
  for (const container of containers) {
    const name = container.labels[words.containerName]
    if (name === undefined) continue
    draftFor(container.labels)?.instances.push(instanceOf(container, name, words))
  }
  return pods
}

function instanceOf(container: ListedContainer, name: string, words: RuntimeWords): Instance {
  const { id, podSandboxId, metadata, state, createdAt, annotations, image, imageRef } = container
  const grace = Number(annotations[words.graceSeconds] ?? Number.NaN)
  return {
    id,
    sandboxId: podSandboxId,
    name,
    attempt: metadata?.attempt ?? 0,
    state: states[state] ?? 'unknown',
    createdAtMs: ms(createdAt),
    hash: annotations[words.hash] ?? '',
    graceSeconds: Number.isFinite(grace) ? grace : undefined,
    image: image?.image ?? '',
    imageRef,
  }
}

/** Adds what only the status of a container tells. */
export const withStatus = (instance: Instance, status: ContainerStatus): Instance => ({
  ...instance,
  state: states[status.state] ?? 'unknown',
  ...(status.startedAt > 0 && { startedAtMs: ms(status.startedAt) }),
  ...(status.finishedAt > 0 && { finishedAtMs: ms(status.finishedAt) }),
  exitCode: status.exitCode,
  reason: status.reason,
  message: status.message,
})

/** Whether two listings of a pod differ in a way that the agent may have to act on. */
export function hasChanged(before: PodAtRuntime | undefined, now: PodAtRuntime): boolean {
  return before === undefined || stateText(before) !== stateText(now)
}

const stateText = ({ sandboxes, instances }: PodAtRuntime): string =>
  [
    ...sandboxes.map(({ id, isReady }) => `${id} ${isReady}`),
    ...instances.map(({ id, state }) => `${id} ${state}`),
  ]
    .toSorted()
    .join('\n')
