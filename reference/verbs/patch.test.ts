import { beforeEach, describe, expect, test } from 'vitest'

import { type SendTestRequest, startTestServer } from '../server/test-server.ts'
import { defaultParts } from '../server/default-parts.ts'

const secrets = '/api/v1/namespaces/default/secrets'
const leases = '/apis/coordination.cluster.example/v1/namespaces/default/leases'
const merge = 'application/merge-patch+json'
const json = 'application/json-patch+json'

let ask: SendTestRequest

beforeEach(async () => {
  ask = (await startTestServer()).ask
  await ask('POST', secrets, { metadata: { name: 'a', labels: { x: '1', y: '2' } } })
})

const patch = (body: unknown, type = merge, path = `${secrets}/a`) =>
  ask('PATCH', path, typeof body === 'string' ? body : JSON.stringify(body), {
    'content-type': type,
  })

const stored = async () => (await ask('GET', `${secrets}/a`)).text

describe('a merge patch', () => {
  test('merges, removes nulls, and returns what is stored (PTCH-011, PTCH-012)', async () => {
    const before = JSON.parse(await stored())
    const { status, body, text } = await patch({ metadata: { labels: { x: null, z: '3' } } })

    expect(status).toBe(200)
    expect(body.metadata.labels).toEqual({ y: '2', z: '3' })
    expect(body.metadata.uid).toBe(before.metadata.uid)
    expect(body.metadata.resourceVersion).not.toBe(before.metadata.resourceVersion)
    expect(text).toBe(await stored())
  })

  test('without changes keeps the version', async () => {
    const before = await stored()

    expect((await patch({ metadata: { labels: { x: '1' } } })).text).toBe(before)
    expect((await patch({})).text).toBe(before)
  })

  test('that is not an object is refused', async () => {
    for (const body of ['[]', '1', 'null', '"text"', '{', ''])
      expect((await patch(body)).status).toBe(400)
  })
})

describe('a JSON patch', () => {
  const path = '/metadata/labels/x'

  test('applies operations in order (PTCH-002)', async () => {
    const { body } = await patch(
      [
        { op: 'test', path, value: '1' },
        { op: 'remove', path },
      ],
      json,
    )

    expect(body.metadata.labels).toEqual({ y: '2' })
  })

  test('is applied as a whole or not at all (PTCH-007, PTCH-010)', async () => {
    const before = await stored()
    const failing = [
      [
        { op: 'remove', path },
        { op: 'test', path: '/metadata/name', value: 'b' },
      ],
      [
        { op: 'remove', path },
        { op: 'remove', path },
      ],
      [
        { op: 'remove', path },
        { op: 'frob', path },
      ],
    ]
    for (const operations of failing) expect((await patch(operations, json)).status).toBe(422)
    expect(await stored()).toBe(before)
  })

  test('with unknown members causes a warning (VALID-025)', async () => {
    const stray = [{ op: 'test', path, value: '1', extra: 1 }]
    const warned = await patch(stray, json)
    const strict = await patch(stray, json, `${secrets}/a?fieldValidation=Strict`)

    expect(warned.headers['warning']).toContain('json patch unknown field')
    expect(strict.status).toBe(400)
  })

  test('that is malformed or too long is refused', async () => {
    expect((await patch({}, json)).status).toBe(400)
    expect((await patch([{ op: 'add' }], json)).status).toBe(400)
    const long = Array.from({ length: 10_001 }, () => ({ op: 'test', path: '', value: 1 }))
    expect((await patch(long, json)).status).toBe(413)
  })
})

describe('a strategic merge patch', () => {
  const strategic = 'application/strategic-merge-patch+json'
  const templates = '/api/v1/namespaces/default/podtemplates'
  const fields = (containers: object[]) => ({ template: { spec: { containers } } })

  test('merges lists by the key that the schema names (PTCH-015, PTCH-017)', async () => {
    const containers = [
      { name: 'a', image: '1' },
      { name: 'b', image: '1' },
    ]
    await ask('POST', templates, { metadata: { name: 'p' }, ...fields(containers) })
    const merged = async (...change: object[]) =>
      (await patch(fields(change), strategic, `${templates}/p`)).body['template']

    expect(await merged({ name: 'b', image: '2' })).toMatchObject({
      spec: { containers: [containers[0], { name: 'b', image: '2' }] },
    })
    expect(await merged({ name: 'a', $patch: 'delete' })).toMatchObject({
      spec: { containers: [{ name: 'b', image: '2' }] },
    })
  })

  test('that is invalid changes nothing', async () => {
    const before = await stored()
    expect((await patch([], strategic)).status).toBe(400)
    expect((await patch({ $patch: 'frob' }, strategic)).status).toBeGreaterThanOrEqual(400)
    expect(await stored()).toBe(before)
  })
})

