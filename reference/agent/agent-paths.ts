// The paths that the servers of the agent serve. The specification names none of them, so they are
// those of genuine agents.

import { open, readdir, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join, resolve, sep } from 'node:path'
import type { JsonObject } from '../api/object.ts'
import { answer } from './answer.ts'
import type { Cri } from './cri.ts'
import { logDirectoryOf } from './pod-config.ts'
import type { PodState } from './pod-state.ts'
import type { Clock } from '../api/clock.ts'
import { refuseUpgrade, type ServeStream, serveStreams } from './streams.ts'

export type AgentPaths = {
  readonly all: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  readonly readOnly: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  readonly health: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  /** Whether a request is for a stream, so that its connection may be upgraded. */
  readonly isStream: (request: IncomingMessage) => boolean
  readonly stream: ServeStream
}

export type AgentPathsOptions = {
  /** Returns why the agent is not healthy; empty if it is. */
  readonly fault: () => string
  readonly states: () => readonly PodState[]
  readonly statusOf: (state: PodState) => JsonObject | undefined
  /** The effective values of the flags. */
  readonly values: JsonObject
  readonly rootDirectory: string
  readonly call: Cri['call']
  /** AGENT-167: logs, commands and streams are served. */
  readonly hasDebugging: boolean
  readonly clock: Pick<Clock, 'after'>
  /** AGENT-232: how long a stream may be idle; 0 for any time. */
  readonly streamIdleMs: number
}

export function agentPaths(options: AgentPathsOptions): AgentPaths {
  const { fault, states, values, rootDirectory, hasDebugging } = options

  async function health(_: IncomingMessage, response: ServerResponse): Promise<void> {
    const found = fault()
    answer(response, found === '' ? 200 : 500, found === '' ? 'ok' : found)
  }

  async function pods(_: IncomingMessage, response: ServerResponse): Promise<void> {
    const items = states().flatMap(state => {
      const { pod } = state
      if (!pod) return []
      const { metadata, spec } = pod
      return [{ metadata, spec, status: options.statusOf(state) ?? pod.status ?? {} }]
    })
    json(response, { kind: 'PodList', apiVersion: 'v1', metadata: {}, items })
  }

  async function metrics(_: IncomingMessage, response: ServerResponse): Promise<void> {
    const all = states()
    const running = all.flatMap(({ runtime }) =>
      runtime.instances.filter(({ state }) => state === 'running'),
    )
    const gauge = (name: string, help: string, value: number) =>
      `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}\n`
    response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' })
    response.end(
      gauge('agent_pods', 'Pods that the agent works on.', all.length) +
        gauge('agent_running_containers', 'Containers that run.', running.length) +
        gauge('process_resident_memory_bytes', 'Memory.', process.memoryUsage.rss()),
    )
  }

  const openPaths = { '/healthz': health, '/pods': pods, '/pods/': pods, '/metrics': metrics }

  async function all(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = pathOf(request)
    if (await serveFixed(openPaths, request, response)) return
    if (path === '/configz') return json(response, values)
    const [first = '', ...rest] = path.split('/').filter(Boolean)
    const isDebugging = debuggingPaths.has(first)
    if (isDebugging && !hasDebugging) return answer(response, 405, 'Debug endpoints are disabled.')
    if (first === 'runningpods') return pods(request, response)
    if (first === 'logs') return sendFile(join(rootDirectory, 'logs'), rest, response)
    if (first === 'containerLogs') return containerLog(rest, response)
    if (first === 'run' && request.method === 'POST') return run(rest, request, response)
    // Streams come as requests to upgrade the connection.
    if (streamPaths.has(first)) return answer(response, 400, 'Upgrade request required')
    answer(response, 404, '404 page not found')
  }

  /** The names are namespace, pod and container; the uid of the pod may precede the last. */
  function instanceOf(names: readonly string[]) {
    const [namespace, name, third, fourth] = names
    const container = fourth ?? third
    for (const state of states()) {
      const { runtime, pod } = state
      const isNamed = runtime.name === name || pod?.metadata.name === name
      if (!isNamed || runtime.namespace !== namespace) continue
      const found = runtime.instances
        .filter(one => one.name === container)
        .toSorted((a, b) => b.attempt - a.attempt)[0]
      if (found) return { state, instance: found }
    }
    return undefined
  }

  async function containerLog(rest: readonly string[], response: ServerResponse): Promise<void> {
    const found = instanceOf(rest)
    if (!found?.state.pod) return answer(response, 404, 'the container is not there')
    const directory = logDirectoryOf(found.state.pod, rootDirectory)
    const { name, attempt } = found.instance
    return sendFile(directory, [name, `${attempt}.log`], response)
  }

  async function run(
    rest: readonly string[],
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const found = instanceOf(rest)
    if (!found) return answer(response, 404, 'the container is not there')
    const cmd = new URL(request.url ?? '', 'http://agent').searchParams.getAll('cmd')
    if (cmd.length === 0) return answer(response, 400, 'cmd: expected a command, got none')
    const sent = { containerId: found.instance.id, cmd, timeout: 60 }
    const { stdout, stderr } = await options.call('ExecSync', sent, { timeoutMs: 61_000 })
    response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8' })
    response.end(Buffer.concat([stdout, stderr]))
  }

  function sandboxOf([namespace, name]: readonly string[]): string | undefined {
    const state = states().find(
      ({ runtime, pod }) =>
        (runtime.name === name || pod?.metadata.name === name) && runtime.namespace === namespace,
    )
    return state?.runtime.sandboxes.find(({ isReady }) => isReady)?.id
  }

  const { clock, streamIdleMs, call } = options
  const stream = serveStreams({
    call,
    clock,
    instanceOf: names => instanceOf(names)?.instance,
    sandboxOf,
    idleMs: streamIdleMs,
  })

  return {
    all,
    stream: async (request, socket, head) =>
      hasDebugging ? stream(request, socket, head) : refuseUpgrade(socket, 405),
    isStream: request => streamPaths.has(pathOf(request).split('/')[1] ?? ''),
    async readOnly(request, response) {
      if (!(await serveFixed(openPaths, request, response)))
        answer(response, 404, '404 page not found')
    },
    async health(request, response) {
      const paths = { '/healthz': health }
      if (!(await serveFixed(paths, request, response))) answer(response, 404, '404 page not found')
    },
  }
}

