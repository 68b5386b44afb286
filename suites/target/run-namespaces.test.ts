import { expect, it, onTestFinished } from 'vitest'
import { createClient } from '../../fixtures/client/client.ts'
import type { WireRequest } from '../../fixtures/client/client.ts'
import { defaultTypes, resourcePath, runLabel } from '../../fixtures/objects/tested-types.ts'
import { policyPaths } from '../../properties/dsl/policy-steps.ts'
import { webhookConfigurationPaths } from '../../properties/dsl/webhook-steps.ts'
import { referenceTarget } from '../../fixtures/targets/reference-target.ts'
import {
  concurrencyFor,
  concurrencyMax,
  createRunNamespaces,
  isSlowButConcurrent,
  runNamespaceNames,
  sweepRun,
} from './run-namespaces.ts'
import { definitionsPath } from '../../properties/dsl/custom-steps.ts'

const types = defaultTypes('cluster.example')

it('gives the namespaces of every lane different, valid names', () => {
  const names = Array.from({ length: concurrencyMax }, (_, index) =>
    runNamespaceNames('0a1b2c3d', index),
  ).flat()

  expect(new Set(names).size).toBe(3 * concurrencyMax)
  for (const name of names) expect(name).toMatch(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/)
})

it('gives the first namespace of a lane a name that is a prefix of the others', () => {
  const [first = '', ...others] = runNamespaceNames('run', 0)

  expect(others).toHaveLength(2)
  for (const other of others) expect(other.startsWith(first)).toBe(true)
})

it('allows only one lane to write a cluster-scoped main type', () => {
  const wholeCluster = { ...types, main: types.cluster }

  expect(concurrencyFor({ types }, 4)).toBe(4)
  expect(concurrencyFor({ types: wholeCluster }, 4)).toBe(1)
  expect(concurrencyFor({ types: wholeCluster, unserved: { main: 'not served' } }, 4)).toBe(4)
})

it('recognises a server that is slow, but not slower for several requests', () => {
  expect(isSlowButConcurrent({ aloneMs: 300, togetherMs: 350 })).toBe(true)
  expect(isSlowButConcurrent({ aloneMs: 300, togetherMs: 900 })).toBe(false)
  expect(isSlowButConcurrent({ aloneMs: 12, togetherMs: 12 })).toBe(false)
})

it('creates namespaces, and deletes only objects with the label of the run', async () => {
  const { target, admin, names } = await opened()
  const before = await names()
  await createRunNamespaces(target, admin, 'one', 0)
  await createRunNamespaces(target, admin, 'two', 0)
  const lease1 = { metadata: { name: 'a', labels: { [runLabel]: 'one' } }, spec: {} }
  const path = resourcePath(target.types.main, 'default')
  await admin.send({ method: 'POST', path, body: JSON.stringify(lease1) })

  const environment = { clients: { admin }, types: target.types, apiDomain: target.apiDomain }
  expect(await sweepRun(environment, 'one')).toEqual({ found: 4, left: 0, unread: [] })
  expect(await names()).toEqual([...before, ...runNamespaceNames('two', 0)].toSorted())

  expect(await sweepRun(environment, 'any')).toMatchObject({ found: 3, left: 0 })
  expect(await names()).toEqual(before)
})

it('deletes nothing else on a server that ignores the selector', async () => {
  const deleted = await deletedBy([
    { metadata: { name: 'default' } },
    { metadata: { name: 'other', labels: { [runLabel]: 'other' } } },
    { metadata: { name: 'own', labels: { [runLabel]: 'run' } } },
  ])

  expect(new Set(deleted)).toEqual(
    new Set([
      ...Object.values(types).map(type => resourcePath(type, undefined, 'own')),
      `${definitionsPath('cluster.example')}/own`,
      '/apis/rbac.authorization.cluster.example/v1/clusterrolebindings/own',
      '/apis/rbac.authorization.cluster.example/v1/clusterroles/own',
      ...webhookConfigurationPaths('cluster.example').map(path => `${path}/own`),
      ...policyPaths('cluster.example').map(path => `${path}/own`),
    ]),
  )
})

it('deletes objects stored under a numeric name', async () => {
  const deleted = await deletedBy([{ metadata: { name: 7, labels: { [runLabel]: 'run' } } }])

  expect(deleted).toContain(resourcePath(types.main, undefined, '7'))
})

it.each([
  ['null', null],
  ['no objects', [null, 7, 'x', {}, { metadata: null }]],
  ['no names', [{ metadata: { labels: { [runLabel]: 'run' } } }]],
  ['empty names', [{ metadata: { name: '', labels: { [runLabel]: 'run' } } }]],
  ['other labels', [{ metadata: { name: 'a', labels: 'run' } }]],
])('deletes nothing if the items are %s', async (_, items) => {
  expect(await deletedBy(items)).toEqual([])
})

