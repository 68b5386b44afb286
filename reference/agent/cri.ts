// A client of the container runtime interface: typed calls over gRPC on a unix socket.

import { Client, type ClientOptions, credentials, Metadata, type ServiceError } from '@grpc/grpc-js'
import protobuf from 'protobufjs'
import { criMessageTypes, imageService, runtimeService } from '../../protocols/cri.ts'

/** A 64-bit number is given as a number or a decimal text, and received as a number. */
type Int64 = number | string

export type SandboxMetadata = { name: string; uid: string; namespace: string; attempt: number }
export type DnsConfig = { servers: string[]; searches: string[]; options: string[] }
export type SecurityProfile = { profileType: 0 | 1 | 2; localhostRef?: string }
export type NamespaceOption = { network: number; pid: number; ipc: number }

export type SandboxConfig = {
  metadata: SandboxMetadata
  hostname?: string
  logDirectory: string
  dnsConfig?: DnsConfig
  portMappings: { protocol: number; containerPort: number; hostPort: number; hostIp: string }[]
  labels: Record<string, string>
  annotations: Record<string, string>
  linux: {
    cgroupParent?: string
    securityContext: {
      namespaceOptions: NamespaceOption
      runAsUser?: { value: Int64 }
      runAsGroup?: { value: Int64 }
      supplementalGroups: Int64[]
      privileged: boolean
      seccomp?: SecurityProfile
    }
    sysctls: Record<string, string>
  }
}

export type MountConfig = {
  containerPath: string
  hostPath: string
  readonly: boolean
  propagation: number
}

export type ContainerConfig = {
  metadata: { name: string; attempt: number }
  image: { image: string; userSpecifiedImage: string }
  command: string[]
  args: string[]
  workingDir: string
  envs: { key: string; value: Buffer }[]
  mounts: MountConfig[]
  labels: Record<string, string>
  annotations: Record<string, string>
  logPath: string
  stdin: boolean
  stdinOnce: boolean
  tty: boolean
  linux: {
    resources: {
      cpuPeriod?: Int64
      cpuQuota?: Int64
      cpuShares: Int64
      memoryLimitInBytes?: Int64
      oomScoreAdj: Int64
    }
    securityContext: {
      capabilities?: { addCapabilities: string[]; dropCapabilities: string[] }
      privileged: boolean
      namespaceOptions: NamespaceOption
      runAsUser?: { value: Int64 }
      runAsGroup?: { value: Int64 }
      readonlyRootfs: boolean
      supplementalGroups: Int64[]
      noNewPrivs: boolean
      seccomp?: SecurityProfile
    }
  }
}

/** A sandbox as listed. State 0 is ready. Times are nanoseconds since 1970. */
export type ListedSandbox = {
  id: string
  metadata: SandboxMetadata | null
  state: number
  createdAt: number
  labels: Record<string, string>
  annotations: Record<string, string>
}

/** A container as listed. The states are created 0, running 1, exited 2, unknown 3. */
export type ListedContainer = {
  id: string
  podSandboxId: string
  metadata: { name: string; attempt: number } | null
  image: { image: string } | null
  imageRef: string
  imageId: string
  state: number
  createdAt: number
  labels: Record<string, string>
  annotations: Record<string, string>
}

export type ContainerStatus = Omit<ListedContainer, 'podSandboxId'> & {
  startedAt: number
  finishedAt: number
  exitCode: number
  reason: string
  message: string
}

export type SandboxStatus = ListedSandbox & {
  network: { ip: string; additionalIps: { ip: string }[] } | null
}

export type RuntimeImage = {
  id: string
  repoTags: string[]
  repoDigests: string[]
  size: number
  pinned: boolean
}

export type ImageAuth = { username: string; password: string; serverAddress?: string }

type Filter = { labelSelector: Record<string, string> }
type FilesystemUsage = {
  fsId: { mountpoint: string } | null
  usedBytes: { value: number } | null
  inodesUsed: { value: number } | null
}

/** Which streams of a container are wanted. */
type StreamRequest = {
  containerId: string
  tty: boolean
  stdin: boolean
  stdout: boolean
  stderr: boolean
}

