import { expect, test } from 'vitest'

import type { ApiObject } from '../api/object.ts'
import { defaultParts } from './default-parts.ts'
import { startTestServer } from './test-server.ts'

const maps = '/api/v1/namespaces/default/configmaps'
const deployments = '/apis/apps/v1/namespaces/default/deployments'
const type = { kind: 'ConfigMap', apiVersion: 'v1' }
const applyPatch = { 'content-type': 'application/apply-patch+yaml' }
const mergePatch = { 'content-type': 'application/merge-patch+json' }

async function server(dialect: 'cluster' | 'kubernetes' = 'kubernetes') {
  const { ask } = await startTestServer(defaultParts({ dialect }))
  const apply = (manager: string, data: object | null, query = '') =>
    ask(
      'PATCH',
      `${maps}/a?fieldManager=${manager}${query}`,
      { ...type, metadata: { name: 'a' }, data },
      applyPatch,
    )
  return { ask, apply }
}

const managers = ({ metadata }: ApiObject) =>
  (metadata.managedFields as { manager: string; operation: string }[]).map(
    ({ manager, operation }) => `${manager} ${operation}`,
  )

test('an apply creates what is absent (APPLY-001)', async () => {
  const { ask, apply } = await server()
  const created = await apply('m', { x: '1' })
  const { body } = await ask('GET', `${maps}/a`)

  expect(created.status).toBe(201)
  expect(body).toMatchObject({ data: { x: '1' } })
  expect(managers(body)).toEqual(['m Apply'])
})

test('an apply preserves the fields of others and adds its own (APPLY-002)', async () => {
  const { ask, apply } = await server()
  await ask('POST', maps, { metadata: { name: 'a' }, data: { x: '1' } })
  const { status, body } = await apply('m', { y: '2' })

  expect(status).toBe(200)
  expect(body).toMatchObject({ data: { x: '1', y: '2' } })
})

test('an apply may be YAML (APPLY-003)', async () => {
  const { ask } = await server()
  const yaml = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  x: "1"\n'
  const { status, body } = await ask('PATCH', `${maps}/a?fieldManager=m`, yaml, applyPatch)

  expect(status).toBe(201)
  expect(body).toMatchObject({ data: { x: '1' } })
})

test('an apply in CBOR is refused if CBOR is disabled (APPLY-006)', async () => {
  const { ask } = await server()
  const headers = { 'content-type': 'application/apply-patch+cbor' }
  const { status } = await ask('PATCH', `${maps}/a?fieldManager=m`, Buffer.from([0xa0]), headers)

  expect(status).toBe(415)
})

test('an apply in CBOR is accepted if CBOR is enabled (APPLY-005)', async () => {
  const { ask } = await startTestServer(defaultParts({ gates: { CBORServingAndStorage: true } }))
  // {"kind": "ConfigMap", "apiVersion": "v1", "metadata": {"name": "a"}, "data": {"x": "1"}}
  const hex =
    'a4646b696e6469436f6e6669674d61706a61706956657273696f6e627631' +
    '686d65746164617461a1646e616d6561616464617461a161786131'
  const headers = { 'content-type': 'application/apply-patch+cbor' }
  const body = Buffer.from(hex, 'hex')
  const answer = await ask('PATCH', `${maps}/a?fieldManager=m`, body, headers)

  expect(answer.body).toMatchObject({ data: { x: '1' } })
})

