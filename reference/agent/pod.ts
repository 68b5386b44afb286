// Pods as the agent handles them: manifests that have been checked, with their defaults.

import type { JsonObject } from '../api/object.ts'

export type PodSource = 'file' | 'http' | 'api'

export type RestartPolicy = 'Always' | 'OnFailure' | 'Never'

export type Probe = JsonObject & {
  exec?: { command?: string[] }
  httpGet?: {
    path?: string
    port: number | string
    host?: string
    scheme?: string
    httpHeaders?: { name: string; value: string }[]
  }
  tcpSocket?: { port: number | string; host?: string }
  grpc?: JsonObject
  initialDelaySeconds?: number
  timeoutSeconds?: number
  periodSeconds?: number
  successThreshold?: number
  failureThreshold?: number
  terminationGracePeriodSeconds?: number
}

export type Hook = {
  exec?: { command?: string[] }
  httpGet?: Probe['httpGet']
  sleep?: { seconds: number }
}

export type Container = JsonObject & {
  name: string
  image: string
  command?: string[]
  args?: string[]
  workingDir?: string
  imagePullPolicy?: 'Always' | 'IfNotPresent' | 'Never'
  env?: { name: string; value?: string; valueFrom?: JsonObject }[]
  ports?: { name?: string; containerPort: number; protocol?: string; hostPort?: number }[]
  resources?: { limits?: Record<string, string>; requests?: Record<string, string> }
  volumeMounts?: JsonObject[]
  securityContext?: JsonObject
  livenessProbe?: Probe
  readinessProbe?: Probe
  startupProbe?: Probe
  lifecycle?: { postStart?: Hook; preStop?: Hook }
  /** Of an init container: `Always` makes it a sidecar. */
  restartPolicy?: RestartPolicy
}

export type PodSpec = JsonObject & {
  containers: Container[]
  initContainers?: Container[]
  restartPolicy?: RestartPolicy
  nodeName?: string
  hostNetwork?: boolean
  terminationGracePeriodSeconds?: number
}

/** A pod that some source wants. A pod of a file or of HTTP is static: the API knows a mirror. */
export type Pod = {
  readonly source: PodSource
  readonly metadata: JsonObject & {
    readonly name: string
    readonly namespace: string
    readonly uid: string
    readonly labels?: Record<string, string>
    readonly annotations?: Record<string, string>
    readonly deletionTimestamp?: string
    readonly deletionGracePeriodSeconds?: number
  }
  readonly spec: PodSpec
  /** The status that the API holds. */
  readonly status?: JsonObject
}

/** `namespace/name`, for lines of the log. */
export const podName = ({ metadata }: Pick<Pod, 'metadata'>): string =>
  `${metadata.namespace}/${metadata.name}`

export const isSidecar = ({ restartPolicy }: Container): boolean => restartPolicy === 'Always'

/** The containers of a pod, in the order in which they start. */
export const containersOf = ({ spec }: Pick<Pod, 'spec'>): Container[] => [
  ...(spec.initContainers ?? []),
  ...spec.containers,
]

/** The usual grace period, which genuine servers set as a default too. */
const usualGraceSeconds = 30

/** How long the containers of a pod may take to end, in seconds. */
export const graceSecondsOf = ({ metadata, spec }: Pick<Pod, 'metadata' | 'spec'>): number =>
  metadata.deletionGracePeriodSeconds ?? spec.terminationGracePeriodSeconds ?? usualGraceSeconds