const streamPaths: ReadonlySet<string> = new Set(['exec', 'attach', 'portForward'])
const debuggingPaths = new Set(['logs', 'containerLogs', 'run', 'runningpods', ...streamPaths])

type Serve = (request: IncomingMessage, response: ServerResponse) => Promise<void>

async function serveFixed(
  paths: { readonly [path: string]: Serve },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const path = pathOf(request)
  const serve = Object.hasOwn(paths, path) ? paths[path] : undefined
  await serve?.(request, response)
  return serve !== undefined
}

const pathOf = ({ url = '/' }: IncomingMessage): string => url.split('?')[0] ?? '/'

function json(response: ServerResponse, value: object): void {
  response.writeHead(200, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify(value))
}

const bytesMax = 16 * 2 ** 20

/** Sends a file below a directory, or the names in a folder; of a long file its end. */
async function sendFile(
  directory: string,
  parts: readonly string[],
  response: ServerResponse,
): Promise<void> {
  const path = resolve(directory, ...parts.map(decodeURIComponent))
  if (path !== resolve(directory) && !path.startsWith(resolve(directory) + sep))
    return answer(response, 404, '404 page not found')
  const found = await stat(path).catch(() => undefined)
  if (!found) return answer(response, 404, '404 page not found')
  if (found.isDirectory()) return answer(response, 200, (await readdir(path)).join('\n'))
  const file = await open(path)
  try {
    const length = Math.min(found.size, bytesMax)
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, found.size - length)
    response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8' })
    response.end(buffer)
  } finally {
    await file.close()
  }
}