test('a different value in the field of another manager is a conflict (APPLY-010)', async () => {
  const { ask, apply } = await server()
  await ask('POST', `${maps}?fieldManager=u`, { metadata: { name: 'a' }, data: { x: '1', y: '1' } })
  await apply('m', { y: '1' })
  const { status, body } = await apply('n', { x: '2', y: '2' })
  const after = await ask('GET', `${maps}/a`)

  expect(status).toBe(409)
  expect(body.message).toBe(
    'Apply failed with 3 conflicts: conflicts with "m":\n- .data.y\n' +
      'conflicts with "u" using v1:\n- .data.x\n- .data.y',
  )
  expect(body.details).toEqual({
    causes: [
      { reason: 'FieldManagerConflict', message: 'conflict with "m"', field: '.data.y' },
      { reason: 'FieldManagerConflict', message: 'conflict with "u" using v1', field: '.data.x' },
      { reason: 'FieldManagerConflict', message: 'conflict with "u" using v1', field: '.data.y' },
    ],
  })
  expect(after.body).toMatchObject({ data: { x: '1', y: '1' } })
})

test('a forced apply takes over the fields (APPLY-012)', async () => {
  const { apply } = await server()
  await apply('m', { x: '1' })
  const { body } = await apply('n', { x: '2' }, '&force=true')
  const late = await apply('m', { x: '1' })

  expect(body).toMatchObject({ data: { x: '2' } })
  expect(managers(body)).toEqual(['n Apply'])
  expect(late.body.message).toBe('Apply failed with 1 conflict: conflict with "n": .data.x')
})

test('a value that two managers apply stays until neither does (APPLY-014)', async () => {
  const { apply } = await server()
  await apply('m', { x: '1', y: '1' })
  await apply('n', { x: '1' })
  const first = await apply('m', { y: '1' })
  const second = await apply('n', null)

  expect(first.body).toMatchObject({ data: { x: '1', y: '1' } })
  expect(second.body.data).toEqual({ y: '1' })
})

test('an apply without changes keeps the version and managedFields', async () => {
  const { apply } = await server()
  const { body } = await apply('m', { x: '1' })
  const again = await apply('m', { x: '1' })

  expect(again.status).toBe(200)
  expect(again.body).toEqual(body)
})

test('an object without managedFields gets them with the first apply', async () => {
  const { ask, apply } = await server()
  const { body } = await ask('POST', maps, { metadata: { name: 'a' }, data: { x: '1' } })
  const reset = { ...body, metadata: { ...body.metadata, managedFields: [] } }
  await ask('PUT', `${maps}/a`, reset)
  const { status, body: refused } = await apply('m', { x: '2' })

  expect(status).toBe(409)
  expect(refused.message).toBe(
    'Apply failed with 1 conflict: conflict with "before-first-apply" using v1: .data.x',
  )
})

test('kubectl does not conflict with its own last-applied annotation', async () => {
  const { ask, apply } = await server()
  const annotation = 'kubectl.kubernetes.io/last-applied-configuration'
  const said = { ...type, metadata: { name: 'a' }, data: { x: '1' } }
  await ask('POST', `${maps}?fieldManager=kubectl-client-side-apply`, {
    ...said,
    metadata: { name: 'a', annotations: { [annotation]: JSON.stringify(said) } },
  })
  const other = await apply('another', { x: '2' })
  const { status, body } = await apply('kubectl', { x: '2' })

  expect(other.status).toBe(409)
  expect(status).toBe(200)
  const anew: unknown = JSON.parse(body.metadata.annotations?.[annotation] ?? '')
  expect(anew).toMatchObject({ metadata: { name: 'a' }, data: { x: '2' } })
  expect(anew).not.toHaveProperty('metadata.annotations')
})

test('an apply of a status has separate owners', async () => {
  const { ask } = await server()
  const deployment = {
    metadata: { name: 'd' },
    spec: {
      selector: { matchLabels: { app: 'x' } },
      template: {
        metadata: { labels: { app: 'x' } },
        spec: { containers: [{ name: 'c', image: 'i' }] },
      },
    },
  }
  await ask('POST', deployments, deployment)
  const path = `${deployments}/d/status?fieldManager=m`
  const status = { kind: 'Deployment', apiVersion: 'apps/v1', metadata: { name: 'd' } }
  const { body } = await ask('PATCH', path, { ...status, status: { replicas: 3 } }, applyPatch)
  const absent = await ask(
    'PATCH',
    path.replace('/d/', '/e/'),
    { ...status, metadata: {} },
    applyPatch,
  )

  expect(body).toMatchObject({ status: { replicas: 3 } })
  expect(body.metadata.managedFields).toContainEqual(
    expect.objectContaining({ manager: 'm', subresource: 'status' }),
  )
  expect(absent.status).toBe(404)
})