it('reports what it could not read, and what it could not delete', async () => {
  const admin = {
    send: async ({ path }: WireRequest) =>
      path.startsWith(resourcePath(types.main))
        ? { status: 403, headers: {}, bytes: Buffer.from('{"kind":"Status"}') }
        : listOf([{ metadata: { name: 'stays', labels: { [runLabel]: 'run' } } }]),
    endpoints: 1,
    open: () => Promise.reject(new Error('no streams here')),
    requests: () => 0,
    close: async () => {},
  }

  expect(
    await sweepRun({ clients: { admin }, types, apiDomain: 'cluster.example' }, 'run'),
  ).toEqual({
    found: 13,
    left: 13,
    unread: [`${resourcePath(types.main)}?labelSelector=touchstone%2Frun%3Drun (403)`],
  })
})

it('lists without the selector if a server refuses it, and each type once', async () => {
  const items = [{ metadata: { name: 'own', labels: { [runLabel]: 'run' } } }]
  const deleted: string[] = []
  const admin = {
    send: async ({ method, path }: WireRequest) => {
      if (method === 'DELETE') deleted.push(path)
      if (path.includes('labelSelector'))
        return { status: 400, headers: {}, bytes: Buffer.from('') }
      return listOf(deleted.length > 0 || path !== '/apis/a.example/v1/things' ? [] : items)
    },
    endpoints: 1,
    open: () => Promise.reject(new Error('no streams here')),
    requests: () => 0,
    close: async () => {},
  }
  const things = { ...types.cluster, group: 'a.example', version: 'v1', resource: 'things' }
  const environment = {
    clients: { admin },
    types: { ...types, main: things, cluster: things },
    unserved: { core: 'none', namespaces: 'none', status: 'none' },
    apiDomain: 'cluster.example',
  }

  expect(await sweepRun(environment, 'run')).toEqual({ found: 1, left: 0, unread: [] })
  expect(new Set(deleted)).toEqual(new Set(['/apis/a.example/v1/things/own']))
})

it('continues with names only on a server that cannot create namespaces', async () => {
  const target = await referenceTarget(refusing(500, 'not implemented'))
  onTestFinished(target.close)
  const admin = createClient(target.connection, target.credentials.admin)
  onTestFinished(() => admin.close())

  expect(await createRunNamespaces(target, admin, 'run', 0)).toEqual(runNamespaceNames('run', 0))
})

it('reports the answer of a server that refuses to create a namespace', async () => {
  const target = await referenceTarget(refusing(403, 'you may not'))
  onTestFinished(target.close)
  const admin = createClient(target.connection, target.credentials.admin)
  onTestFinished(() => admin.close())

  await expect(createRunNamespaces(target, admin, 'run', 0)).rejects.toThrow(
    'POST /api/v1/namespaces: expected the namespace touchstone-run-a to be created, got 403 you may not',
  )
})

it('reports a server that closes the connection as unreachable', async () => {
  const { target, admin } = await opened()
  await target.close()

  await expect(createRunNamespaces(target, admin, 'run', 0)).rejects.toMatchObject({
    name: 'TargetUnreachable',
  })
})

const refusing = (status: number, body: string): Parameters<typeof referenceTarget>[0] => ({
  rewriting: () => ({
    request: request =>
      request.method === 'POST' ? { reply: { status, headers: {}, body } } : request,
  }),
})

async function opened() {
  const target = await referenceTarget()
  onTestFinished(target.close)
  const admin = createClient(target.connection, target.credentials.admin)
  onTestFinished(() => admin.close())
  const names = async (): Promise<string[]> => {
    const { bytes } = await admin.send({ method: 'GET', path: '/api/v1/namespaces' })
    const { items } = JSON.parse(bytes.toString()) as { items: { metadata: { name: string } }[] }
    return items.map(item => item.metadata.name).toSorted()
  }
  return { target, admin, names }
}

const listOf = (items: unknown) => ({
  status: 200,
  headers: {},
  bytes: Buffer.from(JSON.stringify({ kind: 'List', items })),
})

/** The paths that a sweep of `run` deletes when every list answers these items. */
async function deletedBy(items: unknown): Promise<string[]> {
  const deleted: string[] = []
  const admin = {
    send: async ({ method, path }: WireRequest) => {
      if (method === 'DELETE') deleted.push(path)
      return listOf(items)
    },
    endpoints: 1,
    open: () => Promise.reject(new Error('no streams here')),
    requests: () => 0,
    close: async () => {},
  }
  await sweepRun({ clients: { admin }, types, apiDomain: 'cluster.example' }, 'run')
  return deleted
}
