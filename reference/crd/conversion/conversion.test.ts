import { expect, test } from 'vitest'

import { patch, startWebhookHost } from '../../admission/webhooks/test-webhook-host.ts'
import { type JsonObject, objectIn } from '../../api/object.ts'
import {
  convertWidget,
  converting,
  startWithConversion,
  widgetIn,
  widgets,
} from './test-conversion-host.ts'

const merge = { 'content-type': 'application/merge-patch+json' }
const apply = { 'content-type': 'application/apply-patch+yaml' }

test('objects are stored in the storage version and shown in each', async () => {
  const { ask, parts, host } = await startWithConversion()
  const made = await ask('POST', widgets('v2'), widgetIn('v2', 'a', { amount: 3 }))

  expect(made).toMatchObject({
    status: 201,
    body: { apiVersion: 'example.com/v2', spec: { amount: 3 } },
  })
  const [stored] = (await parts.store.range({ prefix: 'example.com/widgets/' })).entries
  expect(String(stored?.value)).toMatch(/"spec":\{"size":"3"\}\}v1$/)
  expect((await ask('GET', widgets('v1', '/a'))).body['spec']).toEqual({ size: '3' })
  expect((await ask('GET', widgets('v2', '/a'))).body['spec']).toEqual({ amount: 3 })
  const { items } = (await ask('GET', widgets('v2'))).body
  expect(items.map(({ spec }) => spec)).toEqual([{ amount: 3 }])
  expect(host.received.every(({ of }) => of.every(one => !one.metadata.resourceVersion))).toBe(true)
})

test('updates, patches and applies are performed in the version of their path', async () => {
  const { ask } = await startWithConversion()
  await ask('POST', widgets('v1'), widgetIn('v1', 'a', { size: '3' }))
  const { body } = await ask('GET', widgets('v2', '/a'))
  const put = await ask('PUT', widgets('v2', '/a'), { ...body, spec: { amount: 4 } })
  const patched = await ask('PATCH', widgets('v2', '/a'), { spec: { note: 'n' } }, merge)
  const applied = await ask(
    'PATCH',
    widgets('v2', '/a?fieldManager=me&force=true'),
    widgetIn('v2', 'a', { amount: 5 }),
    apply,
  )
  const again = await ask(
    'PATCH',
    widgets('v1', '/a?fieldManager=me'),
    widgetIn('v1', 'a', { size: '6' }),
    apply,
  )

  expect([put.status, patched.status, applied.status, again.status]).toEqual([200, 200, 200, 200])
  const { spec } = (await ask('GET', widgets('v1', '/a'))).body
  expect(spec).toEqual({ size: '6', note: 'n' })
  expect(again.body.metadata['managedFields']).toContainEqual(
    expect.objectContaining({
      manager: 'me',
      apiVersion: 'example.com/v1',
      fieldsV1: { 'f:spec': { 'f:size': {} } },
    }),
  )
})

test('a conflict is found even if the other manager used another version', async () => {
  const { ask } = await startWithConversion()
  const one = widgetIn('v1', 'a', { size: '3' })
  await ask('PATCH', widgets('v1', '/a?fieldManager=one'), one, apply)
  const path = widgets('v2', '/a?fieldManager=two')
  const other = await ask('PATCH', path, widgetIn('v2', 'a', { amount: 4 }), apply)
  const same = await ask('PATCH', path, widgetIn('v2', 'a', { amount: 3 }), apply)

  expect(other.status).toBe(409)
  expect(other.body['message']).toContain('.spec.size')
  expect(same.status).toBe(200)
})

