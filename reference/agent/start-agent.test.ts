import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { agentBench, closers, manifest, until } from './test-agent.ts'

const closing = closers()
afterEach(closing.close)

test('a pod of a file runs, is kept running and ends with its file', async () => {
  const { runtime, start, place, remove } = await agentBench(closing)
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
  const { runtime, log, start, place } = await agentBench(closing)
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
  const { runtime, start, place } = await agentBench(closing)
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