/** The methods by name: their request, and their response with all defaults filled in. */
export type CriMethods = {
  Version: [{ version: string }, { runtimeName: string; runtimeVersion: string }]
  Status: [
    object,
    { status: { conditions: { type: string; status: boolean; message: string }[] } | null },
  ]
  UpdateRuntimeConfig: [{ runtimeConfig: { networkConfig: { podCidr: string } } }, object]
  RunPodSandbox: [{ config: SandboxConfig; runtimeHandler: string }, { podSandboxId: string }]
  StopPodSandbox: [{ podSandboxId: string }, object]
  RemovePodSandbox: [{ podSandboxId: string }, object]
  PodSandboxStatus: [{ podSandboxId: string }, { status: SandboxStatus | null }]
  ListPodSandbox: [{ filter?: Filter }, { items: ListedSandbox[] }]
  CreateContainer: [
    { podSandboxId: string; config: ContainerConfig; sandboxConfig: SandboxConfig },
    { containerId: string },
  ]
  StartContainer: [{ containerId: string }, object]
  StopContainer: [{ containerId: string; timeout: Int64 }, object]
  RemoveContainer: [{ containerId: string }, object]
  ListContainers: [{ filter?: Filter }, { containers: ListedContainer[] }]
  ContainerStatus: [{ containerId: string }, { status: ContainerStatus | null }]
  ReopenContainerLog: [{ containerId: string }, object]
  ExecSync: [
    { containerId: string; cmd: string[]; timeout: Int64 },
    { stdout: Buffer; stderr: Buffer; exitCode: number },
  ]
  Exec: [StreamRequest & { cmd: string[] }, { url: string }]
  Attach: [StreamRequest, { url: string }]
  PortForward: [{ podSandboxId: string; port: number[] }, { url: string }]
  ListImages: [object, { images: RuntimeImage[] }]
  ImageStatus: [{ image: { image: string } }, { image: RuntimeImage | null }]
  PullImage: [
    { image: { image: string }; auth?: ImageAuth; sandboxConfig: SandboxConfig },
    { imageRef: string },
  ]
  RemoveImage: [{ image: { image: string } }, object]
  ImageFsInfo: [object, { imageFilesystems: FilesystemUsage[] }]
}

export type CriMethod = keyof CriMethods

/**
 * Calls one method. `timeoutMs` replaces the usual timeout; 0 is none. Rejects with an Error that
 * names the method and the endpoint.
 */
export type CriCall = <M extends CriMethod>(
  method: M,
  request: CriMethods[M][0],
  options?: { readonly timeoutMs?: number },
) => Promise<CriMethods[M][1]>

export type Cri = {
  readonly call: CriCall
  /**
   * Calls a method that lists, and returns undefined if the bytes of the response are those of the
   * previous call: an idle agent need not decode them each second.
   */
  readonly ifChanged: <M extends 'ListPodSandbox' | 'ListContainers'>(
    method: M,
  ) => Promise<{ readonly response: CriMethods[M][1]; readonly isNew: boolean }>
  /** Ends the calls that are under way, and refuses further ones. */
  readonly close: () => void
}

/** The endpoints of the runtime and of its images (AGENT-267), and the timeout of calls. */
export type CriOptions = {
  /** `unix:///run/containerd/containerd.sock`, or the path alone. */
  readonly runtimeEndpoint: string
  readonly imageEndpoint: string
  /** AGENT-229: the timeout of calls other than pulls. */
  readonly timeoutMs: number
}

