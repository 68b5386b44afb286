import { describe, expect, it } from 'vitest'

import { objectIn } from '../../api/object.ts'
import { type Answer, allowed, patch, startWithWebhooks } from './test-webhook-host.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const map = (name: string, fields: object = {}) => ({ metadata: { name }, ...fields })
const add = (path: string, value: unknown) => ({ op: 'add', path, value })

describe('the review of a write', () => {
  it('contains the request, its user, its options and the objects', async () => {
    const { ask, asked, register } = await startWithWebhooks(allowed)
    await register('validating', 'a', { path: '/v' })
    await ask('POST', `${maps}?fieldManager=m`, map('x', { data: { k: '1' } }))
    await ask('PUT', `${maps}/x?dryRun=All`, map('x', { data: { k: '2' } }))
    await ask('DELETE', `${maps}/x`, { gracePeriodSeconds: 0 })

    const type = { group: '', version: 'v1' }
    expect(asked).toMatchObject([
      {
        kind: { ...type, kind: 'ConfigMap' },
        resource: { ...type, resource: 'configmaps' },
        requestKind: { ...type, kind: 'ConfigMap' },
        requestResource: { ...type, resource: 'configmaps' },
        name: 'x',
        namespace: 'default',
        operation: 'CREATE',
        userInfo: { groups: expect.arrayContaining(['system:authenticated']) },
        object: { kind: 'ConfigMap', data: { k: '1' }, metadata: { uid: expect.any(String) } },
        oldObject: null,
        dryRun: false,
        options: { kind: 'CreateOptions', apiVersion: 'meta.k8s.io/v1', fieldManager: 'm' },
      },
      {
        operation: 'UPDATE',
        object: { data: { k: '2' } },
        oldObject: { data: { k: '1' } },
        dryRun: true,
        options: { kind: 'UpdateOptions', dryRun: ['All'] },
      },
      {
        operation: 'DELETE',
        object: null,
        oldObject: { data: { k: '1' } },
        options: { kind: 'DeleteOptions', gracePeriodSeconds: 0 },
      },
    ])
  })

  it('does not contain a generated name', async () => {
    const { ask, asked, register } = await startWithWebhooks(allowed)
    await register('mutating', 'a', { path: '/m' })
    await ask('POST', maps, { metadata: { generateName: 'x-' } })
    expect(asked[0]).not.toHaveProperty('name')
    expect(objectIn(asked[0]?.object).metadata).not.toHaveProperty('uid')
  })
})

describe('mutating webhooks', () => {
  it('run in the order of the names of configurations, then of the lists', async () => {
    const { ask, asked, register } = await startWithWebhooks(allowed)
    await register('mutating', 'b', { path: '/3' }, { path: '/4' })
    await register('mutating', 'a', { path: '/1' }, { path: '/2' })
    await register('validating', '0', { path: '/5' })
    await ask('POST', maps, map('x'))
    expect(asked.map(({ path }) => path)).toEqual(['/1', '/2', '/3', '/4', '/5'])
  })

  it('are reinvoked once after changes by others if their policy is IfNeeded', async () => {
    const answer: Answer = ({ path, object }) =>
      patch(
        add(path === '/1' ? '/metadata/labels' : '/data', {
          [path.slice(1)]: objectIn(objectIn(object).data)['2'] ?? 'no',
        }),
      )
    const { ask, asked, register } = await startWithWebhooks(answer)
    await register('mutating', 'a', { path: '/1', reinvocationPolicy: 'IfNeeded' }, { path: '/2' })
    const { body } = await ask('POST', maps, map('x'))
    expect(asked.map(({ path }) => path)).toEqual(['/1', '/2', '/1'])
    expect(body).toMatchObject({ metadata: { labels: { 1: 'no' } }, data: { 2: 'no' } })
  })

  it('end even if two of them undo the changes of each other', async () => {
    const answer: Answer = ({ path }) => patch(add('/data', { path }))
    const { ask, asked, register } = await startWithWebhooks(answer)
    const webhooks = ['/1', '/2'].map(path => ({ path, reinvocationPolicy: 'IfNeeded' }))
    await register('mutating', 'a', ...webhooks)
    expect((await ask('POST', maps, map('x'))).body.data).toEqual({ path: '/2' })
    expect(asked.map(({ path }) => path)).toEqual(['/1', '/2', '/1', '/2'])
  })

  it.each([
    ['/metadata/name', 422],
    ['/metadata/namespace', 422],
    ['/nowhere/there', 500],
    ['/metadata/labels', 500],
  ])('cannot set %s to a string', async (path, status) => {
    const { ask, register } = await startWithWebhooks(() => patch(add(path, 'other')))
    await register('mutating', 'a', { path: '/1' })
    expect((await ask('POST', maps, map('x'))).status).toBe(status)
    expect((await ask('GET', `${maps}/x`)).status).toBe(404)
  })

  it('cannot choose the uid of a new object', async () => {
    const { ask, register } = await startWithWebhooks(() => patch(add('/metadata/uid', 'mine')))
    await register('mutating', 'a', { path: '/1' })
    const { status, body } = await ask('POST', maps, map('x'))
    expect([status, body.metadata.uid === 'mine']).toEqual([201, false])
  })
})