describe('versions', () => {
  const withVersion = (resourceVersion: string) => ({
    metadata: { resourceVersion, labels: { x: 'new' } },
  })

  test('have to be current: a stale one changes nothing (PTCH-019, PTCH-020)', async () => {
    const { resourceVersion = '' } = (await ask('GET', `${secrets}/a`)).body.metadata

    expect((await patch(withVersion(resourceVersion))).status).toBe(200)
    const before = await stored()
    expect((await patch(withVersion(resourceVersion))).status).toBe(409)
    expect(await stored()).toBe(before)
  })

  test('are optional, and concurrent patches without one all apply (PTCH-021)', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `k${index}`)
    const answers = await Promise.all(
      names.map(name => patch({ metadata: { annotations: { [name]: name } } })),
    )

    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200))
    const { annotations = {} } = (await ask('GET', `${secrets}/a`)).body.metadata
    expect(Object.keys(annotations).sort()).toEqual(names.toSorted())
  })
})

test.each([
  ['another name', { metadata: { name: 'b' } }, 400],
  ['another namespace', { metadata: { namespace: 'n' } }, 400],
  ['another kind', { kind: 'Other' }, 400],
  ['another uid', { metadata: { uid: 'u' } }, 422],
  ['a wrong type (PTCH-027)', { data: 'text' }, 400],
  ['what is invalid', { metadata: { labels: { '-': 'x' } } }, 422],
])('%s is refused, and nothing is stored', async (_what, body, status) => {
  const before = await stored()

  expect((await patch(body)).status).toBe(status)
  expect(await stored()).toBe(before)
})

test('a genuine server reports an unparsable document as invalid', async () => {
  ask = (await startTestServer(defaultParts({ dialect: 'kubernetes' }))).ask
  await ask('POST', secrets, { metadata: { name: 'a' } })

  const answer = await patch({ data: 'text' })
  expect(answer).toMatchObject({
    status: 422,
    body: { reason: 'Invalid', details: { causes: [{ field: 'patch' }] } },
  })
  expect(answer).not.toHaveProperty('body.details.kind')
})

test('a patch of a missing object creates nothing (PATH-023)', async () => {
  const body = { metadata: { name: 'b', labels: { x: '1' } } }

  expect((await patch(body, merge, `${secrets}/b`)).status).toBe(404)
  expect((await patch(body, merge, `${leases}/b`)).status).toBe(404)
  expect((await ask('GET', `${secrets}/b`)).status).toBe(404)
})

test('a patch can remove the last finalizer of a deleted object (DEL-006)', async () => {
  await patch({ metadata: { finalizers: ['example.com/held'] } })
  await ask('DELETE', `${secrets}/a`)
  const freed = await patch([{ op: 'remove', path: '/metadata/finalizers/0' }], json)

  expect(freed.status).toBe(200)
  expect((await ask('GET', `${secrets}/a`)).status).toBe(404)
})

test('a dry run returns the merged object and stores nothing (DRY-003, DRY-007)', async () => {
  const before = await stored()
  const tried = await patch({ metadata: { labels: { z: '3' } } }, merge, `${secrets}/a?dryRun=All`)

  expect(tried.body.metadata.labels).toEqual({ x: '1', y: '2', z: '3' })
  expect(await stored()).toBe(before)
})

test('a member called __proto__ is ordinary data, and unknown', async () => {
  const body = '{"metadata":{"labels":{"__proto__":"x"}}}'

  expect((await patch(body)).status).toBe(422)
  expect((await patch('{"__proto__":{"polluted":true}}')).status).toBe(200)
  expect({}).not.toHaveProperty('polluted')
})
