import { expect, test } from 'vitest'

import type { ApiObject } from '../api/object.ts'
import { defaultParts } from './default-parts.ts'
import { startTestServer } from './test-server.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const deployments = '/apis/apps/v1/namespaces/default/deployments'

/** Returns `fieldsV1` by manager, operation and subresource. */
const owners = ({ metadata }: ApiObject) =>
  Object.fromEntries(
    ((metadata.managedFields ?? []) as { [member: string]: unknown }[]).map(entry => [
      [entry.manager, entry.operation, entry.subresource].filter(Boolean).join(' '),
      entry.fieldsV1,
    ]),
  )

const deployment = {
  metadata: { name: 'd' },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: 'x' } },
    template: {
      metadata: { labels: { app: 'x' } },
      spec: { containers: [{ name: 'c', image: 'i', ports: [{ containerPort: 80 }] }] },
    },
  },
}

test('the creator of an object owns the fields it sets', async () => {
  const { ask } = await startTestServer()
  const { body } = await ask('POST', `${maps}?fieldManager=m`, {
    metadata: { name: 'a', labels: { l: '1' } },
    data: { x: '1' },
  })

  expect(body.metadata.managedFields).toEqual([
    {
      manager: 'm',
      operation: 'Update',
      apiVersion: 'v1',
      time: body.metadata.creationTimestamp,
      fieldsType: 'FieldsV1',
      fieldsV1: {
        'f:data': { '.': {}, 'f:x': {} },
        'f:metadata': { 'f:labels': { '.': {}, 'f:l': {} } },
      },
    },
  ])
})

test('the creator of an object owns the defaults too', async () => {
  const { ask } = await startTestServer(defaultParts({ dialect: 'kubernetes' }))
  const { body } = await ask('POST', `${deployments}?fieldManager=m`, deployment)

  expect(owners(body)['m Update']).toMatchObject({
    'f:spec': {
      'f:progressDeadlineSeconds': {},
      'f:template': {
        'f:spec': {
          'f:containers': {
            'k:{"name":"c"}': {
              '.': {},
              'f:ports': { '.': {}, 'k:{"containerPort":80,"protocol":"TCP"}': { '.': {} } },
            },
          },
        },
      },
    },
  })
})

test('a write takes over the fields that it changes', async () => {
  const { ask } = await startTestServer()
  const { body } = await ask('POST', `${maps}?fieldManager=m`, {
    metadata: { name: 'a' },
    data: { x: '1', y: '1', z: '1' },
  })
  const next = { ...body, data: { x: '1', y: '2' } }
  const written = await ask('PUT', `${maps}/a?fieldManager=n`, next)

  expect(owners(written.body)).toEqual({
    'm Update': { 'f:data': { '.': {}, 'f:x': {} } },
    'n Update': { 'f:data': { 'f:y': {} } },
  })
})

test.each([
  ['application/merge-patch+json', { data: { x: '2' } }],
  ['application/strategic-merge-patch+json', { data: { x: '2' } }],
  ['application/json-patch+json', [{ op: 'replace', path: '/data/x', value: '2' }]],
])('a patch as %s takes over the fields that it changes', async (type, patch) => {
  const { ask } = await startTestServer()
  await ask('POST', `${maps}?fieldManager=m`, { metadata: { name: 'a' }, data: { x: '1' } })
  const headers = { 'content-type': type, 'user-agent': 'tool/v1 (linux)' }
  const { body } = await ask('PATCH', `${maps}/a`, patch, headers)

  expect(owners(body)).toEqual({
    'm Update': { 'f:data': {} },
    'tool Update': { 'f:data': { 'f:x': {} } },
  })
})

test('a status is owned only by the manager that writes it on the status path', async () => {
  const { ask } = await startTestServer()
  const status = { replicas: 3 }
  await ask('POST', `${deployments}?fieldManager=m`, { ...deployment, status })
  const path = `${deployments}/d/status?fieldManager=n`
  const { body } = await ask('PATCH', path, { spec: { replicas: 9 }, status }, mergePatch)

  expect(owners(body)['m Update']).not.toHaveProperty('f:status')
  expect(owners(body)['n Update status']).toEqual({ 'f:status': { 'f:replicas': {} } })
})

const mergePatch = { 'content-type': 'application/merge-patch+json' }

test('the manager that changes a Scale owns the number of replicas', async () => {
  const { ask } = await startTestServer()
  await ask('POST', `${deployments}?fieldManager=m`, deployment)
  const scale = `${deployments}/d/scale?fieldManager=n`
  await ask('PATCH', scale, { spec: { replicas: 5 } }, mergePatch)
  const { body } = await ask('GET', `${deployments}/d`)

  expect(owners(body)['m Update']).not.toHaveProperty(['f:spec', 'f:replicas'])
  expect(owners(body)['n Update scale']).toEqual({ 'f:spec': { 'f:replicas': {} } })
})

test('a write without changes keeps the version and managedFields', async () => {
  const { ask } = await startTestServer()
  const { body } = await ask('POST', `${maps}?fieldManager=m`, {
    metadata: { name: 'a' },
    data: { x: '1' },
  })
  const again = await ask('PUT', `${maps}/a?fieldManager=n`, body)

  expect(again.body).toEqual(body)
})