test('a dry run of an apply stores nothing', async () => {
  const { ask, apply } = await server()
  const { status, body } = await apply('m', { x: '1' }, '&dryRun=All')

  expect(status).toBe(201)
  expect(managers(body)).toEqual(['m Apply'])
  expect((await ask('GET', `${maps}/a`)).status).toBe(404)
})

const named = { metadata: { name: 'a' } }

test.each([
  ['without a manager', '', { ...type, ...named }, 422, /fieldManager: Required value/],
  [
    'with a long manager',
    `fieldManager=${'m'.repeat(129)}`,
    { ...type, ...named },
    422,
    /Too long/,
  ],
  [
    'of another kind',
    'fieldManager=m',
    { ...type, ...named, kind: 'Secret' },
    400,
    /v1, Kind=Secret/,
  ],
  ['of another version', 'fieldManager=m', { ...type, ...named, apiVersion: 'a/v2' }, 400, /a\/v2/],
  ['without a type', 'fieldManager=m', named, 400, /invalid object type: \/, Kind=$/],
  ['with a record', 'fieldManager=m', { ...type, metadata: { managedFields: [] } }, 400, /nil/],
  [
    'of another name',
    'fieldManager=m',
    { ...type, metadata: { name: 'b' } },
    400,
    /name on the URL/,
  ],
  ['without a name', 'fieldManager=m', { ...type }, 400, /name must be provided/],
  [
    'elsewhere',
    'fieldManager=m',
    { ...type, metadata: { name: 'a', namespace: 'b' } },
    400,
    /namesp/,
  ],
  [
    'of who was there',
    'fieldManager=m',
    { ...type, metadata: { name: 'a', uid: 'u' } },
    409,
    /uid mis/,
  ],
  [
    'with a field of no type',
    'fieldManager=m',
    { ...type, ...named, x: 1 },
    500,
    /\.x: field not decl/,
  ],
  [
    'with a wrong type',
    'fieldManager=m',
    { ...type, ...named, data: { x: 1 } },
    500,
    /\.data\.x: expec/,
  ],
  ['with a wrong value', 'fieldManager=m', { ...type, ...named, immutable: 1 }, 500, /boolean/],
  ['of a list', 'fieldManager=m', [], 400, /error decoding YAML/],
  ['of no form', 'fieldManager=m', 'a: [', 400, /YAML/],
])('an apply %s is refused', async (_, query, body, status, message) => {
  const { ask } = await server()
  const answer = await ask('PATCH', `${maps}/a?${query}`, body, applyPatch)

  expect(answer.status).toBe(status)
  expect(answer.body.message).toMatch(message)
})

test('fields that cannot be owned are a client error in the specification', async () => {
  const { ask } = await server('cluster')
  const body = { ...type, ...named, x: 1 }
  const { status } = await ask('PATCH', `${maps}/a?fieldManager=m`, body, applyPatch)

  expect(status).toBe(400)
})

test('list items with duplicate keys are refused', async () => {
  const { ask } = await server()
  const spec = { template: { spec: { containers: [{ name: 'c' }, { name: 'c' }] } } }
  const body = { kind: 'Deployment', apiVersion: 'apps/v1', metadata: { name: 'd' }, spec }
  const answer = await ask('PATCH', `${deployments}/d?fieldManager=m`, body, applyPatch)

  expect(answer.status).toBe(500)
  expect(answer.body.message).toContain('duplicate entries for key [name="c"]')
})

