// A container runtime for trying the agent without containerd or CRI-O: a container is a process of
// this machine, without isolation. Images are names without contents, so each container must have a
// command, and volumes are not mounted.

import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type ContainerConfig,
  type CriCall,
  CriError,
  type CriMethod,
  type CriMethods,
  type ListedContainer,
  type ListedSandbox,
  type SandboxConfig,
} from './cri.ts'
import { commandStreams } from './command-streams.ts'
import {
  type RunningProcess,
  runInContainer,
  startProcess,
  startStreamed,
} from './container-process.ts'
import { serveRuntime } from './serve-runtime.ts'

/** A runtime whose containers are processes. They end when it is closed. */
export type ProcessRuntime = { readonly call: CriCall; readonly close: () => Promise<void> }

type Sandbox = ListedSandbox & { readonly config: SandboxConfig }

type Container = ListedContainer & {
  readonly config: ContainerConfig
  readonly logPath: string
  startedAt: number
  finishedAt: number
  exitCode: number
  reason: string
  message: string
  /** Set as soon as the container is started; rejects if the command cannot be started. */
  process?: Promise<RunningProcess>
}

type Supported = Exclude<CriMethod, 'Attach' | 'PortForward'>
type Methods = {
  [M in Supported]: (request: CriMethods[M][0]) => Promise<CriMethods[M][1]>
}

// The codes of gRPC.
const codes = { invalidArgument: 3, notFound: 5, alreadyExists: 6, wrongState: 9, unsupported: 12 }
const states = { created: 0, running: 1, exited: 2 }
const ready = 0
const notReady = 1

