import { describe, expect, it } from 'vitest'

import { defaultParts } from './default-parts.ts'
import { type SendTestRequest, startTestServer } from './test-server.ts'

const secrets = '/api/v1/namespaces/n/secrets'

const namespace = (ask: SendTestRequest, name = 'n') =>
  ask('POST', '/api/v1/namespaces', { metadata: { name } })

describe('a namespace', () => {
  it('exists from the start if it is a system namespace', async () => {
    const cluster = await startTestServer()
    const kubernetes = await startTestServer(defaultParts({ dialect: 'kubernetes' }))

    for (const { ask, parts } of [cluster, kubernetes]) {
      const { body } = await ask('GET', '/api/v1/namespaces')
      const names = body.items.map(({ metadata }) => metadata.name)
      expect(names).toEqual([...parts.dialect.namespaces.atStart])
      expect((await ask('DELETE', '/api/v1/namespaces/default')).status).toBe(403)
    }
  })

  it('must exist before objects are created in it', async () => {
    const { ask, parts } = await startTestServer()
    const before = await parts.store.revision()

    const refused = await ask('POST', secrets, { metadata: { name: 'a' } })
    const empty = await ask('GET', secrets)

    expect(refused).toMatchObject({
      status: 404,
      body: { message: 'namespaces "n" not found', details: { name: 'n', kind: 'namespaces' } },
    })
    expect(empty).toMatchObject({ status: 200, body: { items: [] } })
    expect(await parts.store.revision()).toBe(before)
  })

  it('is deleted with its content (DEL-028)', async () => {
    const { ask } = await startTestServer()
    await namespace(ask)
    await namespace(ask, 'n1')
    for (const path of [secrets, '/api/v1/namespaces/n/configmaps']) {
      for (const name of ['a', 'b', 'c']) await ask('POST', path, { metadata: { name } })
    }
    await ask('POST', '/api/v1/namespaces/n1/secrets', { metadata: { name: 'a' } })

    const deleted = await ask('DELETE', '/api/v1/namespaces/n')

    expect(deleted).toMatchObject({ status: 200, body: { status: { phase: 'Terminating' } } })
    expect((await ask('GET', '/api/v1/namespaces/n')).status).toBe(404)
    expect((await ask('GET', '/api/v1/configmaps')).body.items).toEqual([])
    const left = (await ask('GET', '/api/v1/secrets')).body.items
    expect(left.map(({ metadata }) => metadata.namespace)).toEqual(['n1'])
  })

  it('stays, closed to new content, until its last finalizer is removed (DEL-029)', async () => {
    const { ask } = await startTestServer()
    await namespace(ask)
    await ask('POST', secrets, { metadata: { name: 'a', finalizers: ['x.example/y'] } })
    await ask('POST', secrets, { metadata: { name: 'b' } })

    await ask('DELETE', '/api/v1/namespaces/n')
    const terminating = await ask('GET', '/api/v1/namespaces/n')
    const content = await ask('GET', secrets)
    const late = await ask('POST', secrets, { metadata: { name: 'late' } })
    const lease = '/apis/coordination.cluster.example/v1/namespaces/n/leases/l'
    const latePut = await ask('PUT', lease, { metadata: { name: 'l' } })
    const again = await ask('DELETE', '/api/v1/namespaces/n')
    const taken = await namespace(ask)
    await ask('PUT', `${secrets}/a`, { metadata: { name: 'a' } })

    expect(terminating.body).toMatchObject({ status: { phase: 'Terminating' } })
    expect(content.body.items.map(({ metadata }) => metadata.name)).toEqual(['a'])
    for (const refused of [late, latePut]) {
      expect(refused).toMatchObject({
        status: 403,
        body: { details: { causes: [{ reason: 'NamespaceTerminating' }] } },
      })
    }
    expect(again.body).toEqual(terminating.body)
    expect(taken).toMatchObject({ status: 409, body: { reason: 'AlreadyExists' } })
    expect((await ask('GET', '/api/v1/namespaces/n')).status).toBe(404)
    expect((await namespace(ask)).status).toBe(200)
  })

  it('waits for its own finalizers', async () => {
    const { ask } = await startTestServer()
    const metadata = { name: 'n', finalizers: ['x.example/y'] }
    await ask('POST', '/api/v1/namespaces', { metadata })

    await ask('DELETE', '/api/v1/namespaces/n')
    const waiting = await ask('GET', '/api/v1/namespaces/n')
    await ask('PUT', '/api/v1/namespaces/n', { metadata: { name: 'n' } })

    expect(waiting.body.metadata.finalizers).toEqual(['x.example/y'])
    expect((await ask('GET', '/api/v1/namespaces/n')).status).toBe(404)
  })

  it('leaves no objects that were created during its deletion', async () => {
    const { ask, parts } = await startTestServer()
    await namespace(ask)
    const creations = Array.from({ length: 40 }, (_, n) =>
      ask('POST', secrets, { metadata: { name: `s${n}` } }),
    )
    const deletions = [0, 1, 2].map(() => ask('DELETE', '/api/v1/namespaces/n'))

    const statuses = (await Promise.all([...creations, ...deletions])).map(({ status }) => status)

    for (const status of statuses) expect([200, 403, 404]).toContain(status)
    expect((await ask('GET', '/api/v1/namespaces/n')).status).toBe(404)
    expect((await parts.store.range({ prefix: '/secrets/n/' })).entries).toEqual([])
  })

  it('removes objects that are stored after its content was deleted', async () => {
    const parts = defaultParts()
    // Stores the object only after its namespace has been deleted.
    const change: typeof parts.verbs.performWrite = async (write, withUids) => {
      const outcome = await parts.verbs.performWrite(write, withUids)
      if (write.resource.resource !== 'secrets' || write.operation !== 'create') return outcome
      const { key, revision, value } = outcome.entry
      await withUids.store.commit({ key, guard: { basedOn: revision }, remove: true })
      await ask('DELETE', '/api/v1/namespaces/n')
      const entry = await withUids.store.commit({ key, guard: { absent: true }, value })
      return { ...outcome, entry }
    }
    const { ask } = await startTestServer({
      ...parts,
      verbs: { ...parts.verbs, performWrite: change },
    })
    await namespace(ask)

    const refused = await ask('POST', secrets, { metadata: { name: 'a' } })

    expect(refused.status).toBe(404)
    expect((await ask('GET', secrets)).body.items).toEqual([])
  })

  it('has a label with its name in the kubernetes dialect, and no label otherwise', async () => {
    const cluster = await startTestServer()
    const kubernetes = await startTestServer(defaultParts({ dialect: 'kubernetes' }))

    const plain = await namespace(cluster.ask)
    const labelled = await namespace(kubernetes.ask)
    const replaced = await kubernetes.ask('PUT', '/api/v1/namespaces/n', {
      metadata: { name: 'n' },
    })

    expect(plain.body.metadata).not.toHaveProperty('labels')
    expect(labelled.body.metadata.labels).toEqual({ 'kubernetes.io/metadata.name': 'n' })
    expect(replaced.body).toEqual(labelled.body)
  })
})

describe('a new namespace of a genuine server', () => {
  it('contains the service account and the certificate that tools need', async () => {
    const { ask } = await startTestServer(defaultParts({ dialect: 'kubernetes' }))
    await namespace(ask)

    for (const place of ['n', 'default']) {
      const path = `/api/v1/namespaces/${place}`
      expect((await ask('GET', `${path}/serviceaccounts/default`)).status).toBe(200)
      expect((await ask('GET', `${path}/configmaps/kube-root-ca.crt`)).body).toHaveProperty('data')
    }
    await ask('DELETE', '/api/v1/namespaces/n')
    expect((await ask('GET', '/api/v1/namespaces/n')).status).toBe(404)
  })
})
