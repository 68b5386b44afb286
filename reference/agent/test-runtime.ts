// A runtime in memory for tests. It keeps account of what no runtime may be asked for.

import {
  type Cri,
  CriError,
  type CriMethod,
  type ListedContainer,
  type ListedSandbox,
  type SandboxConfig,
  type ContainerConfig,
} from './cri.ts'

export type TestContainer = ListedContainer & {
  startedAt: number
  finishedAt: number
  exitCode: number
  reason: string
  message: string
  config: ContainerConfig
}

/**
 * What becomes of a call: it works, fails, or works though the caller hears of a failure, at once
 * or some time later.
 */
export type Fate = 'works' | 'fails' | 'works unheard' | 'works late'

export type TestRuntime = Pick<Cri, 'call' | 'ifChanged'> & {
  readonly sandboxes: Map<string, ListedSandbox & { config: SandboxConfig }>
  readonly containers: Map<string, TestContainer>
  readonly images: Set<string>
  readonly calls: { method: string; request: Record<string, unknown> }[]
  /** Descriptions of starts beside a container that was running. */
  readonly doubleStarts: string[]
  /** How often each container was started, by `uid/name`. */
  readonly starts: Map<string, number>
  readonly exit: (id: string, exitCode: number) => void
  /** Ends a sandbox and what runs in it. */
  readonly endSandbox: (id: string) => void
  readonly running: () => TestContainer[]
}

export type TestRuntimeOptions = {
  readonly now?: () => number
  readonly fate?: (method: CriMethod) => Fate
  /** The URL of the streams of containers and pods. */
  readonly streamUrl?: string
  /** As genuine runtimes do. Without it, the agent alone must not make two of a kind. */
  readonly refusesNamesakes?: boolean
}

/** Any JSON: the fake does not check what it is given. */
type Untyped = ReturnType<typeof JSON.parse>

const notFound = (what: string) => new CriError(`${what}: not found`, 5)