/** Starts a runtime and serves it to agents on a Unix socket. */
export async function serveProcesses() {
  const directory = await mkdtemp(join(tmpdir(), 'touchstone-processes-'))
  const runtime = processRuntime(directory)
  const server = await serveRuntime(runtime.call)
  return {
    endpoint: server.endpoint,
    async close() {
      await server.close()
      await runtime.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/**
 * Returns a runtime without sandboxes. Containers without a working directory run in `directory`.
 */
export function processRuntime(directory: string): ProcessRuntime {
  const sandboxes = new Map<string, Sandbox>()
  const containers = new Map<string, Container>()
  const images = new Set<string>()
  const streams = commandStreams()

  const sandboxOf = (id: string) => found(sandboxes, id, 'sandbox')
  const containerOf = (id: string) => found(containers, id, 'container')
  const runningOf = (id: string) => {
    const container = containerOf(id)
    if (container.state === states.running) return container
    throw new CriError(`container ${id}: is not running`, codes.wrongState)
  }
  const containersIn = (sandbox: string) =>
    [...containers.values()].filter(({ podSandboxId }) => podSandboxId === sandbox)

  async function stop(container: Container, graceMs: number): Promise<void> {
    if (container.state === states.running) {
      const process = await container.process?.catch(() => undefined)
      await process?.stop(graceMs)
    } else if (container.state === states.created) finish(container, { exitCode: 137, reason: '' })
  }

  async function endSandbox(id: string): Promise<void> {
    const sandbox = sandboxes.get(id)
    if (sandbox) sandbox.state = notReady
    await Promise.all(containersIn(id).map(one => stop(one, 0)))
  }

  const methods: Methods = {
    Version: async () => ({ runtimeName: 'touchstone-processes', runtimeVersion: '1.0.0' }),
    Status: async () => ({
      status: {
        conditions: ['RuntimeReady', 'NetworkReady'].map(type => ({
          type,
          status: true,
          message: '',
        })),
      },
    }),
    UpdateRuntimeConfig: async () => ({}),

    async RunPodSandbox({ config }) {
      const { metadata, labels, annotations } = config
      if ([...sandboxes.values()].some(one => isSameName(one.metadata, metadata)))
        throw new CriError(`sandbox ${metadata.name}: name is reserved`, codes.alreadyExists)
      const id = newId()
      const createdAt = nanoseconds()
      // In the same step as the check of the name: another sandbox must not take it.
      sandboxes.set(id, { id, metadata, state: ready, createdAt, labels, annotations, config })
      return { podSandboxId: id }
    },
    async StopPodSandbox({ podSandboxId }) {
      await endSandbox(podSandboxId)
      return {}
    },
    async RemovePodSandbox({ podSandboxId }) {
      await endSandbox(podSandboxId)
      for (const { id } of containersIn(podSandboxId)) containers.delete(id)
      sandboxes.delete(podSandboxId)
      return {}
    },
    PodSandboxStatus: async ({ podSandboxId }) => ({
      status: {
        ...sandboxOf(podSandboxId),
        network: { ip: '127.0.0.1', additionalIps: [] },
      },
    }),
    ListPodSandbox: async ({ filter }) => ({
      items: [...sandboxes.values()].filter(hasLabels(filter)),
    }),

    async CreateContainer({ podSandboxId, config }) {
      const sandbox = sandboxOf(podSandboxId)
      if (sandbox.state !== ready)
        throw new CriError(`sandbox ${podSandboxId}: is not ready`, codes.wrongState)
      const { metadata, labels, annotations } = config
      if (containersIn(podSandboxId).some(one => isSameName(one.metadata, metadata)))
        throw new CriError(`container ${metadata.name}: name is reserved`, codes.alreadyExists)
      if (config.command.length === 0)
        throw new CriError(
          `container ${metadata.name}: expected a command, because images have no contents here`,
          codes.invalidArgument,
        )
      const id = newId()
      containers.set(id, {
        id,
        podSandboxId,
        metadata,
        image: { image: config.image.image },
        imageRef: config.image.image,
        imageId: config.image.image,
        state: states.created,
        createdAt: nanoseconds(),
        labels,
        annotations,
        config,
        logPath: join(sandbox.config.logDirectory, config.logPath),
        startedAt: 0,
        finishedAt: 0,
        exitCode: 0,
        reason: '',
        message: '',
      })
      return { containerId: id }
    },
    async StartContainer({ containerId }) {
      const container = containerOf(containerId)
      if (container.state !== states.created)
        throw new CriError(`container ${containerId}: was started before`, codes.wrongState)
      // All before the first await: a second start must not pass, and a stop must find the process.
      container.state = states.running
      container.startedAt = nanoseconds()
      container.process = startProcess(container.config, {
        directory,
        logPath: container.logPath,
      })
      try {
        const { ended } = await container.process
        void ended.then(exitCode =>
          finish(container, { exitCode, reason: exitCode === 0 ? 'Completed' : 'Error' }),
        )
      } catch (cause) {
        const { message } = cause as Error
        finish(container, { exitCode: 128, reason: 'StartError', message })
        throw new CriError(`container ${containerId}: ${message}`, codes.invalidArgument, { cause })
      }
      return {}
    },
    async StopContainer({ containerId, timeout }) {
      await stop(containerOf(containerId), Number(timeout) * 1000)
      return {}
    },
    async RemoveContainer({ containerId }) {
      const container = containers.get(containerId)
      if (container) await stop(container, 0)
      containers.delete(containerId)
      return {}
    },
    ListContainers: async ({ filter }) => ({
      containers: [...containers.values()].filter(hasLabels(filter)),
    }),
    ContainerStatus: async ({ containerId }) => ({ status: containerOf(containerId) }),
    async ReopenContainerLog({ containerId }) {
      const process = await containerOf(containerId).process
      await process?.reopenLog()
      return {}
    },
    async ExecSync({ containerId, cmd, timeout }) {
      const { config } = runningOf(containerId)
      return runInContainer(cmd, { config, directory, timeoutMs: Number(timeout) * 1000 })
    },
    async Exec({ containerId, cmd, tty, stdin, stdout, stderr }) {
      const { config, process: first } = runningOf(containerId)
      if (tty) throw new CriError('exec: there are no terminals here', codes.unsupported)
      const wanted = { stdin, stdout, stderr }
      const start = async () => {
        const command = await startStreamed(cmd, { config, directory, streams: wanted })
        // The processes of a container end with its first one, which runs.
        void first?.then(({ ended }) => ended).then(command.kill, command.kill)
        return command
      }
      return { url: await streams.urlOf(start) }
    },

    ListImages: async () => ({ images: [...images].map(imageNamed) }),
    ImageStatus: async ({ image: { image } }) => ({
      image: images.has(image) ? imageNamed(image) : null,
    }),
    async PullImage({ image: { image } }) {
      images.add(image)
      return { imageRef: image }
    },
    async RemoveImage({ image: { image } }) {
      images.delete(image)
      return {}
    },
    ImageFsInfo: async () => ({
      imageFilesystems: [
        { fsId: { mountpoint: directory }, usedBytes: { value: 0 }, inodesUsed: { value: 0 } },
      ],
    }),
  }

  return {
    async call(method, request) {
      if (!Object.hasOwn(methods, method))
        throw new CriError(`${method}: is not supported`, codes.unsupported)
      // The types of the methods above agree with their requests and responses.
      const perform = methods[method as Supported] as (
        sent: typeof request,
      ) => Promise<CriMethods[typeof method][1]>
      return perform(request)
    },
    async close() {
      await streams.close()
      await Promise.all([...containers.values()].map(one => stop(one, 0)))
    },
  }
}

type End = { exitCode: number; reason: string; message?: string }

function finish(container: Container, { exitCode, reason, message = '' }: End): void {
  if (container.state === states.exited) return
  Object.assign(container, { state: states.exited, exitCode, reason, message })
  container.finishedAt = nanoseconds()
}

function found<Item>(all: ReadonlyMap<string, Item>, id: string, what: string): Item {
  const item = all.get(id)
  if (item === undefined) throw new CriError(`${what} ${id}: not found`, codes.notFound)
  return item
}

const newId = (): string => randomBytes(32).toString('hex')
const nanoseconds = (): number => Date.now() * 1e6

const isSameName = (a: object | null, b: object | null): boolean =>
  JSON.stringify(a) === JSON.stringify(b)

type Labeled = { readonly labels: Record<string, string> }
/** An absent filter is null. */
type Filter = { readonly labelSelector?: Record<string, string> } | null

const hasLabels =
  (filter: Filter = null) =>
  ({ labels }: Labeled): boolean =>
    Object.entries(filter?.labelSelector ?? {}).every(([key, value]) => labels[key] === value)

const imageNamed = (name: string) => ({
  id: name,
  repoTags: [name],
  repoDigests: [],
  size: 0,
  pinned: false,
})