test.each([[[]], [[{}]]])('managedFields of %j removes all ownership', async managedFields => {
  const { ask } = await startTestServer()
  const { body } = await ask('POST', maps, { metadata: { name: 'a' }, data: { x: '1' } })
  const { metadata } = body
  const next = await ask('PUT', `${maps}/a`, { ...body, metadata: { ...metadata, managedFields } })
  const later = await ask('PATCH', `${maps}/a`, { data: { x: '2' } }, mergePatch)

  expect(next.body.metadata).not.toHaveProperty('managedFields')
  expect(later.body.metadata).not.toHaveProperty('managedFields')
})

test.each([
  ['of an unknown operation', { operation: 'Take' }],
  ['without a version', { apiVersion: '' }],
  ['of another type of fields', { fieldsType: 'FieldsV2' }],
  ['without a type of fields', { fieldsType: undefined }],
  ['with fields of no form', { fieldsV1: { x: {} } }],
])('a managedFields entry %s is ignored', async (_, wrong) => {
  const { ask } = await startTestServer()
  const first = { metadata: { name: 'a' }, data: { x: '1' } }
  const { body } = await ask('POST', `${maps}?fieldManager=m`, first)
  const { metadata } = body
  const entry = { operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: {} }
  const managedFields = [{ manager: 'x', ...entry, ...wrong }]
  const next = { ...body, data: { x: '2' }, metadata: { ...metadata, managedFields } }
  const written = await ask('PUT', `${maps}/a?fieldManager=m`, next)

  expect(written.status).toBe(200)
  expect(owners(written.body)).toEqual({ 'm Update': { 'f:data': { '.': {}, 'f:x': {} } } })
})

test('more than ten managers of updates share an entry for the oldest ones', async () => {
  const { ask } = await startTestServer()
  await ask('POST', `${maps}?fieldManager=m0`, { metadata: { name: 'a' }, data: { k0: '0' } })
  for (let index = 1; index < 12; index++) {
    const patch = { data: { [`k${index}`]: '1' } }
    await ask('PATCH', `${maps}/a?fieldManager=m${index}`, patch, mergePatch)
  }
  const { body } = await ask('GET', `${maps}/a`)

  expect(Object.keys(owners(body))).toHaveLength(10)
  expect(Object.keys(owners(body))).toContain('ancient-changes Update')
})

test.each([
  ['m'.repeat(129), 'Too long: may not be more than 128 bytes'],
  ['\u0007', 'Invalid value: "\\a": invalid character U+0007 (at position 0)'],
])('the field manager %j is refused', async (name, message) => {
  const { ask } = await startTestServer()
  const query = `fieldManager=${encodeURIComponent(name)}`
  const { status, body } = await ask('POST', `${maps}?${query}`, { metadata: { name: 'a' } })

  expect(status).toBe(422)
  expect(body.details).toMatchObject({ causes: [{ field: 'fieldManager', message }] })
})

test('duplicate list items do not prevent an object from being written', async () => {
  const { ask } = await startTestServer()
  const ports = [{ containerPort: 80 }, { containerPort: 80 }]
  const { status, body } = await ask('POST', `${deployments}?fieldManager=m`, {
    ...deployment,
    spec: {
      ...deployment.spec,
      template: {
        ...deployment.spec.template,
        spec: { containers: [{ name: 'c', image: 'i', ports }] },
      },
    },
  })

  expect(status).toBe(200)
  expect(body.metadata.managedFields).toHaveLength(1)
})

test('a dry run shows the managedFields that a real write would store', async () => {
  const { ask } = await startTestServer()
  const { body } = await ask('POST', `${maps}?dryRun=All&fieldManager=m`, {
    metadata: { name: 'a' },
    data: { x: '1' },
  })

  expect(owners(body)).toEqual({ 'm Update': { 'f:data': { '.': {}, 'f:x': {} } } })
})

test('objects created by the server have managedFields too', async () => {
  const { ask } = await startTestServer(defaultParts({ dialect: 'kubernetes' }))
  const { body: namespace } = await ask('GET', '/api/v1/namespaces/default')
  const { body: map } = await ask('GET', `${maps}/kube-root-ca.crt`)

  expect(owners(namespace)).toEqual({
    'kube-apiserver Update': {
      'f:metadata': { 'f:labels': { '.': {}, 'f:kubernetes.io/metadata.name': {} } },
    },
  })
  expect(owners(map)).toEqual({
    'kube-controller-manager Update': {
      'f:data': { '.': {}, 'f:ca.crt': {} },
      'f:metadata': { 'f:annotations': { '.': {}, 'f:kubernetes.io/description': {} } },
    },
  })
})

test('if managedFields do not fit, the object is stored without them', async () => {
  const { ask } = await startTestServer()
  const name = 'a'.repeat(200)
  const keys = Array.from({ length: 4000 }, (_, index) => `${name}${index}`)
  const data = Object.fromEntries(keys.map(key => [key, '']))
  const { status, body } = await ask('POST', maps, { metadata: { name: 'a' }, data })

  expect(status).toBe(200)
  expect(body.metadata).not.toHaveProperty('managedFields')
})

test.each([
  ['manager', 'm'.repeat(129), 'metadata.managedFields[0].manager'],
  ['subresource', 's'.repeat(257), 'metadata.managedFields[0].subresource'],
])('managedFields with a long %s are refused', async (member, text, field) => {
  const { ask } = await startTestServer()
  const fieldsV1 = { 'f:data': { 'f:x': {} } }
  const entry = { operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1 }
  const { status, body } = await ask('POST', `${maps}?fieldManager=z`, {
    metadata: { name: 'a', managedFields: [{ ...entry, [member]: text }] },
  })

  expect(status).toBe(422)
  expect(body.details).toMatchObject({ causes: [{ field }] })
})
