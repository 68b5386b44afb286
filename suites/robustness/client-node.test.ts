// A real client library on the reference in the kubernetes dialect.

import { CoordinationV1Api, CoreV1Api, KubeConfig } from '@kubernetes/client-node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultParts, startReference } from '../../reference/index.ts'
import type { ReferenceServer } from '../../reference/index.ts'
import { nodeLines } from '../differential/clients/node-lines.ts'
import { runInformerInStorm } from './informer-storm.ts'

let reference: ReferenceServer
let core: CoreV1Api
let coordination: CoordinationV1Api

beforeAll(async () => {
  reference = await startReference(defaultParts({ dialect: 'kubernetes' }))
  const config = new KubeConfig()
  config.loadFromOptions({
    // This client speaks plain HTTP only with skipTLSVerify.
    clusters: [{ name: 'reference', server: reference.url, skipTLSVerify: true }],
    users: [{ name: 'nobody' }],
    contexts: [{ name: 'here', cluster: 'reference', user: 'nobody' }],
    currentContext: 'here',
  })
  core = config.makeApiClient(CoreV1Api)
  coordination = config.makeApiClient(CoordinationV1Api)
})

afterAll(() => reference.close())

describe('@kubernetes/client-node', () => {
  test('creates, reads, replaces and deletes', async () => {
    await core.createNamespace({ body: { metadata: { name: 'clients' } } })
    const made = await core.createNamespacedConfigMap({
      namespace: 'clients',
      body: { metadata: { name: 'one' }, data: { a: '1' } },
    })
    const replaced = await core.replaceNamespacedConfigMap({
      namespace: 'clients',
      name: 'one',
      body: { ...made, data: { a: '2' } },
    })
    const read = await core.readNamespacedConfigMap({ namespace: 'clients', name: 'one' })

    expect(made.metadata?.creationTimestamp).toBeInstanceOf(Date)
    expect(replaced.metadata?.resourceVersion).not.toBe(made.metadata?.resourceVersion)
    expect(read.data).toEqual({ a: '2' })

    await core.deleteNamespacedConfigMap({ namespace: 'clients', name: 'one' })
    await expect(
      core.readNamespacedConfigMap({ namespace: 'clients', name: 'one' }),
    ).rejects.toMatchObject({ code: 404 })
  })

  test('receives a conflict', async () => {
    const made = await coordination.createNamespacedLease({
      namespace: 'default',
      body: { metadata: { name: 'held' }, spec: { holderIdentity: 'a' } },
    })
    await coordination.replaceNamespacedLease({
      namespace: 'default',
      name: 'held',
      body: { ...made, spec: { holderIdentity: 'b' } },
    })

    const stale = coordination.replaceNamespacedLease({
      namespace: 'default',
      name: 'held',
      body: { ...made, spec: { holderIdentity: 'c' } },
    })
    await expect(stale).rejects.toMatchObject({ code: 409 })
  })

  test('pages through a list', async () => {
    for (const name of ['p1', 'p2', 'p3', 'p4', 'p5'])
      await core.createNamespacedSecret({ namespace: 'default', body: { metadata: { name } } })
    const names: (string | undefined)[] = []
    let token: string | undefined
    do {
      const page = await core.listNamespacedSecret({
        namespace: 'default',
        limit: 2,
        ...(token ? { _continue: token } : {}),
      })
      names.push(...page.items.map(item => item.metadata?.name))
      token = page.metadata?._continue
    } while (token)

    expect(names).toEqual(['p1', 'p2', 'p3', 'p4', 'p5'])
  })
})

describe('the steps that are compared with a genuine server nightly', () => {
  const seen = new Map<string, string>()

  beforeAll(async () => {
    for (const line of await nodeLines(reference.url)) {
      const [step = '', what = ''] = line.split(/: (.*)/s)
      seen.set(step, what)
    }
  })

  const of = (step: string): unknown => JSON.parse(seen.get(step) ?? 'null')

  test('patches change the named fields', () => {
    const [web, side] = [
      ['web', 'registry.example/web:1'],
      ['side', 'registry.example/side:1'],
    ]
    expect(of('a strategic patch')).toEqual([side, web])
    expect(of('a strategic patch that removes')).toEqual([web])
    expect(of('a merge patch')).toEqual([['web', 'registry.example/side:1']])
    expect(of('a JSON patch')).toEqual([side])
  })

  test('applies track owners', () => {
    expect(of('an apply of another')).toMatchObject([{ a: '1', b: '1', c: '1' }, { length: 2 }])
    expect(of('an apply with a conflict')).toMatchObject([
      409,
      'Conflict',
      expect.any(String),
      { length: 1 },
    ])
    expect(of('an apply with force')).toMatchObject([{ a: '2', b: '1' }, { length: 2 }])
  })

  test('a custom type is defined, used and removed', () => {
    expect(of('a custom object')).toEqual({ generation: 1, spec: { lines: 1, tongue: 'latin' } })
    expect(of('a custom object that is wrong')).toMatchObject({ 0: 422, 1: 'Invalid' })
    expect(of('its status')).toMatchObject({ spec: { lines: 3 }, status: { lines: 3 } })
    expect(of('the end of a type')).toMatchObject({ 0: 404, 1: 'NotFound' })
  })

  test('watches and informers show the changes', () => {
    const types = ['ADDED', 'MODIFIED', 'DELETED']
    expect(of('a watch')).toEqual(
      types.map((type, index) => [type, 'watched', index ? { a: '1' } : null]),
    )
    expect(of('an informer')).toMatchObject([{ length: 4 }, 'kept', 1])
  })
})

test('an informer that is cut off repeatedly ends with the state of a list', async () => {
  const { writes, cuts, events, differences } = await runInformerInStorm({
    ms: 2_000,
    cutEveryMs: 300,
  })

  expect(differences).toEqual([])
  expect(cuts).toBeGreaterThan(3)
  expect(events).toBeGreaterThan(writes / 2)
})
