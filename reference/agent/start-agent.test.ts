import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { startAgent } from './start-agent.ts'
import { testRuntime } from './test-runtime.ts'
import { serveRuntime } from './test-runtime-server.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

async function setUp({ flags = [] as string[], dialect = 'cluster' as const } = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'agent-test-'))
  closers.push(() => rm(directory, { recursive: true, force: true }))
  const runtime = testRuntime()
  const server = await serveRuntime(runtime)
  closers.push(server.close)
  await mkdir(join(directory, 'pods'))
  const log: string[] = []
  const all = [
    `--container-runtime-endpoint=${server.endpoint}`,
    `--root-dir=${join(directory, 'root')}`,
    `--pod-manifest-path=${join(directory, 'pods')}`,
    '--file-check-frequency=1s',
    '--hostname-override=node',
    '--enable-server=false',
    '--healthz-port=0',
    ...flags,
  ]
  const start = async () => {
    const line = (text: string) => void log.push(text)
    const agent = await startAgent({ flags: all, dialect, log: line, host: {} })
    closers.push(agent.stop)
    return agent
  }
  const place = async (name: string, text: string) => {
    await writeFile(join(directory, `.${name}`), text)
    await rename(join(directory, `.${name}`), join(directory, 'pods', name))
  }
  return {
    directory,
    runtime,
    log,
    start,
    place,
    remove: (name: string) => rm(join(directory, 'pods', name)),
  }
}

async function until(isSo: () => boolean, what: string, ms = 8000): Promise<void> {
  const endMs = Date.now() + ms
  while (!isSo()) {
    if (Date.now() > endMs) throw new Error(`expected ${what} within ${ms} ms`)
    await pause(10)
  }
}

const manifest = (name: string, spec: object = {}) =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec: { containers: [{ name: 'main', image: 'images.example/main:1' }], ...spec },
  })

test('a pod of a file runs, is kept running and ends with its file', async () => {
  const { runtime, start, place, remove } = await setUp()
  await start()
  await place('a.json', manifest('a'))
  await until(() => runtime.running().length === 1, 'a running container')
  const [first] = runtime.running()
  expect(first?.config.labels).toMatchObject({
    'io.cluster.pod.name': 'a-node',
    'io.cluster.pod.namespace': 'default',
    'io.cluster.container.name': 'main',
  })

  runtime.exit(first?.id ?? '', 0)
  await until(() => runtime.running().length === 1, 'a second instance')
  expect(runtime.running()[0]?.metadata?.attempt).toBe(1)

  await remove('a.json')
  await until(() => runtime.sandboxes.size + runtime.containers.size === 0, 'nothing left')
  expect(runtime.doubleStarts).toEqual([])
})

test('manifests in YAML run, dot-files and broken ones do not, and one that breaks stays', async () => {
  const { runtime, log, start, place } = await setUp()
  await place('a.yaml', manifest('a').replace('{', '{ # YAML\n'))
  await place('.hidden.json', manifest('hidden'))
  await place('broken.yaml', 'a: [')
  await place('other.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\n')
  await place(
    'b.yaml',
    'apiVersion: v1\nkind: Pod\nmetadata: {name: b}\nspec:\n  containers:\n  - {name: main, image: "i:1"}\n',
  )
  await start()

  await until(() => runtime.running().length === 2, 'two running containers')
  await place('b.yaml', 'apiVersion: v1\nkind: Po')
  await pause(1500)

  expect(runtime.running()).toHaveLength(2)
  expect(log.filter(line => line.includes('broken.yaml'))).toHaveLength(1)
  expect(log.find(line => line.includes('other.yaml'))).toContain('expected "Pod" of "v1"')
})

test('an agent that starts again takes over what runs, and leaves the containers of others', async () => {
  const { runtime, start, place } = await setUp()
  const metadata = { name: 'x', uid: 'u', namespace: 'n', attempt: 0 }
  const foreign = { metadata, labels: { app: 'x' }, annotations: {} }
  await runtime.call('RunPodSandbox', { config: foreign, runtimeHandler: '' } as never)
  await place('a.json', manifest('a'))
  const first = await start()
  await until(() => runtime.running().length === 1, 'a running container')
  await first.stop()
  await start()
  await pause(1500)

  expect([...runtime.starts.values()]).toEqual([1])
  expect(runtime.sandboxes.size).toBe(2)
  const touched = runtime.calls.filter(({ request }) => request['podSandboxId'] === 's1')
  expect(touched).toEqual([])
})
