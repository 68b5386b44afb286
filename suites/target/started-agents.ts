// Starts the node agents of setups on a target, each with its bench: a directory, a runtime, a host
// of manifests and, if the setup has one, an API.

import { randomInt } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Connection } from '../../fixtures/client/client.ts'
import { textInDialect } from '../../fixtures/dialects/config-words.ts'
import { startAgentBench } from '../../fixtures/hosts/agent-bench.ts'
import { startManifestHost } from '../../fixtures/hosts/manifest-host.ts'
import { startRuntimeHost } from '../../fixtures/hosts/runtime/runtime-host.ts'
import type { RuntimeHost } from '../../fixtures/hosts/runtime/runtime-host.ts'
import { startAgentApi } from '../../fixtures/targets/agent-api.ts'
import type { AgentStart, StartedAgent, Target } from '../../fixtures/targets/target.ts'
import { configFileText } from '../../properties/perform/config-check-step.ts'
import type { HoleValues } from '../../properties/dsl/term.ts'
import { writeApiFile, writeCertificates } from './agent-files.ts'
import { agentSetupNamed } from '../setups/agents.ts'
import type { AgentSetup } from '../setups/agents.ts'

/** The agents of setups that have been started. */
export type StartedAgents = {
  /**
   * Starts an agent with its bench, unless it has been started.
   * @throws Error when it ends or does not use its runtime, with the end of its log
   */
  start(name: string): Promise<Connection>
  close(): Promise<void>
}

// On a busy machine, agents ask their runtime after 1 to 3 s. The limit allows for much slower
// machines.
const startMs = 60_000
const logLines = 15

type Of = Pick<Target, 'controls' | 'apiDomain' | 'dialect'>

/** Each agent is started once. A failed start fails every use of its setup. */
export function createStartedAgents(target: Of): StartedAgents {
  const started = new Map<string, Promise<Connection>>()
  const closes: (() => Promise<unknown>)[] = []
  return {
    start: name => {
      const start = () => startAgentOn(target, agentSetupNamed(name), closes)
      const known = started.get(name) ?? start().catch(againIf(isPortTaken, start))
      started.set(name, known)
      return known
    },
    close: async () => {
      await Promise.allSettled(started.values())
      // An agent ends before its hosts. A close that fails must not keep the others from closing.
      const problems: unknown[] = []
      for (const close of closes.splice(0).toReversed())
        await close().catch((problem: unknown) => problems.push(problem))
      if (problems.length > 0) throw new AggregateError(problems, 'node agents did not end')
    },
  }
}