test('status and scale are read and written in each version', async () => {
  const { ask } = await startWithConversion()
  await ask('POST', widgets('v1'), widgetIn('v1', 'a', { size: '3', replicas: 1 }))
  const status = await ask('PATCH', widgets('v2', '/a/status'), { status: { replicas: 2 } }, merge)
  const scale = await ask('PATCH', widgets('v2', '/a/scale'), { spec: { replicas: 5 } }, merge)

  expect(status.body).toMatchObject({ spec: { amount: 3 }, status: { replicas: 2 } })
  expect(scale.body).toMatchObject({ spec: { replicas: 5 }, status: { replicas: 2 } })
  expect((await ask('GET', widgets('v1', '/a'))).body['spec']).toEqual({ size: '3', replicas: 5 })
})

test('policies read parameters in the version that they name', async () => {
  const { ask, settled } = await startWithConversion()
  await ask('POST', widgets('v1'), widgetIn('v1', 'limit', { size: '1' }))
  const resourceRules = [
    { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] },
  ]
  const policy = {
    matchConstraints: { resourceRules },
    paramKind: { apiVersion: 'example.com/v2', kind: 'Widget' },
    validations: [{ expression: 'size(object.data) <= params.spec.amount' }],
  }
  const path = '/apis/admissionregistration.k8s.io/v1/validatingadmission'
  await ask('POST', `${path}policies`, { metadata: { name: 'a' }, spec: policy })
  for (const [name, selected] of [
    ['named', { name: 'limit' }],
    ['selected', { selector: {} }],
  ] as const)
    await ask('POST', `${path}policybindings`, {
      metadata: { name },
      spec: {
        policyName: 'a',
        validationActions: ['Deny'],
        paramRef: { ...selected, parameterNotFoundAction: 'Deny' },
      },
    })
  await settled()
  const write = (name: string, data: JsonObject) =>
    ask('POST', '/api/v1/namespaces/default/configmaps', { metadata: { name }, data })

  expect((await write('one', { a: '1' })).status).toBe(201)
  expect((await write('two', { a: '1', b: '2' })).status).toBe(422)
})

test('integers that a double cannot hold are sent and read exactly', async () => {
  const { ask, host } = await startWithConversion()
  const large = '9007199254740993'
  host.answer = ({ uid, to, of }, response) => {
    const convertedObjects = of.map(one => ({ ...one, apiVersion: to, spec: { count: '@' } }))
    const answer = { uid, result: { status: 'Success' }, convertedObjects }
    const review = { kind: 'ConversionReview', apiVersion: 'apiextensions.k8s.io/v1' }
    response.end(JSON.stringify({ ...review, response: answer }).replace('"@"', large))
    return undefined
  }
  const body = JSON.stringify(widgetIn('v2', 'a', { count: '@' })).replace('"@"', large)
  await ask('POST', widgets('v2'), body, { 'content-type': 'application/json' })

  expect(host.received[0]?.text).toContain(`"count":${large}`)
  for (const version of ['v1', 'v2'] as const)
    expect((await ask('GET', widgets(version, '/a'))).text).toContain(`"count":${large}`)
})

test('selectors see the converted object', async () => {
  const { ask, host } = await startWithConversion()
  await ask('POST', widgets('v1'), widgetIn('v1', 'a', { size: '3' }))
  await ask('POST', widgets('v1'), widgetIn('v1', 'b', { size: '4' }))
  host.answer = converting(({ metadata, ...rest }) => ({
    ...rest,
    metadata: { ...metadata, labels: { size: String(objectIn(rest['spec'])['amount']) } },
  }))
  const names = async (query: string) =>
    (await ask('GET', widgets('v2', query))).body.items.map(({ metadata }) => metadata.name)

  expect(await names('?fieldSelector=spec.amount%3D3')).toEqual(['a'])
  expect(await names('?labelSelector=size%3D4')).toEqual(['b'])
})

const answers: [string, JsonObject | undefined, RegExp][] = [
  ['a failure', { result: { status: 'Failure', message: 'no way' } }, / failed: no way$/],
  ['no result', { convertedObjects: [] }, /result.status was '', not 'Success'$/],
  ['another uid', { uid: 'x', result: { status: 'Success' } }, /expected response.uid=/],
  ['no objects', { result: { status: 'Success' } }, / returned 0 objects, expected 1$/],
]

