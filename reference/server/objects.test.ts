import { describe, expect, it } from 'vitest'

import { defaultParts } from './default-parts.ts'
import type { PartsOptions } from './parts-options.ts'
import { startTestServer } from './test-server.ts'

const secrets = '/api/v1/namespaces/default/secrets'
const dialects: PartsOptions[] = [{ dialect: 'cluster' }, { dialect: 'kubernetes' }]

describe.each(dialects)('objects in the $dialect dialect', options => {
  const start = () => startTestServer(defaultParts(options))

  it('are returned as they were created (WRITE-001, WRITE-003)', async () => {
    const { ask, parts } = await start()

    const created = await ask('POST', secrets, {
      metadata: { name: 'a', labels: { x: 'y' }, uid: 'mine' },
      data: { k: 'aGk=' },
      unknown: 2,
    })

    expect(created.status).toBe(parts.dialect.createdStatus)
    expect(created.headers['warning']).toBe('299 - "unknown field \\"unknown\\""')
    expect(created.body).not.toHaveProperty('unknown')
    expect(created.headers['content-type']).toBe('application/json')
    expect(created.body).toMatchObject({
      kind: 'Secret',
      apiVersion: 'v1',
      metadata: { name: 'a', namespace: 'default', labels: { x: 'y' } },
      data: { k: 'aGk=' },
      type: 'Opaque',
    })
    expect(created.body.metadata.uid).toMatch(/^[0-9a-f-]{36}$/)
    expect(created.body.metadata.creationTimestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    const read = await ask('GET', `${secrets}/a`)
    expect(read).toMatchObject({ status: 200, body: created.body })
    const list = await ask('GET', secrets)
    const { kind: _kind, apiVersion: _version, ...item } = created.body
    expect(list.body).toMatchObject({
      kind: 'SecretList',
      apiVersion: 'v1',
      metadata: { resourceVersion: created.body.metadata.resourceVersion },
    })
    expect(list.body.items).toEqual([item])
  })

  it('can be created once by name (OBJ-007), or often by generated names (OBJ-013)', async () => {
    const { ask } = await start()
    await ask('POST', secrets, { metadata: { name: 'a' } })

    const again = await ask('POST', secrets, { metadata: { name: 'a' } })
    const names = []
    for (let i = 0; i < 3; i++) {
      const generated = await ask('POST', secrets, { metadata: { generateName: 'g-' } })
      names.push(generated.body.metadata.name)
    }

    expect(again).toMatchObject({ status: 409, body: { reason: 'AlreadyExists' } })
    expect(new Set(names).size).toBe(3)
    expect(names[0]).toMatch(/^g-[bcdfghjklmnpqrstvwxz2456789]{5}$/)
  })

  it('get a different generated name if one exists, in a bounded number of attempts', async () => {
    const parts = defaultParts(options)
    let draws = 0
    // The first two names are the same, and all names from the third on.
    const random = () => (draws++ < 10 ? 0 : 0.5)
    const { ask } = await startTestServer({ ...parts, ids: { ...parts.ids, random } })
    const post = () => ask('POST', secrets, { metadata: { generateName: 'g-' } })

    const [first, second, third] = [await post(), await post(), await post()]

    expect(first.body.metadata.name).toBe('g-bbbbb')
    expect(second.body.metadata.name).not.toBe('g-bbbbb')
    expect(second.body.metadata.uid).not.toBe(first.body.metadata.uid)
    expect(third).toMatchObject({
      status: 409,
      headers: { 'retry-after': '1' },
      body: { reason: 'AlreadyExists', details: { retryAfterSeconds: 1 } },
    })
    expect(draws).toBe(5 + 10 + 5 * parts.limits.nameAttemptsMax)
  })

  it.each([
    ['without a name', {}, 422],
    ['with a bad name', { name: 'Bad_Name' }, 422],
    ['with a bad label', { name: 'a', labels: { 'a b': 'c' } }, 422],
    ['with labels of a wrong type', { name: 'a', labels: { a: 1 } }, 400],
    ['with another namespace', { name: 'a', namespace: 'other' }, 400],
  ])('are not created %s', async (_what, metadata, status) => {
    const { ask } = await start()

    const refused = await ask('POST', secrets, { metadata })

    expect(refused).toMatchObject({ status, body: { kind: 'Status', code: status } })
    expect((await ask('GET', secrets)).body.items).toEqual([])
  })

  it('are not created with a version (OBJ-035)', async () => {
    const { ask, parts } = await start()

    const refused = await ask('POST', secrets, { metadata: { name: 'a', resourceVersion: '1' } })

    expect(refused.status).toBe(parts.dialect.versionOnCreateStatus)
  })

  it('are replaced only at the version that was read (WRITE-005 to WRITE-010)', async () => {
    const { ask } = await start()
    const { body: first } = await ask('POST', secrets, { metadata: { name: 'a' }, data: { a: '' } })

    const second = await ask('PUT', `${secrets}/a`, { ...first, data: { b: '' } })
    const stale = await ask('PUT', `${secrets}/a`, { ...first, data: { c: '' } })
    const same = await ask('PUT', `${secrets}/a`, second.body)
    const blind = await ask('PUT', `${secrets}/a`, { metadata: { name: 'a' }, data: { d: '' } })

    expect(second).toMatchObject({ status: 200, body: { data: { b: '' } } })
    expect(second.body['data']).not.toHaveProperty('a')
    expect(second.body.metadata.uid).toBe(first.metadata.uid)
    expect(stale).toMatchObject({ status: 409, body: { reason: 'Conflict' } })
    expect(same.body).toEqual(second.body)
    expect(blind).toMatchObject({ status: 200, body: { data: { d: '' } } })
  })

  it('are not replaced under another name, namespace, kind or uid', async () => {
    const { ask, parts } = await start()
    await ask('POST', secrets, { metadata: { name: 'a' } })
    const put = async (body: unknown) => (await ask('PUT', `${secrets}/a`, body)).status

    expect(await put({ metadata: { name: 'b' } })).toBe(400)
    expect(await put({ metadata: {} })).toBe(400)
    expect(await put({ metadata: { name: 'a', namespace: 'b' } })).toBe(400)
    expect(await put({ kind: 'ConfigMap', metadata: { name: 'a' } })).toBe(400)
    expect(await put({ apiVersion: 'v2', metadata: { name: 'a' } })).toBe(400)
    expect(await put({ metadata: { name: 'a', uid: 'other' } })).toBe(409)
    const unreadable = await put({ metadata: { name: 'a', resourceVersion: 'x' } })
    expect(unreadable).toBe(parts.dialect.invalidVersionStatus)
  })

  it('are created by a PUT if their type allows it (PATH-022)', async () => {
    const { ask, parts } = await start()
    const leases = `/apis/coordination.${parts.dialect.apiDomain}/v1/namespaces/default/leases`
    const lease = { metadata: { name: 'l', resourceVersion: '1' }, spec: { holderIdentity: 'me' } }

    const other = await ask('PUT', `${leases}/l`, { metadata: { name: 'l', uid: 'mine' } })
    const created = await ask('PUT', `${leases}/l`, lease)
    const blind = await ask('PUT', `${leases}/l`, { metadata: { name: 'l' } })
    const refused = await ask('PUT', `${secrets}/s`, { metadata: { name: 's' } })

    expect(other.status).toBe(409)
    expect(created.status).toBe(parts.dialect.createdStatus)
    expect(blind).toMatchObject({ status: 422, body: { details: { kind: 'leases' } } })
    expect(refused).toMatchObject({ status: 404, body: { reason: 'NotFound' } })
  })

  it('are updated by one of several writers at the same version (WRITE-010)', async () => {
    const { ask } = await start()
    const { body } = await ask('POST', secrets, { metadata: { name: 'a' } })
    const writers = Array.from({ length: 8 }, (_, n) =>
      ask('PUT', `${secrets}/a`, { ...body, data: { [`k${n}`]: '' } }),
    )

    const statuses = (await Promise.all(writers)).map(({ status }) => status)

    expect(statuses.filter(status => status === 200)).toHaveLength(1)
    expect(statuses.filter(status => status === 409)).toHaveLength(7)
  })

  it('are removed immediately without finalizers (DEL-007)', async () => {
    const { ask } = await start()
    const { body } = await ask('POST', secrets, { metadata: { name: 'a' } })

    const wrongUid = await ask('DELETE', `${secrets}/a`, { preconditions: { uid: 'x' } })
    const wrongVersion = await ask('DELETE', `${secrets}/a`, {
      preconditions: { resourceVersion: '1' },
    })
    const gone = await ask('DELETE', `${secrets}/a`)

    expect(wrongUid.status).toBe(409)
    expect(wrongVersion.status).toBe(409)
    expect(gone).toMatchObject({
      status: 200,
      body: { status: 'Success', details: { name: 'a', uid: body.metadata.uid } },
    })
    expect((await ask('GET', `${secrets}/a`)).status).toBe(404)
    expect((await ask('DELETE', `${secrets}/a`)).status).toBe(404)
    const next = await ask('POST', secrets, { metadata: { name: 'a' } })
    expect(next.body.metadata.uid).not.toBe(body.metadata.uid)
  })

  it('wait for their finalizers, and go with the last one (DEL-001 to DEL-009)', async () => {
    const { ask, clock } = await start()
    const finalizers = ['a.example/x', 'b.example/y']
    await ask('POST', secrets, { metadata: { name: 'a', finalizers } })

    const marked = await ask('DELETE', `${secrets}/a`)
    clock.advance(5000)
    const again = await ask('DELETE', `${secrets}/a`)
    const taken = await ask('POST', secrets, { metadata: { name: 'a' } })
    const { metadata } = marked.body
    const more = { ...marked.body, metadata: { ...metadata, finalizers: [...finalizers, 'c/d'] } }
    const joined = await ask('PUT', `${secrets}/a`, more)
    const one = await ask('PUT', `${secrets}/a`, {
      metadata: { name: 'a', finalizers: ['b.example/y'] },
    })
    const none = await ask('PUT', `${secrets}/a`, { metadata: { name: 'a' } })

    expect(metadata.deletionTimestamp).toBeDefined()
    expect(metadata.deletionGracePeriodSeconds).toBe(0)
    expect(again.body).toEqual(marked.body)
    expect(taken.body).toMatchObject({ reason: 'AlreadyExists', code: 409 })
    expect(joined.status).toBe(422)
    expect(one.body.metadata.deletionTimestamp).toBe(metadata.deletionTimestamp)
    expect(none.status).toBe(200)
    expect((await ask('GET', `${secrets}/a`)).status).toBe(404)
  })

  it('preserve numbers and members that JavaScript would lose', async () => {
    const { ask } = await start()
    const pods = '/api/v1/namespaces/default/pods'
    const seconds = '"terminationGracePeriodSeconds":9007199254740993'
    const containers = '"containers":[{"name":"a","image":"a"}]'

    await ask('POST', secrets, '{"metadata":{"name":"a"},"data":{"__proto__":"aGk="}}')
    await ask('POST', pods, `{"metadata":{"name":"a"},"spec":{${containers},${seconds}}}`)

    expect((await ask('GET', `${secrets}/a`)).text).toContain('"__proto__":"aGk="')
    expect((await ask('GET', `${pods}/a`)).text).toContain(seconds)
  })

  it('differ between types, namespaces and scopes (OBJ-008 to OBJ-011)', async () => {
    const { ask, parts } = await start()
    await ask('POST', '/api/v1/namespaces', { metadata: { name: 'other' } })
    const classes = `/apis/scheduling.${parts.dialect.apiDomain}/v1/priorityclasses`
    const paths = [
      secrets,
      '/api/v1/namespaces/other/secrets',
      '/api/v1/namespaces/default/configmaps',
      '/api/v1/nodes',
      classes,
    ]

    for (const path of paths) {
      const { status } = await ask('POST', path, { metadata: { name: 'a' }, value: 1 })
      expect(status).toBe(parts.dialect.createdStatus)
    }

    expect((await ask('GET', '/api/v1/secrets')).body.items).toHaveLength(2)
    expect((await ask('GET', secrets)).body.items).toHaveLength(1)
    const node = await ask('GET', '/api/v1/nodes/a')
    expect(node.body.metadata).not.toHaveProperty('namespace')
    expect((await ask('GET', `${classes}/a`)).body.apiVersion).toMatch(/^scheduling\..*\/v1$/)
  })
})