async function startAgentOn(
  { controls, apiDomain, dialect }: Of,
  setup: AgentSetup,
  closes: (() => Promise<unknown>)[],
): Promise<Connection> {
  if (!controls.startAgent) throw new Error('the target starts no node agents')
  const directory = await mkdtemp(join(tmpdir(), 'touchstone-agent-'))
  closes.push(() => rm(directory, { recursive: true, force: true }))
  await Promise.all(['pods', 'certificates', 'root'].map(name => mkdir(join(directory, name))))
  const { images = [], imageBytes } = setup
  const runtime = await startRuntimeHost({ images, ...(imageBytes && { imageBytes }) })
  closes.push(runtime.close)
  const imageService = setup.hasImageService ? await startRuntimeHost() : undefined
  if (imageService) closes.push(imageService.close)
  const manifests = await startManifestHost()
  closes.push(manifests.close)
  const api = setup.hasApi
    ? await startAgentApi({ dialect, apiDomain, hasSigner: setup.hasSigner === true })
    : undefined
  if (api) {
    closes.push(api.close)
    await writeApiFile(directory, api)
  }

  const certificateOf = await writeCertificates(directory)
  const [serving = 0, health = 0, readOnly = 0] = await freePorts(3)
  const places: { [name: string]: string | number } = {
    directory,
    runtime: runtime.endpoint,
    ...(imageService && { imageService: imageService.endpoint }),
    serving,
    health,
    readOnly,
    manifests: manifests.url,
  }
  const filled = (text: string) =>
    textInDialect(text, dialect.name).replaceAll(/\{(\w+)\}/g, (all, name: string) =>
      String(places[name] ?? all),
    )
  const fillings = { group: (word: string) => `${word}.${apiDomain}`, hosts: () => undefined }
  for (const { name, text } of setup.programs ?? []) {
    await mkdir(dirname(join(directory, name)), { recursive: true })
    await writeFile(join(directory, name), filled(text), { mode: 0o755 })
  }
  const agent = await startOrEnded(setup, controls.startAgent, {
    directory,
    files: (setup.files ?? []).map(file => ({
      name: file.name,
      text: filled(configFileText(file, fillings as unknown as HoleValues, dialect.name)),
    })),
    flags: setup.flags.map(filled),
  })
  closes.push(agent.stop)
  const urls = {
    serving: `https://127.0.0.1:${serving}`,
    health: `http://127.0.0.1:${health}`,
    readOnly: `http://127.0.0.1:${readOnly}`,
    ...(api && { api: api.directUrl }),
  }
  const bench = await startAgentBench({
    directory,
    runtime,
    manifests,
    requests: () => api?.requests() ?? [],
    urls,
    apiHeaders: api ? { authorization: `Bearer ${api.token}` } : {},
    ...(imageService && { imageService }),
    agent,
    isOnPaper: agent.isOnPaper === true,
    certificateOf,
  })
  closes.push(bench.close)
  await waitUntilStarted(agent, { runtime, mayEnd: setup.mayEnd ?? false })
  return bench.connection
}

/** Starts an agent. One that may end instead has ended if it does not start. */
async function startOrEnded(
  { mayEnd }: AgentSetup,
  start: (given: AgentStart) => Promise<StartedAgent>,
  given: AgentStart,
): Promise<StartedAgent> {
  try {
    return await start(given)
  } catch (problem) {
    if (!mayEnd) throw problem
    const { message } = problem as Error
    return { log: async () => message, ended: async () => 'a refusal', stop: async () => {} }
  }
}

/** @throws Error when the agent ends although it must not, or does not call its runtime in time */
async function waitUntilStarted(
  agent: StartedAgent,
  { runtime, mayEnd }: { runtime: RuntimeHost; mayEnd: boolean },
): Promise<void> {
  const deadline = performance.now() + startMs
  while (runtime.callCount() === 0) {
    const ended = await agent.ended()
    if (ended !== undefined && mayEnd) return
    if (ended !== undefined || performance.now() > deadline) {
      const lines = (await agent.log()).trimEnd().split('\n').slice(-logLines).join('\n')
      const how =
        ended === undefined ? `within ${startMs / 1000} s` : `before it ended with ${ended}`
      throw new Error(`it did not call its runtime ${how}; the end of its log:\n${lines}`)
    }
    await pause(50)
  }
}

/** Another program may take a free port before the agent does. */
const isPortTaken = ({ message }: Error): boolean =>
  /EADDRINUSE|address already in use/.test(message)

const againIf =
  <T>(holds: (problem: Error) => boolean, again: () => Promise<T>) =>
  (problem: unknown): Promise<T> =>
    problem instanceof Error && holds(problem) ? again() : Promise.reject(problem)

/**
 * Returns ports that are free, and that no agent of this process has got before. They are below the
 * ports that operating systems assign, so that another program hardly takes one before the agent
 * listens on it, or one on which the agent does not listen.
 */
async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  while (ports.length < count) {
    const port = randomInt(10_000, 20_000)
    // The agent that got a port before may not listen yet.
    if (givenPorts.has(port)) continue
    givenPorts.add(port)
    if (await isFree(port)) ports.push(port)
  }
  return ports
}

const givenPorts = new Set<number>()

const isFree = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
