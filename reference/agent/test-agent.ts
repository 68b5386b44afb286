// Starts agents for tests: with a runtime in memory, and directories and ports of their own.

import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startAgent } from './start-agent.ts'
import { testRuntime, type TestRuntimeOptions } from './test-runtime.ts'
import { serveRuntime } from './serve-runtime.ts'

export type DialectName = 'cluster' | 'kubernetes'

/** Ends what a test has started, the newest first. */
export function closers() {
  const all: (() => Promise<unknown>)[] = []
  return {
    add: (close: () => Promise<unknown>) => void all.push(close),
    async close() {
      for (const close of all.splice(0).toReversed()) await close()
    },
  }
}

/** A directory and a runtime, for one agent after the other. */
export async function agentBench(
  closing: ReturnType<typeof closers>,
  { dialect = 'cluster' as DialectName, runtimeOptions = {} as TestRuntimeOptions } = {},
) {
  const directory = await mkdtemp(join(tmpdir(), 'agent-test-'))
  closing.add(() => rm(directory, { recursive: true, force: true }))
  const runtime = testRuntime(runtimeOptions)
  const served = await serveRuntime(runtime.call)
  closing.add(served.close)
  const pods = join(directory, 'pods')
  await mkdir(pods)
  const log: string[] = []
  return {
    directory,
    pods,
    runtime,
    log,
    endpoint: served.endpoint,
    /** Starts an agent; flags of a test come last, so that they count. */
    async start(...flags: string[]) {
      const usual = [
        `--container-runtime-endpoint=${served.endpoint}`,
        `--root-dir=${join(directory, 'root')}`,
        `--cert-dir=${join(directory, 'pki')}`,
        `--pod-manifest-path=${pods}`,
        '--file-check-frequency=1s',
        '--hostname-override=node',
        '--healthz-port=0',
        '--read-only-port=0',
      ]
      const hasServer = flags.some(flag => flag.startsWith('--port='))
      const agent = await startAgent({
        flags: [...usual, ...(hasServer ? [] : ['--enable-server=false']), ...flags],
        dialect,
        log: line => void log.push(line),
        host: {},
        version: 'v1.2.3',
      })
      closing.add(agent.stop)
      return agent
    },
    /** Puts a manifest in its place whole. */
    async place(name: string, text: string) {
      const draft = join(pods, `.${name}`)
      await writeFile(draft, text)
      await rename(draft, join(pods, name))
    },
    remove: (name: string) => rm(join(pods, name)),
  }
}

export const manifest = (name: string, spec: object = {}): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec: { containers: [{ name: 'main', image: 'images.example/main:1' }], ...spec },
  })

/** Returns the first result that is neither undefined nor false. */
export async function until<T>(
  look: () => Promise<T | undefined | false> | T | undefined | false,
  what: string,
): Promise<T> {
  const endMs = Date.now() + 15_000
  for (;;) {
    const found = await look()
    if (found) return found
    if (Date.now() > endMs) throw new Error(`expected ${what} within 15 s`)
    await pause(10)
  }
}

/** Returns a port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise(resolve => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