export class CriError extends Error {
  override name = 'CriError'
  /** The status code of gRPC, such as 5 for NOT_FOUND. */
  readonly code: number
  constructor(message: string, code: number, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

export const isNotFound = (error: unknown): boolean => error instanceof CriError && error.code === 5

const channelOptions: ClientOptions = {
  // A list of many containers exceeds the default limit of 4 MB.
  'grpc.max_receive_message_length': 64 * 2 ** 20,
  'grpc.max_send_message_length': 16 * 2 ** 20,
  // The agent decides about retries: a repeated create would not be harmless.
  'grpc.enable_retries': 0,
  'grpc.use_local_subchannel_pool': 1,
  // A runtime that restarts is back within seconds; the default waits up to two minutes.
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 3000,
}

/** A method with the messages of its request and response, for clients and servers. */
export type CriDefinition = {
  readonly path: string
  readonly service: 'runtime' | 'images'
  readonly request: protobuf.Type
  readonly response: protobuf.Type
}

/**
 * Returns the methods that answer with one message, by name. Their messages have the field names of
 * this file: `podSandboxId` for `pod_sandbox_id`.
 */
export function criDefinitions(): ReadonlyMap<string, CriDefinition> {
  const root = criMessageTypes(name =>
    name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
  )
  const methodsOf = (service: 'runtime' | 'images', calls: object) =>
    Object.entries(calls).map(
      ([name, { path }]: [string, { path: string }]) =>
        [
          name,
          {
            path,
            service,
            request: root.lookupType(`${name}Request`),
            response: root.lookupType(`${name}Response`),
          },
        ] as const,
    )
  const unary = Object.entries(runtimeService).filter(([, { responseStream }]) => !responseStream)
  return new Map([
    ...methodsOf('runtime', Object.fromEntries(unary)),
    ...methodsOf('images', imageService),
  ])
}

const plain = { longs: Number, enums: Number, bytes: Buffer, defaults: true }

/** Connects to a runtime. The connection is made at the first call, and again after each loss. */
export function connectRuntime(options: CriOptions): Cri {
  const { runtimeEndpoint, imageEndpoint, timeoutMs: usualMs } = options
  const methods = criDefinitions()
  const endpoints = { runtime: runtimeEndpoint, images: imageEndpoint }
  const connect = (endpoint: string) =>
    new Client(addressOf(endpoint), credentials.createInsecure(), channelOptions)
  const runtime = connect(runtimeEndpoint)
  const images = imageEndpoint === runtimeEndpoint ? runtime : connect(imageEndpoint)
  const underway = new Set<{ readonly cancel: () => void }>()
  const previous = new Map<string, { bytes: Buffer; response: object }>()

  async function bytesOf(method: CriMethod, request: object, timeoutMs = usualMs) {
    const found = methods.get(method)
    if (!found) throw new Error(`${method} is not a method of the runtime`)
    const bytes = encodeMessage(found.request, request)
    const client = found.service === 'images' ? images : runtime
    const received = await new Promise<Buffer>((resolve, reject) => {
      const call = client.makeUnaryRequest<Buffer, Buffer>(
        found.path,
        sent => sent,
        got => got,
        bytes,
        new Metadata({ waitForReady: false }),
        timeoutMs > 0 ? { deadline: Date.now() + timeoutMs } : {},
        (error, response) => {
          underway.delete(call)
          if (error) return reject(criError(error, `${method} at ${endpoints[found.service]}`))
          resolve(response ?? Buffer.alloc(0))
        },
      )
      underway.add(call)
    })
    return { received, decode: () => decodeMessage(found.response, received) }
  }

  return {
    async call(method, request, { timeoutMs } = {}) {
      const { decode } = await bytesOf(method, request, timeoutMs)
      // The types above match the messages of the interface.
      return decode() as CriMethods[typeof method][1]
    },
    async ifChanged(method) {
      const { received, decode } = await bytesOf(method, {})
      const before = previous.get(method)
      type Response = CriMethods[typeof method][1]
      if (before?.bytes.equals(received))
        return { response: before.response as Response, isNew: false }
      const response = decode()
      previous.set(method, { bytes: received, response })
      return { response: response as Response, isNew: true }
    },
    close() {
      for (const call of underway) call.cancel()
      runtime.close()
      images.close()
    },
  }
}

export const encodeMessage = (type: protobuf.Type, message: object): Buffer =>
  Buffer.from(type.encode(type.create(message)).finish())

/** Absent fields have the defaults of proto3; absent messages are null. */
export function decodeMessage(type: protobuf.Type, bytes: Buffer): object {
  return type.toObject(type.decode(bytes), { ...plain, arrays: true, objects: true })
}

/** An endpoint without a scheme is the path of a unix socket. */
const addressOf = (endpoint: string): string =>
  endpoint.startsWith('/') ? `unix://${endpoint}` : endpoint

const criError = (error: ServiceError, what: string): CriError =>
  new CriError(`${what}: ${error.details || error.message}`, error.code, { cause: error })
