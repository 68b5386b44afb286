import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { defaultParts, startReference } from '../index.ts'
import { startAgent } from './start-agent.ts'
import { testRuntime } from './test-runtime.ts'
import { serveRuntime } from './serve-runtime.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

type DialectName = 'cluster' | 'kubernetes'

async function setUp(dialect: DialectName, flags: string[] = []) {
  const directory = await mkdtemp(join(tmpdir(), 'agent-test-'))
  closers.push(() => rm(directory, { recursive: true, force: true }))
  const runtime = testRuntime()
  const served = await serveRuntime(runtime.call)
  closers.push(served.close)
  const api = await startReference(defaultParts({ dialect, port: 0 }))
  closers.push(api.close)
  await mkdir(join(directory, 'pods'))
  const kubeconfig = join(directory, 'kubeconfig')
  await writeFile(
    kubeconfig,
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'a', cluster: { server: api.url } }],
      contexts: [{ name: 'a', context: { cluster: 'a', user: '' } }],
      'current-context': 'a',
    }),
  )
  const log: string[] = []
  const config = dialect === 'kubernetes' ? 'kubeconfig' : 'clusterconfig'
  const agent = await startAgent({
    flags: [
      `--container-runtime-endpoint=${served.endpoint}`,
      `--root-dir=${join(directory, 'root')}`,
      `--pod-manifest-path=${join(directory, 'pods')}`,
      '--file-check-frequency=1s',
      '--hostname-override=node',
      `--${config}=${kubeconfig}`,
      '--enable-server=false',
      '--healthz-port=0',
      ...flags,
    ],
    dialect,
    log: line => void log.push(line),
    host: {},
    version: 'v1.2.3',
  })
  closers.push(agent.stop)
  const ask = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${api.url}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    })
    return { status: response.status, value: JSON.parse(await response.text()) }
  }
  return { directory, runtime, log, ask, agent }
}

async function until<T>(look: () => Promise<T | undefined | false>, what: string): Promise<T> {
  const endMs = Date.now() + 8000
  for (;;) {
    const found = await look()
    if (found) return found
    if (Date.now() > endMs) throw new Error(`expected ${what} within 8 s`)
    await pause(20)
  }
}

const pod = (name: string, spec: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: {
    nodeName: 'node',
    containers: [{ name: 'main', image: 'images.example/main:1' }],
    terminationGracePeriodSeconds: 1,
    ...spec,
  },
})

test.each(['cluster', 'kubernetes'] as const)(
  'the node registers, runs pods of the API server, reports them, and deletes them (%s)',
  async dialect => {
    const flags = [
      '--node-labels=rack=a1',
      '--provider-id=there://1',
      '--max-pods=7',
      '--register-with-taints=a=b:NoSchedule',
    ]
    const { runtime, log, ask } = await setUp(dialect, flags)

    const node = await until(async () => {
      const { status, value } = await ask('GET', '/api/v1/nodes/node')
      return status === 200 && value.status?.capacity && value
    }, 'a node').catch(error => {
      throw new Error(`${error.message}: ${log.join('\n')}`)
    })
    expect(node.metadata.labels).toMatchObject({ rack: 'a1' })
    expect(node.spec).toMatchObject({
      providerID: 'there://1',
      taints: expect.arrayContaining([{ key: 'a', value: 'b', effect: 'NoSchedule' }]),
    })
    expect(node.status.capacity.pods).toBe('7')

    const pods = '/api/v1/namespaces/default/pods'
    const made = await ask('POST', pods, pod('a'))
    expect(made.status).toBeLessThan(300)
    await until(async () => {
      const { value } = await ask('GET', `${pods}/a`)
      return value.status?.phase === 'Running'
    }, 'a running pod').catch(error => {
      throw new Error(`${error.message}: ${log.join('\n')}`)
    })
    expect(runtime.running()).toHaveLength(1)

    await ask('DELETE', `${pods}/a`)
    await until(async () => (await ask('GET', `${pods}/a`)).status === 404, 'no pod').catch(
      error => {
        throw new Error(`${error.message}: ${log.join('\n')}`)
      },
    )
    expect(runtime.running()).toEqual([])
  },
)

test('a pod that runs to its end is reported as such, and not run again', async () => {
  const { runtime, ask } = await setUp('kubernetes')
  const pods = '/api/v1/namespaces/default/pods'
  await ask('POST', pods, pod('a', { restartPolicy: 'Never' }))
  await until(async () => runtime.running().length === 1, 'a container')
  runtime.exit(runtime.running()[0]?.id ?? '', 3)

  const ended = await until(async () => {
    const { value } = await ask('GET', `${pods}/a`)
    return value.status?.phase === 'Failed' && value
  }, 'a failed pod')
  expect(ended.status.containerStatuses[0].state.terminated).toMatchObject({ exitCode: 3 })
  expect([...runtime.starts.values()]).toEqual([1])
})

test('static pods have mirrors, which come back when they are deleted and go with their file', async () => {
  const { directory, runtime, ask } = await setUp('kubernetes')
  const file = join(directory, 'pods', 's.json')
  const { metadata, ...rest } = pod('s')
  await writeFile(file, JSON.stringify({ ...rest, metadata }))
  const path = '/api/v1/namespaces/default/pods/s-node'
  const mirror = () =>
    until(async () => {
      const { value } = await ask('GET', path)
      return value.status?.phase === 'Running' && value
    }, 'a running mirror pod')
  const first = await mirror()
  expect(first.metadata.annotations['kubernetes.io/config.mirror']).toMatch(/^[0-9a-f]{32}$/)

  await ask('DELETE', `${path}?gracePeriodSeconds=0`)
  const second = await mirror()
  expect(second.metadata.uid).not.toBe(first.metadata.uid)
  expect([...runtime.starts.values()]).toEqual([1])

  await rm(file)
  await until(async () => (await ask('GET', path)).status === 404, 'no mirror')
  await until(async () => runtime.sandboxes.size === 0, 'nothing at the runtime')
})
