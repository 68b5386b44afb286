import { describe, expect, it } from 'vitest'

import { cluster } from '../dialects/cluster.ts'
import { kubernetes } from '../dialects/kubernetes.ts'
import { defaultParts } from './default-parts.ts'
import { builtInTypesAndDefinitions } from '../crd/crd-type-traits.ts'
import { startTestServer } from './test-server.ts'

const secrets = '/api/v1/namespaces/default/secrets'

describe('builtInTypesAndDefinitions', () => {
  it('names the groups in the domain of the API', () => {
    const groups = (domain: string) =>
      builtInTypesAndDefinitions({ ...cluster, apiDomain: domain }).map(({ group }) => group)
    const named = groups('d.example').filter(group => group.includes('.'))
    expect(named.length).toBeGreaterThan(0)
    expect(named.every(group => group.endsWith('.d.example'))).toBe(true)
    expect(groups('d.example')).toEqual(expect.arrayContaining(['', 'apps', 'batch']))
  })

  it('lists each type once, with its selectable paths', () => {
    const rows = builtInTypesAndDefinitions(kubernetes)
    const kept = rows.filter(({ view }) => !view)
    expect(new Set(kept.map(({ kind }) => kind)).size).toBe(kept.length)
    for (const { selectablePaths } of rows) {
      expect(selectablePaths.slice(0, 2)).toEqual(['metadata.name', 'metadata.namespace'])
    }
  })
})

describe('types', () => {
  it.each([
    ['pods', { spec: { containers: [] } }, 422],
    ['pods', { spec: { containers: [{ name: 'c' }] } }, 422],
    ['pods', { spec: { containers: 'c' } }, 400],
    ['pods', { spec: { containers: [{ name: 'c', image: 'i' }] } }, 200],
    ['secrets', { data: { k: '***' } }, 400],
    ['secrets', { data: { 'a/b': '' } }, 422],
    ['configmaps', { data: { k: 1 } }, 400],
    ['services', { spec: { ports: {} } }, 400],
  ])('of %s validate their own fields', async (resource, fields, status) => {
    const { ask } = await startTestServer()
    const path = `/api/v1/namespaces/default/${resource}`

    const answer = await ask('POST', path, { metadata: { name: 'a' }, ...fields })

    expect(answer.status).toBe(status)
  })

  it('do not change if they are immutable', async () => {
    const { ask } = await startTestServer()
    const immutable = { metadata: { name: 'a' }, immutable: true, data: { k: '' } }
    await ask('POST', secrets, immutable)

    expect((await ask('PUT', `${secrets}/a`, { ...immutable, data: {} })).status).toBe(422)
    expect((await ask('PUT', `${secrets}/a`, { ...immutable, immutable: false })).status).toBe(422)
    expect((await ask('PUT', `${secrets}/a`, immutable)).status).toBe(200)
  })

  it('of priority classes have an int32 value that cannot change', async () => {
    const { ask } = await startTestServer()
    const path = '/apis/scheduling.cluster.example/v1/priorityclasses'
    const post = async (value: unknown) =>
      (await ask('POST', path, { metadata: { name: 'a' }, value })).status

    expect(await post('1')).toBe(400)
    expect(await post(2 ** 31)).toBe(400)
    expect(await post(1)).toBe(200)
    const changed = await ask('PUT', `${path}/a`, { metadata: { name: 'a' }, value: 2 })
    expect(changed.status).toBe(422)
  })

  it('require a domain in finalizers only in the kubernetes dialect (OBJ-033)', async () => {
    const own = await startTestServer()
    const genuine = await startTestServer(defaultParts({ dialect: 'kubernetes' }))
    const body = { metadata: { name: 'a', finalizers: ['plain'] } }

    expect((await own.ask('POST', secrets, body)).status).toBe(200)
    expect((await genuine.ask('POST', secrets, body)).status).toBe(422)
  })

  it('of leases require a positive duration', async () => {
    const { ask } = await startTestServer()
    const path = '/apis/coordination.cluster.example/v1/namespaces/default/leases'
    const lease = { metadata: { name: 'a' }, spec: { leaseDurationSeconds: 0 } }

    expect((await ask('POST', path, lease)).status).toBe(422)
  })

  it('of secrets hold up to a mebibyte, and accept stringData', async () => {
    const { ask } = await startTestServer()
    const stringData = { k: 'x'.repeat(1024 * 1024) }
    const full = await ask('POST', secrets, { metadata: { name: 'a' }, stringData })
    const over = await ask('POST', secrets, {
      metadata: { name: 'b' },
      stringData: { k: `${stringData.k}x` },
    })

    expect(full.status).toBe(200)
    expect(full.body).not.toHaveProperty('stringData')
    expect(over).toMatchObject({ status: 422, body: { details: { causes: [{ field: 'data' }] } } })
  })

  it('of pods count the generations of their spec', async () => {
    const { ask } = await startTestServer()
    const path = '/api/v1/namespaces/default/pods'
    const pod = { metadata: { name: 'a' }, spec: { containers: [{ name: 'c', image: 'i' }] } }
    const created = await ask('POST', path, pod)
    const labelled = await ask('PUT', `${path}/a`, { ...pod, metadata: { name: 'a', labels: {} } })
    const changed = await ask('PUT', `${path}/a`, {
      ...pod,
      spec: { containers: [{ name: 'c', image: 'j' }] },
    })
    const deleted = await ask('DELETE', `${path}/a`)

    expect(created.body).toMatchObject({
      metadata: { generation: 1 },
      spec: { schedulerName: 'default-scheduler' },
      status: { phase: 'Pending' },
    })
    expect(labelled.body.metadata.generation).toBe(1)
    expect(changed.body.metadata.generation).toBe(2)
    expect(deleted.body).toMatchObject({ kind: 'Pod', metadata: { name: 'a' } })
  })
})