describe('an answer', () => {
  const refused = async (answer: Answer, fields: object = {}) => {
    const server = await startWithWebhooks(answer)
    await server.register('validating', 'a', { path: '/v', ...fields })
    const { status, body } = await server.ask('POST', maps, map('x'))
    return {
      status,
      message: body.message,
      isStored: (await server.ask('GET', `${maps}/x`)).status,
    }
  }

  it('that denies refuses the write with its status', async () => {
    const status = { code: 418, message: 'no' }
    expect(await refused(() => ({ allowed: false, status }))).toEqual({
      status: 418,
      message: 'admission webhook "v.example.com" denied the request: no',
      isStored: 404,
    })
    expect(await refused(() => ({ allowed: false }))).toMatchObject({
      status: 400,
      message: 'admission webhook "v.example.com" denied the request without explanation',
    })
  })

  const faulty: { readonly [what: string]: Answer } = {
    'with another uid': () => ({ uid: 'other', allowed: true }),
    'with a patch of a validating webhook': () => patch(add('/data', {})),
    'that is a redirect': (_, response) => {
      response.writeHead(302, { location: 'https://127.0.0.1:1/' }).end()
      return undefined
    },
    'of 10 MB': (_, response) => void response.end('x'.repeat(10_000_000)),
    'that ends in the middle': (_, response) => {
      response.writeHead(200, { 'content-length': 1000 }).write('{', () => response.destroy())
      return undefined
    },
    'that is no JSON': (_, response) => void response.end('<html>'),
    'that never ends': (_, response) => void response.write(' '),
  }

  it.each(Object.entries(faulty))('%s counts as a failed call', async (_, answer) => {
    const failed = await refused(answer, { timeoutSeconds: 1 })
    expect(failed).toMatchObject({ status: 500, isStored: 404 })
    expect(failed.message).toMatch(
      /^Internal error occurred: failed calling webhook "v\.example\.com": /,
    )
    expect(await refused(answer, { timeoutSeconds: 1, failurePolicy: 'Ignore' })).toMatchObject({
      status: 201,
      isStored: 200,
    })
  })

  it('can return warnings, even when it denies', async () => {
    for (const isAllowed of [true, false]) {
      const warnings = ['careful']
      const server = await startWithWebhooks(() => ({ allowed: isAllowed, warnings }))
      await server.register('validating', 'a', { path: '/v' })
      const { headers } = await server.ask('POST', maps, map('x'))
      expect(headers.warning).toBe('299 - "careful"')
    }
  })
})

it('a webhook that calls the server back and waits gets its answer', async () => {
  let getBack: (() => Promise<number>) | undefined
  const { ask, register } = await startWithWebhooks(async () => ({
    allowed: (await getBack?.()) === 200,
  }))
  getBack = async () => (await ask('GET', maps)).status
  await register('validating', 'a', { path: '/v' })
  expect((await ask('POST', maps, map('x'))).status).toBe(201)
})

describe('a webhook is called only', () => {
  const labels = { a: 'b' }
  const isCalled = async (fields: object, metadata: object = {}) => {
    const { ask, asked, register } = await startWithWebhooks(allowed)
    await register('validating', 'a', { path: '/v', ...fields })
    const { status } = await ask('POST', maps, { metadata: { name: 'x', ...metadata } })
    return status === 201 ? asked.length : status
  }
  const condition = (expression: string) => ({ matchConditions: [{ name: 'c', expression }] })
  const rule = { apiGroups: [''], apiVersions: ['v1'], resources: ['*'], operations: ['CREATE'] }

  it('for objects and namespaces with matching labels', async () => {
    const objectSelector = { matchLabels: labels }
    expect(await isCalled({ objectSelector })).toBe(0)
    expect(await isCalled({ objectSelector }, { labels })).toBe(1)
    const named = (name: string) => ({
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } },
    })
    expect(await isCalled(named('default'))).toBe(1)
    expect(await isCalled(named('other'))).toBe(0)
  })

  it('for its operations, scope and subresources', async () => {
    expect(await isCalled({ rules: [rule] })).toBe(1)
    expect(await isCalled({ rules: [{ ...rule, operations: ['DELETE'] }] })).toBe(0)
    expect(await isCalled({ rules: [{ ...rule, scope: 'Cluster' }] })).toBe(0)
    expect(await isCalled({ rules: [{ ...rule, resources: ['configmaps/status'] }] })).toBe(0)
    expect(await isCalled({ rules: [{ ...rule, resources: ['*/*'] }] })).toBe(1)
  })

  it('if its conditions hold', async () => {
    expect(await isCalled(condition("request.operation == 'CREATE' && oldObject == null"))).toBe(1)
    expect(await isCalled(condition("object.metadata.name != 'x'"))).toBe(0)
    expect(await isCalled(condition('object.missing == 1'))).toBe(403)
    expect(await isCalled({ ...condition('object.missing == 1'), failurePolicy: 'Ignore' })).toBe(0)
  })
})

