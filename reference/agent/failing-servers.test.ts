import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { agentRuntime, type AgentRuntimeOptions } from './agent-runtime.ts'
import { systemClock } from '../server/clock.ts'
import { containerProbes } from './probes.ts'
import { runtimeWords } from './runtime-state.ts'
import { startAgent } from './start-agent.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

/** A server that accepts connections and never answers. */
async function silentServer() {
  const sockets = new Set<{ destroy: () => void }>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(async () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return { port: (server.address() as AddressInfo).port, sockets }
}

async function start(server: string, flags: string[]) {
  const directory = await mkdtemp(join(tmpdir(), 'agent-test-'))
  closers.push(() => rm(directory, { recursive: true, force: true }))
  const kubeconfig = join(directory, 'kubeconfig')
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'a', cluster: { server } }],
    contexts: [{ name: 'a', context: { cluster: 'a', user: '' } }],
    'current-context': 'a',
  }
  await writeFile(kubeconfig, JSON.stringify(config))
  return startAgent({
    flags: [
      `--container-runtime-endpoint=unix://${join(directory, 'none')}`,
      `--root-dir=${join(directory, 'root')}`,
      `--cert-dir=${join(directory, 'pki')}`,
      `--kubeconfig=${kubeconfig}`,
      '--address=127.0.0.1',
      '--healthz-port=0',
      ...flags,
    ],
    dialect: 'kubernetes',
    host: {},
  })
}

test('an agent ends soon although its API server does not answer', async () => {
  const { port, sockets } = await silentServer()
  const agent = await start(`http://127.0.0.1:${port}`, ['--enable-server=false'])
  await expect.poll(() => sockets.size, { timeout: 5000 }).toBeGreaterThan(0)

  const beganMs = performance.now()
  await agent.stop()

  expect(await agent.ended).toBe(0)
  expect(performance.now() - beganMs).toBeLessThan(8000)
}, 20_000)

test('hooks that are under way can be ended', async () => {
  const { port } = await silentServer()
  const probes = containerProbes({
    call: async () => {
      throw new Error('no runtime')
    },
    clock: systemClock(),
    podIp: async () => '127.0.0.1',
    onChange: () => {},
    onFailure: () => {},
  })
  const container = { name: 'main', image: 'images.example/main:1' }
  const place = { id: 'c', podIp: '127.0.0.1', container }
  const hooks = [
    probes.runHook({ sleep: { seconds: 600 } }, place),
    probes.runHook({ httpGet: { port } }, place),
  ]
  const ended = Promise.allSettled(hooks)
  probes.endHooks()

  expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

test('an agent that rotates its certificate does not start at a port that is in use', async () => {
  const { port } = await silentServer()

  await expect(
    start('http://127.0.0.1:1', [`--port=${port}`, '--rotate-certificates']),
  ).rejects.toThrow(/^--port: /)
}, 20_000)

test('a change at the runtime is returned by the next list if the other list fails', async () => {
  let items: object[] = []
  let isNew = true
  let hasFault = false
  const words = runtimeWords('io.test')
  const cri = {
    async ifChanged(method: string) {
      if (method === 'ListPodSandbox') {
        const found = { response: { items }, isNew }
        isNew = false
        return found
      }
      if (hasFault) throw new Error('no answer')
      return { response: { containers: [] }, isNew: false }
    },
  }
  const { all } = agentRuntime({ cri, config: { words } } as unknown as AgentRuntimeOptions)
  expect(await all()).toEqual(new Map())

  items = [{ id: 's', metadata: null, state: 0, createdAt: 0, labels: { [words.podUid]: 'u' } }]
  isNew = true
  hasFault = true
  await expect(all()).rejects.toThrow('no answer')
  hasFault = false

  expect([...((await all()) ?? [])].map(([uid]) => uid)).toEqual(['u'])
  expect(await all()).toBeUndefined()
})