test.each(answers)('%s is an error, and nothing is stored', async (_, answer, message) => {
  const { ask, host } = await startWithConversion()
  host.answer = () => answer
  const made = await ask('POST', widgets('v2'), widgetIn('v2', 'a', { amount: 3 }))

  expect(made).toMatchObject({ status: 500, body: { message: expect.stringMatching(message) } })
  expect(made.body['reason']).toBeUndefined()
  expect((await ask('GET', widgets('v1', '/a'))).status).toBe(404)
  host.answer = converting()
  await ask('POST', widgets('v2'), widgetIn('v2', 'a', { amount: 3 }))
  host.answer = () => answer
  expect((await ask('PATCH', widgets('v2', '/a'), { spec: { amount: 4 } }, merge)).status).toBe(500)
  expect((await ask('GET', widgets('v1', '/a'))).body['spec']).toEqual({ size: '3' })
})

test.each<[string, JsonObject]>([
  ['name', { name: 'z' }],
  ['namespace', { namespace: 'z' }],
  ['UID', { uid: 'z' }],
])('a webhook may not change the %s', async (what, changed) => {
  const { ask, host } = await startWithConversion()
  await ask('POST', widgets('v1'), widgetIn('v1', 'a', { size: '3' }))
  host.answer = converting(object => ({ ...object, metadata: { ...object.metadata, ...changed } }))
  const seen = await ask('GET', widgets('v2', '/a'))

  expect(seen.status).toBe(500)
  expect(seen.body['message']).toContain(`must have the same ${what}: `)
})

test('labels and annotations may change; the rest of the metadata is restored', async () => {
  const { ask, host } = await startWithConversion()
  const made = await ask('POST', widgets('v1'), widgetIn('v1', 'a', { size: '3' }))
  const changed = { labels: { l: 'x' }, annotations: { a: 'y' } }
  const more = { finalizers: ['a/b'], generation: 9, creationTimestamp: '2001-01-01T00:00:00Z' }
  host.answer = converting(object => ({
    ...object,
    metadata: { ...object.metadata, ...changed, ...more },
  }))
  const seen = await ask('GET', widgets('v2', '/a'))

  expect(seen.body.metadata).toEqual({ ...made.body.metadata, ...changed })
})

test.each<[string, JsonObject]>([
  ['labels', { labels: { 'a b': 'c' } }],
  ['annotations', { annotations: { 'a b': 'c' } }],
  ['labels', { labels: { a: 1 } }],
])('invalid %s are an error', async (what, changed) => {
  const { ask, host } = await startWithConversion()
  await ask('POST', widgets('v1'), widgetIn('v1', 'a', { size: '3' }))
  host.answer = converting(object => ({ ...object, metadata: { ...object.metadata, ...changed } }))
  const seen = await ask('GET', widgets('v2', '/a'))

  expect(seen.body['message']).toContain(`returned invalid metadata: metadata.${what}`)
})

test('objects are pruned by the schema of their version, and get defaults before', async () => {
  const { ask, host } = await startWithConversion()
  await ask('POST', widgets('v1'), widgetIn('v1', 'a', { size: '3' }))
  host.answer = converting(object => ({ ...object, spec: { amount: 3, unknown: 1 } }))

  expect((await ask('GET', widgets('v2', '/a'))).body['spec']).toEqual({ amount: 3 })
})