it('an equivalent version is sent in that of the rule, unless the policy is Exact', async () => {
  const { ask, asked, register } = await startWithWebhooks(allowed)
  const rule = {
    apiGroups: ['autoscaling'],
    apiVersions: ['v2'],
    resources: ['horizontalpodautoscalers'],
    operations: ['*'],
  }
  await register('validating', 'a', { path: '/equivalent', rules: [rule] })
  await register('validating', 'b', { path: '/exact', rules: [rule], matchPolicy: 'Exact' })
  const spec = {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' },
    maxReplicas: 3,
  }
  const path = '/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers'
  expect((await ask('POST', path, map('x', { spec }))).text).toContain('"uid"')
  expect(asked).toMatchObject([
    {
      path: '/equivalent',
      resource: { version: 'v2' },
      requestResource: { version: 'v1' },
      object: { apiVersion: 'autoscaling/v2' },
    },
  ])
})

describe('other writes', () => {
  const any = { apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'], operations: ['*'] }
  const kindsAsked = (asked: readonly object[]) =>
    asked.map(one => {
      const { operation, kind, subResource } = objectIn(one)
      return [operation, objectIn(kind).kind, subResource].join(' ').trim()
    })

  it('are sent too: applies, subresources, evictions, bindings, collections', async () => {
    const { ask, asked, register } = await startWithWebhooks(allowed)
    await register('validating', 'a', { path: '/v', rules: [any] })
    const apply = { 'content-type': 'application/apply-patch+yaml' }
    const merge = { 'content-type': 'application/merge-patch+json' }
    const typed = { apiVersion: 'v1', kind: 'ConfigMap', ...map('x') }
    await ask('PATCH', `${maps}/x?fieldManager=m`, typed, apply)
    await ask('PATCH', `${maps}/x?fieldManager=m`, { ...typed, data: { k: 'v' } }, apply)
    const pods = '/api/v1/namespaces/default/pods'
    const pod = map('p', { spec: { containers: [{ name: 'c', image: 'i' }] } })
    await ask('POST', pods, pod)
    await ask('PATCH', `${pods}/p/status`, { status: { phase: 'Pending' } }, merge)
    await ask('POST', `${pods}/p/binding`, map('p', { target: { kind: 'Node', name: 'n' } }))
    await ask('POST', `${pods}/p/eviction`, map('p'))
    await ask('DELETE', maps)
    expect(kindsAsked(asked)).toEqual([
      'CREATE ConfigMap',
      'UPDATE ConfigMap',
      'CREATE Pod',
      'UPDATE Pod status',
      'CREATE Binding binding',
      'CREATE Eviction eviction',
      // The other one is part of every namespace.
      'DELETE ConfigMap',
      'DELETE ConfigMap',
    ])
  })

  it('without a stored object can be patched too', async () => {
    const target = { kind: 'Node', name: 'other' }
    const { ask, register } = await startWithWebhooks(() => patch(add('/target', target)))
    const rules = [{ ...any, resources: ['pods/binding'] }]
    await register('mutating', 'a', { path: '/m', rules })
    const pods = '/api/v1/namespaces/default/pods'
    await ask('POST', pods, map('p', { spec: { containers: [{ name: 'c', image: 'i' }] } }))
    const binding = map('p', { target: { kind: 'Node', name: 'n' } })
    expect((await ask('POST', `${pods}/p/binding`, binding)).status).toBe(201)
    expect((await ask('GET', `${pods}/p`)).body.spec).toMatchObject({ nodeName: 'other' })
  })

  it('to webhook configurations are sent to no webhook', async () => {
    const { asked, register } = await startWithWebhooks(allowed)
    await register('validating', 'a', { path: '/v', rules: [any] })
    await register('validating', 'b', { path: '/w' })
    expect(asked).toEqual([])
  })

  it('are proposed and sent again after a conflict', async () => {
    let meanwhile: (() => Promise<unknown>) | undefined
    const server = await startWithWebhooks(async () => {
      const change = meanwhile
      meanwhile = undefined
      await change?.()
      return { allowed: true }
    })
    const { ask, asked, register } = server
    await ask('POST', maps, map('x'))
    await register('validating', 'a', { path: '/v' })
    const merge = { 'content-type': 'application/merge-patch+json' }
    meanwhile = () => ask('PATCH', `${maps}/x`, { data: { other: '1' } }, merge)
    const { body } = await ask('PATCH', `${maps}/x`, { data: { own: '2' } }, merge)
    expect(body.data).toEqual({ other: '1', own: '2' })
    expect(asked).toHaveLength(3)
    expect(asked[2]).toMatchObject({ oldObject: { data: { other: '1' } } })
  })
})
