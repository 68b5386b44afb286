// The configuration of sandboxes and containers at the runtime, from the manifest of their pod.

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { objectIn, objectsIn } from '../api/object.ts'
import type {
  ContainerConfig,
  DnsConfig,
  MountConfig,
  NamespaceOption,
  SandboxConfig,
  SecurityProfile,
} from './cri.ts'
import { expanded } from './container-env.ts'
import { type Container, graceSecondsOf, type Pod } from './pod.ts'
import { type CpuSettings, qosOf, runtimeResources } from './pod-resources.ts'
import type { RuntimeWords } from './runtime-state.ts'

export type PodConfigSettings = {
  readonly words: RuntimeWords
  /** AGENT-263: the directory below which logs and volumes of pods are. */
  readonly rootDirectory: string
  readonly cpu: CpuSettings
  readonly memoryBytes: number
  /** AGENT-230: whether pods without a profile get that of the runtime. */
  readonly hasDefaultSeccomp: boolean
  /** Returns the parent of the pod's control group, or undefined for the choice of the runtime. */
  readonly cgroupParentOf: (pod: Pod) => string | undefined
}

export const hashOf = ({ name, image }: Container): string =>
  createHash('sha256').update(`${name}\0${image}`).digest('hex').slice(0, 16)

export const logDirectoryOf = (pod: Pod, rootDirectory: string): string => {
  const { namespace, name, uid } = pod.metadata
  return join(rootDirectory, 'logs', `${namespace}_${name}_${uid}`)
}

export function sandboxConfig(
  pod: Pod,
  { attempt, dns }: { attempt: number; dns: DnsConfig },
  settings: PodConfigSettings,
): SandboxConfig {
  const { name, namespace, uid, labels = {}, annotations = {} } = pod.metadata
  const { words } = settings
  const security = objectIn(pod.spec['securityContext'])
  const cgroupParent = settings.cgroupParentOf(pod)
  const isOnHost = pod.spec.hostNetwork === true
  const containers = [...(pod.spec.initContainers ?? []), ...pod.spec.containers]
  return {
    metadata: { name, namespace, uid, attempt },
    ...(!isOnHost && { hostname: String(pod.spec['hostname'] ?? name).slice(0, 63) }),
    logDirectory: logDirectoryOf(pod, settings.rootDirectory),
    dnsConfig: dns,
    portMappings: containers
      .flatMap(({ ports = [] }) => ports)
      .map(({ containerPort, hostPort = 0, protocol = 'TCP', ...more }) => ({
        protocol: Math.max(0, ['TCP', 'UDP', 'SCTP'].indexOf(protocol)),
        containerPort,
        hostPort,
        hostIp: String(objectIn(more)['hostIP'] ?? ''),
      })),
    labels: {
      ...labels,
      [words.podName]: name,
      [words.podNamespace]: namespace,
      [words.podUid]: uid,
    },
    annotations: { ...annotations, [words.graceSeconds]: String(graceSecondsOf(pod)) },
    linux: {
      ...(cgroupParent !== undefined && { cgroupParent }),
      securityContext: {
        namespaceOptions: namespacesOf(pod),
        ...userOf(security),
        supplementalGroups: groupsOf(security),
        privileged: containers.some(
          ({ securityContext }) => objectIn(securityContext)['privileged'] === true,
        ),
        seccomp: seccompOf({}, security, settings),
      },
      sysctls: Object.fromEntries(
        objectsIn(security['sysctls']).map(({ name: key, value }) => [String(key), String(value)]),
      ),
    },
  }
}

const [inPod, inContainer, onNode] = [0, 1, 2]

/** Returns which namespaces the containers of a pod share with each other or with the node. */
function namespacesOf({ spec }: Pod): NamespaceOption {
  const shared = spec['shareProcessNamespace'] === true ? inPod : inContainer
  return {
    network: spec.hostNetwork === true ? onNode : inPod,
    pid: spec['hostPID'] === true ? onNode : shared,
    ipc: spec['hostIPC'] === true ? onNode : inPod,
  }
}