test('after a change of strategy, results of the webhook are no longer used', async () => {
  const { ask, settled, definition, host } = await startWithConversion()
  await ask('POST', widgets('v1'), widgetIn('v1', 'a', { size: '3' }))
  const listed = async () => (await ask('GET', widgets('v2'))).body.items.map(({ spec }) => spec)
  expect(await listed()).toEqual([{ amount: 3 }])
  host.answer = ({ to, of }) => ({
    result: { status: 'Success' },
    convertedObjects: of.map(one => ({ ...convertWidget(one, to), spec: { amount: 7 } })),
  })
  expect(await listed()).toEqual([{ amount: 3 }])
  const conversionReviewVersions = ['v9', 'v1']
  const changed = { spec: { conversion: { webhook: { conversionReviewVersions } } } }
  await ask('PATCH', definition, changed, merge)
  await settled()
  expect(await listed()).toEqual([{ amount: 7 }])
  await ask(
    'PATCH',
    definition,
    { spec: { conversion: { strategy: 'None', webhook: null } } },
    merge,
  )
  await settled()

  expect(await listed()).toEqual([{}])
})

test.each(['mutating', 'validating'] as const)(
  '%s webhooks see the version of their rules',
  async phase => {
    const { ask, settled } = await startWithConversion()
    const label = { op: 'add', path: '/spec/note', value: 'mutated' }
    const hook = await startWebhookHost(() =>
      phase === 'mutating' ? patch(label) : { allowed: true },
    )
    const operations = ['CREATE', 'UPDATE']
    const rule = {
      apiGroups: ['example.com'],
      apiVersions: ['v1'],
      resources: ['widgets'],
      operations,
    }
    const webhook = {
      name: 'a.example.com',
      clientConfig: { url: hook.url, caBundle: hook.caBundle },
      rules: [rule],
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
    }
    const path = `/apis/admissionregistration.k8s.io/v1/${phase}webhookconfigurations`
    await ask('POST', path, { metadata: { name: 'a' }, webhooks: [webhook] })
    await settled()
    const made = await ask('POST', widgets('v2'), widgetIn('v2', 'a', { amount: 3 }))
    await ask('PATCH', widgets('v2', '/a'), { spec: { amount: 4 } }, merge)

    const objects = hook.asked.map(({ object, oldObject }) => [object, oldObject])
    expect(objects).toMatchObject([
      [{ apiVersion: 'example.com/v1', spec: { size: '3' } }, null],
      [{ spec: { size: '4' } }, { apiVersion: 'example.com/v1', spec: { size: '3' } }],
    ])
    expect(made.body['spec']).toEqual({
      amount: 3,
      ...(phase === 'mutating' && { note: 'mutated' }),
    })
  },
)

test('controllers delete objects even if the webhook fails', async () => {
  const { ask, settled, definition, host } = await startWithConversion()
  await ask('POST', widgets('v1'), widgetIn('v1', 'a', { size: '3' }))
  await ask('POST', '/api/v1/namespaces', { metadata: { name: 'n' } })
  const own = '/apis/example.com/v1/namespaces/n/widgets'
  const owners = '/api/v1/namespaces/n/configmaps'
  const { uid } = (await ask('POST', owners, { metadata: { name: 'owner' } })).body.metadata
  const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid }]
  const dependent = widgetIn('v1', 'dependent', {})
  await ask('POST', own, { ...dependent, metadata: { name: 'dependent', ownerReferences } })
  const versions = [0, 1].map(index => ({
    op: 'replace',
    path: `/spec/versions/${index}/storage`,
    value: index === 1,
  }))
  const json = { 'content-type': 'application/json-patch+json' }
  const changed = await ask('PATCH', definition, versions, json)
  expect(changed.status).toBe(200)
  await settled()
  host.answer = () => ({ result: { status: 'Failure' } })
  expect((await ask('GET', widgets('v2', '/a'))).status).toBe(500)
  await ask('DELETE', `${owners}/owner`)
  await settled()
  expect((await ask('GET', `${own}/dependent`)).status).toBe(404)
  await ask('DELETE', '/api/v1/namespaces/n')
  await ask('DELETE', definition)
  await settled()

  expect((await ask('GET', '/api/v1/namespaces/n')).status).toBe(404)
  expect((await ask('GET', definition)).status).toBe(404)
})
