import { readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { defaultParts, startReference } from '../index.ts'
import { agentBench, closers, freePort, manifest, until } from './test-agent.ts'

const closing = closers()
afterEach(closing.close)

type Answer = { status: number; text: string }

const ask = (port: number, path: string, { token = '', method = 'GET' } = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request({
      host: '127.0.0.1',
      port,
      path,
      method,
      rejectUnauthorized: false,
      agent: false,
      headers: token === '' ? {} : { Authorization: `Bearer ${token}` },
    })
    sent.on('error', reject)
    sent.on('response', async response => {
      let text = ''
      for await (const chunk of response) text += String(chunk)
      resolve({ status: response.statusCode ?? 0, text })
    })
    sent.end()
  })

test('the server has a self-signed pair, which stays, and serves the pods', async () => {
  const bench = await agentBench(closing)
  const port = await freePort()
  await bench.place('a.json', manifest('a'))
  const first = await bench.start(`--port=${port}`, '--address=127.0.0.1')
  await until(() => bench.runtime.running().length === 1, 'a container')

  const { status, text } = await ask(port, '/pods')
  expect(status).toBe(200)
  expect(JSON.parse(text).items).toMatchObject([
    { metadata: { name: 'a-node' }, status: { phase: 'Running' } },
  ])
  expect(await ask(port, '/healthz')).toMatchObject({ status: 200 })
  const pair = await readFile(join(bench.directory, 'pki', 'nodeagent.crt'), 'utf8')

  await first.stop()
  await bench.start(`--port=${port}`, '--address=127.0.0.1')
  expect(await readFile(join(bench.directory, 'pki', 'nodeagent.crt'), 'utf8')).toBe(pair)
})

test('without anonymous access, nobody without credentials gets in', async () => {
  const bench = await agentBench(closing)
  const port = await freePort()
  await bench.start(`--port=${port}`, '--address=127.0.0.1', '--anonymous-auth=false')

  expect(await ask(port, '/pods')).toMatchObject({ status: 401 })
})

test('the ports for readers and for health only read', async () => {
  const bench = await agentBench(closing)
  const [port, readers, health] = [await freePort(), await freePort(), await freePort()]
  const flags = [`--port=${port}`, `--read-only-port=${readers}`, `--healthz-port=${health}`]
  await bench.start(...flags, '--address=127.0.0.1', '--anonymous-auth=false')
  const plain = (at: number, path: string, method = 'GET') =>
    fetch(`http://127.0.0.1:${at}${path}`, { method }).then(({ status }) => status)

  expect(await plain(readers, '/pods')).toBe(200)
  expect(await plain(readers, '/pods', 'POST')).toBe(405)
  expect(await plain(readers, '/logs/')).toBe(404)
  expect(await plain(health, '/healthz')).toBe(200)
  expect(await plain(health, '/pods')).toBe(404)
})

test('tokens and permissions are those of the API server, and are asked for once', async () => {
  const bench = await agentBench(closing)
  const reader = { name: 'reader', uid: '1', groups: [] }
  const api = await startReference(
    defaultParts({
      port: 0,
      users: [
        { token: 'agent', name: 'agent', uid: '2', groups: ['system:masters'] },
        { token: 'reader', ...reader },
        { token: 'other', ...reader, name: 'other' },
      ],
      allow: [
        { user: 'agent', verbs: ['*'] },
        { user: 'reader', verbs: ['get'], resources: ['nodes/proxy'] },
      ],
    }),
  )
  closing.add(api.close)
  const kubeconfig = join(bench.directory, 'kubeconfig')
  await writeFile(
    kubeconfig,
    JSON.stringify({
      clusters: [{ name: 'a', cluster: { server: api.url } }],
      users: [{ name: 'a', user: { token: 'agent' } }],
      contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }],
      'current-context': 'a',
    }),
  )
  const port = await freePort()
  await bench.start(
    `--port=${port}`,
    '--address=127.0.0.1',
    `--clusterconfig=${kubeconfig}`,
    '--authentication-token-webhook',
    '--authorization-mode=Webhook',
  )

  expect(await ask(port, '/pods', { token: 'nobody' })).toMatchObject({ status: 401 })
  expect(await ask(port, '/pods', { token: 'reader' })).toMatchObject({ status: 200 })
  expect(await ask(port, '/pods', { token: 'other' })).toMatchObject({ status: 403 })
  expect(await ask(port, '/pods')).toMatchObject({ status: 403 })
  expect(await ask(port, '/pods', { token: 'reader', method: 'POST' })).toMatchObject({
    status: 403,
  })
  await api.close()
  expect(await ask(port, '/pods', { token: 'reader' })).toMatchObject({ status: 200 })
})

test('an agent on its own cannot ask for permissions', async () => {
  const bench = await agentBench(closing)
  const port = await freePort()

  const start = bench.start(`--port=${port}`, '--authorization-mode=Webhook')
  await expect(start).rejects.toThrow('--authorization-mode=Webhook: needs an API server')
})