export function testRuntime({
  now = () => Date.now(),
  fate = () => 'works',
  streamUrl = '',
  refusesNamesakes = true,
}: TestRuntimeOptions = {}): TestRuntime {
  const sandboxes: TestRuntime['sandboxes'] = new Map()
  const containers: TestRuntime['containers'] = new Map()
  const images = new Set<string>()
  const calls: TestRuntime['calls'] = []
  const doubleStarts: string[] = []
  const starts = new Map<string, number>()
  /** The names that are taken: a runtime does not make two of one name. */
  const isNamed = (name: string): boolean => refusesNamesakes && isHeld(name)
  const isHeld = (name: string): boolean =>
    [...sandboxes.values()].some(one => sandboxName(one) === name) ||
    [...containers.values()].some(one => containerName(one) === name)
  let count = 0
  const ns = () => now() * 1e6

  const matches = (labels: Record<string, string>, request: Record<string, unknown>): boolean => {
    const { labelSelector = {} } = (request['filter'] ?? {}) as { labelSelector?: object }
    return Object.entries(labelSelector).every(([key, value]) => labels[key] === value)
  }

  function exit(id: string, exitCode: number): void {
    const found = containers.get(id)
    if (!found || found.state !== 1) return
    Object.assign(found, { state: 2, exitCode, finishedAt: ns() })
  }

  function endSandbox(id: string): void {
    const found = sandboxes.get(id)
    if (found) found.state = 1
    for (const one of containers.values()) if (one.podSandboxId === id) exit(one.id, 137)
  }

  const methods: { [method: string]: (request: Untyped) => object } = {
    RunPodSandbox({ config }: { config: SandboxConfig }) {
      const name = sandboxName(config)
      if (isNamed(name)) throw new CriError(`sandbox ${name}: name is reserved`, 6)
      const id = `s${++count}`
      const { metadata, labels, annotations } = config
      sandboxes.set(id, { id, metadata, state: 0, createdAt: ns(), labels, annotations, config })
      return { podSandboxId: id }
    },
    StopPodSandbox({ podSandboxId }) {
      endSandbox(podSandboxId)
      return {}
    },
    RemovePodSandbox({ podSandboxId }) {
      for (const one of containers.values()) {
        if (one.podSandboxId === podSandboxId) containers.delete(one.id)
      }
      sandboxes.delete(podSandboxId)
      return {}
    },
    PodSandboxStatus({ podSandboxId }) {
      const found = sandboxes.get(podSandboxId)
      if (!found) throw notFound(podSandboxId)
      return { status: { ...found, network: { ip: '127.0.0.1', additionalIps: [] } } }
    },
    ListPodSandbox: request => ({
      items: [...sandboxes.values()].filter(({ labels }) => matches(labels, request)).map(copy),
    }),
    CreateContainer({ podSandboxId, config }: { podSandboxId: string; config: ContainerConfig }) {
      const sandbox = sandboxes.get(podSandboxId)
      if (!sandbox) throw notFound(podSandboxId)
      if (sandbox.state !== 0) throw new CriError(`${podSandboxId} is not ready`, 2)
      const name = containerName({ podSandboxId, ...config })
      if (isNamed(name)) throw new CriError(`container ${name}: name is reserved`, 6)
      const id = `c${++count}`
      const { metadata, labels, annotations } = config
      const times = { createdAt: ns(), startedAt: 0, finishedAt: 0 }
      const rest = { exitCode: 0, reason: '', message: '', imageRef: '', imageId: '' }
      const image = { image: config.image.image }
      const made = { id, podSandboxId, metadata, image, state: 0, labels, annotations, config }
      containers.set(id, { ...made, ...times, ...rest })
      return { containerId: id }
    },
    StartContainer({ containerId }) {
      const found = containers.get(containerId)
      if (!found) throw notFound(containerId)
      if (found.state !== 0) throw new CriError(`${containerId} is not in the state created`, 2)
      const key = keyOf(found)
      const beside = [...containers.values()].filter(one => one.state === 1 && keyOf(one) === key)
      if (beside.length > 0) doubleStarts.push(`${key}: ${containerId} beside ${beside[0]?.id}`)
      starts.set(key, (starts.get(key) ?? 0) + 1)
      Object.assign(found, { state: 1, startedAt: ns() })
      return {}
    },
    StopContainer({ containerId }) {
      if (!containers.has(containerId)) throw notFound(containerId)
      exit(containerId, 137)
      return {}
    },
    RemoveContainer({ containerId }) {
      containers.delete(containerId)
      return {}
    },
    ListContainers: request => ({
      containers: [...containers.values()]
        .filter(({ labels }) => matches(labels, request))
        .map(copy),
    }),
    ContainerStatus({ containerId }) {
      const found = containers.get(containerId)
      if (!found) throw notFound(containerId)
      return { status: { ...found } }
    },
    Exec: () => ({ url: streamUrl }),
    Attach: () => ({ url: streamUrl }),
    PortForward: () => ({ url: streamUrl }),
    ExecSync: () => ({ stdout: Buffer.alloc(0), stderr: Buffer.alloc(0), exitCode: 0 }),
    ImageStatus({ image: { image } }) {
      return { image: images.has(image) ? imageOf(image) : null }
    },
    ListImages: () => ({ images: [...images].map(imageOf) }),
    PullImage({ image: { image } }) {
      images.add(image)
      return { imageRef: image }
    },
    RemoveImage({ image: { image } }) {
      images.delete(image)
      return {}
    },
  }
  const imageOf = (image: string) => ({
    id: image,
    repoTags: [image],
    repoDigests: [],
    size: 1_000_000,
    pinned: false,
  })

  async function call(method: CriMethod, request: object): Promise<Untyped> {
    calls.push({ method, request: request as Record<string, unknown> })
    const chosen = fate(method)
    await new Promise(resolve => setImmediate(resolve))
    if (chosen === 'fails') throw new CriError(`${method}: failed`, 14)
    const found = methods[method]
    if (!found) throw new CriError(`${method}: unimplemented`, 12)
    if (chosen === 'works late') {
      void lateTurns()
        .then(() => found(request))
        .catch(() => {})
      throw new CriError(`${method}: no answer yet`, 4)
    }
    const answer = found(request)
    await new Promise(resolve => setImmediate(resolve))
    if (chosen === 'works unheard') throw new CriError(`${method}: no answer`, 4)
    return answer
  }

  return {
    call,
    ifChanged: async method => ({ response: await call(method, {}), isNew: true }),
    sandboxes,
    containers,
    images,
    calls,
    doubleStarts,
    starts,
    exit,
    endSandbox,
    running: () => [...containers.values()].filter(({ state }) => state === 1),
  }
}

const sandboxName = ({ metadata }: { metadata: object | null }): string => JSON.stringify(metadata)

const containerName = (one: { podSandboxId: string; metadata: object | null }): string =>
  `${one.podSandboxId} ${JSON.stringify(one.metadata)}`

async function lateTurns(): Promise<void> {
  for (let turn = 0; turn < 90; turn++) await new Promise(resolve => setImmediate(resolve))
}

const copy = <T extends object>(value: T): T => ({ ...value })

const keyOf = ({ labels }: TestContainer): string => {
  const value = (end: string) => Object.entries(labels).find(([key]) => key.endsWith(end))?.[1]
  return `${value('.pod.uid')}/${value('.container.name')}`
}