const asInteger = (value: unknown): number | undefined =>
  Number.isSafeInteger(Number(value)) && value !== undefined && value !== null
    ? Number(value)
    : undefined

function userOf(security: object) {
  const { runAsUser, runAsGroup } = objectIn(security)
  const [user, group] = [asInteger(runAsUser), asInteger(runAsGroup)]
  return {
    ...(user !== undefined && { runAsUser: { value: user } }),
    ...(group !== undefined && user !== undefined && { runAsGroup: { value: group } }),
  }
}

function groupsOf(security: object): number[] {
  const { fsGroup, supplementalGroups } = objectIn(security)
  const listed = Array.isArray(supplementalGroups) ? supplementalGroups : []
  return [fsGroup, ...listed].flatMap(value => asInteger(value) ?? [])
}

const profileTypes = { RuntimeDefault: 0, Unconfined: 1, Localhost: 2 } as const

function seccompOf(
  own: object,
  ofPod: object,
  { hasDefaultSeccomp, rootDirectory }: PodConfigSettings,
): SecurityProfile {
  const profile = objectIn(objectIn(own)['seccompProfile'] ?? objectIn(ofPod)['seccompProfile'])
  const usual = hasDefaultSeccomp ? 'RuntimeDefault' : 'Unconfined'
  const type = String(profile['type'] ?? usual) as keyof typeof profileTypes
  return {
    profileType: profileTypes[type] ?? profileTypes[usual],
    ...(type === 'Localhost' && {
      localhostRef: join(rootDirectory, 'seccomp', String(profile['localhostProfile'] ?? '')),
    }),
  }
}

export type ContainerSetting = {
  readonly pod: Pod
  readonly attempt: number
  readonly env: ReadonlyMap<string, string>
  readonly mounts: MountConfig[]
  /** The reference to the image as the runtime knows it. */
  readonly imageRef: string
}

export function containerConfig(
  container: Container,
  { pod, attempt, env, mounts, imageRef }: ContainerSetting,
  settings: PodConfigSettings,
): ContainerConfig {
  const { name, image } = container
  const { words } = settings
  const { metadata } = pod
  const ofPod = objectIn(pod.spec['securityContext'])
  const own = objectIn(container.securityContext)
  const qos = qosOf(pod)
  const { add, drop } = objectIn(own['capabilities'])
  const texts = (value: unknown) => (Array.isArray(value) ? value.map(String) : [])
  return {
    metadata: { name, attempt },
    image: { image: imageRef, userSpecifiedImage: image },
    command: (container.command ?? []).map(text => expanded(text, env)),
    args: (container.args ?? []).map(text => expanded(text, env)),
    workingDir: container.workingDir ?? '',
    envs: [...env].map(([key, value]) => ({ key, value: Buffer.from(value) })),
    mounts,
    labels: {
      [words.containerName]: name,
      [words.podName]: metadata.name,
      [words.podNamespace]: metadata.namespace,
      [words.podUid]: metadata.uid,
    },
    annotations: {
      [words.hash]: hashOf(container),
      [words.restartCount]: String(attempt),
      [words.graceSeconds]: String(graceSecondsOf(pod)),
    },
    logPath: join(name, `${attempt}.log`),
    stdin: container['stdin'] === true,
    stdinOnce: container['stdinOnce'] === true,
    tty: container['tty'] === true,
    linux: {
      resources: runtimeResources(container, {
        cpu: settings.cpu,
        qos,
        memoryBytes: settings.memoryBytes,
      }),
      securityContext: {
        ...((add !== undefined || drop !== undefined) && {
          capabilities: { addCapabilities: texts(add), dropCapabilities: texts(drop) },
        }),
        privileged: own['privileged'] === true,
        namespaceOptions: namespacesOf(pod),
        ...userOf({ ...ofPod, ...own }),
        readonlyRootfs: own['readOnlyRootFilesystem'] === true,
        supplementalGroups: groupsOf(ofPod),
        noNewPrivs: own['allowPrivilegeEscalation'] === false,
        seccomp: seccompOf(own, ofPod, settings),
      },
    },
  }
}