test.each([
  ['resourceVersion', '1', 409],
  ['uid', 'u', 422],
])('an apply with a different %s is refused (APPLY-018)', async (member, value, status) => {
  const { ask, apply } = await server()
  await apply('m', { x: '1' })
  await apply('m', { x: '2' })
  const body = { ...type, metadata: { name: 'a', [member]: value }, data: { x: '3' } }
  const answer = await ask('PATCH', `${maps}/a?fieldManager=m`, body, applyPatch)

  expect(answer.status).toBe(status)
})

test.each([['true'], ['false'], ['']])('other kinds of patches refuse force=%s', async force => {
  const { ask, apply } = await server()
  await apply('m', { x: '1' })
  const { status } = await ask('PATCH', `${maps}/a?force=${force}`, {}, mergePatch)

  expect(status).toBe(422)
})

const twice = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  x: "1"\n  x: "2"\n'

test.each([
  ['Ignore', 201, undefined],
  ['Warn', 201, '299 - "duplicate field \\"data.x\\""'],
  ['Strict', 400, undefined],
])('duplicate fields in an apply are reported like others: %s', async (level, status, warning) => {
  const { ask } = await server()
  const path = `${maps}/a?fieldManager=m&fieldValidation=${level}`
  const answer = await ask('PATCH', path, twice, applyPatch)

  expect(answer.status).toBe(status)
  expect(answer.headers.warning).toBe(warning)
})

test('a user who can patch but not create can apply to existing objects only', async () => {
  const { ask } = await startTestServer(
    defaultParts({
      users: [
        { token: 'p', name: 'p', uid: 'p', groups: [] },
        { token: 'admin', name: 'admin', uid: 'admin', groups: ['system:masters'] },
      ],
      allow: [{ user: 'p', verbs: ['patch'] }],
    }),
  )
  const headers = { ...applyPatch, authorization: 'Bearer p' }
  const body = { ...type, ...named, data: { x: '1' } }
  const path = `${maps}/a?fieldManager=m`
  const absent = await ask('PATCH', path, body, headers)
  await ask('POST', maps, named, { authorization: 'Bearer admin' })
  const there = await ask('PATCH', path, body, headers)

  expect([absent.status, there.status]).toEqual([403, 200])
})

test('an apply of ten thousand fields works like any other', async () => {
  const { apply } = await server()
  const data = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${index}`, 'v']))
  const { status, body } = await apply('m', data)
  const again = await apply('m', data)

  expect(status).toBe(201)
  expect(again.body.metadata.resourceVersion).toBe(body.metadata.resourceVersion)
})

const definition = {
  metadata: { name: 'owneds.owned.example.com' },
  spec: {
    group: 'owned.example.com',
    scope: 'Namespaced',
    names: { plural: 'owneds', kind: 'Owned' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              texts: { type: 'object', additionalProperties: { type: 'string' } },
              size: { type: 'string', default: 'l' },
            },
          },
        },
      },
    ],
  },
}

test.each([
  ['kubernetes', 'k8s.io', 422],
  ['cluster', 'cluster.example', 200],
] as const)(
  'in the dialect %s, an emptied map of a custom type is validated as such',
  async (...given) => {
    const [dialect, domain, status] = given
    const { ask } = await server(dialect)
    await ask('POST', `/apis/apiextensions.${domain}/v1/customresourcedefinitions`, definition)
    const path = '/apis/owned.example.com/v1/namespaces/default/owneds/a?fieldManager=m'
    const object = { kind: 'Owned', apiVersion: 'owned.example.com/v1', metadata: { name: 'a' } }
    await ask('PATCH', path, { ...object, texts: { x: '1' } }, applyPatch)
    const emptied = await ask('PATCH', path, { ...object, texts: {}, size: null }, applyPatch)

    expect(emptied.status).toBe(status)
    expect(emptied.body.details).toEqual(
      status === 200
        ? undefined
        : expect.objectContaining({ causes: [expect.objectContaining({ field: 'texts' })] }),
    )
  },
)
