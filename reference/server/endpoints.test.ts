import { describe, expect, it } from 'vitest'

import { defaultParts } from './default-parts.ts'
import { testServer } from './test-server.ts'

describe('health', () => {
  it.each(['/healthz', '/livez', '/readyz'])('%s is ok', async path => {
    const { ask } = await testServer()

    const answer = await ask('GET', path)

    expect(answer).toMatchObject({ status: 200, text: 'ok' })
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
  })

  it('is told to any probe, whatever its method and whatever it accepts', async () => {
    const { ask } = await testServer()

    expect((await ask('GET', '/livez', undefined, { accept: 'text/html' })).text).toBe('ok')
    expect((await ask('POST', '/livez')).status).toBe(200)
    expect((await ask('HEAD', '/livez')).status).toBe(200)
    expect((await ask('GET', '/version', undefined, { accept: 'text/html' })).status).toBe(406)
  })

  it('lists its checks when asked to (HEALTH-006 to HEALTH-012)', async () => {
    const cluster = await testServer()
    const kubernetes = await testServer(defaultParts({ dialect: 'kubernetes' }))

    const { text } = await cluster.ask('GET', '/livez?verbose&exclude=ping')
    const other = await kubernetes.ask('GET', '/livez?verbose&exclude=ping&exclude=storage')

    expect(text).toBe('[+]ping excluded: ok\n[+]storage ok\nhealthz check passed\n')
    expect(other.text).toBe('[+]ping excluded: ok\n[+]storage excluded: ok\nlivez check passed\n')
  })

  it('reports one check (HEALTH-016)', async () => {
    const { ask } = await testServer()

    expect(await ask('GET', '/readyz/ping')).toMatchObject({ status: 200, text: 'ok' })
    expect((await ask('GET', '/readyz/nope')).status).toBe(404)
  })

  it('fails with its checks, unless they are excluded (HEALTH-013, HEALTH-020)', async () => {
    const parts = defaultParts()
    const check = () => Promise.reject(new Error('too slow'))
    const broken = { name: 'broken', endpoints: ['readyz'], check }
    const { ask } = await testServer({ ...parts, healthChecks: [...parts.healthChecks, broken] })

    const failed = await ask('GET', '/readyz')
    const excluded = await ask('GET', '/readyz?exclude=broken&exclude=nope&verbose')

    expect(failed.status).toBe(500)
    expect(failed.text).toContain('[-]broken failed: reason withheld\n')
    expect(failed.text).toMatch(/healthz check failed\n$/)
    expect((await ask('GET', '/readyz/broken')).text).toContain('too slow')
    expect((await ask('GET', '/livez')).status).toBe(200)
    expect(excluded.status).toBe(200)
    expect(excluded.text).toContain('no matches for "nope"\n')
  })
})

describe('discovery', () => {
  it('lists every type with the verbs that it has', async () => {
    const { ask, parts } = await testServer()
    const groups = await ask('GET', '/apis')
    const versions = (groups.body['groups'] as { versions: { groupVersion: string }[] }[])
      .flatMap(({ versions }) => versions)
      .map(({ groupVersion }) => `/apis/${groupVersion}`)

    const types = []
    for (const path of ['/api/v1', ...versions]) {
      const { body } = await ask('GET', path)
      expect(body).toMatchObject({ kind: 'APIResourceList' })
      types.push(...(body['resources'] as { name: string; verbs: string[] }[]))
    }

    const served = parts.resources.flatMap(({ resource, verbs, subresources }) => [
      { name: resource, verbs },
      ...Object.entries(subresources).map(([name, part]) => ({
        name: `${resource}/${name}`,
        verbs: part.verbs,
      })),
    ])
    expect(types.map(({ name, verbs }) => ({ name, verbs }))).toEqual(served)
    const namespaces = types.find(({ name }) => name === 'namespaces')
    expect(namespaces?.verbs).not.toContain('deletecollection')
  })

  it('answers for each group and version, and for no other', async () => {
    const { ask } = await testServer(defaultParts({ apiDomain: 'my.example' }))

    expect((await ask('GET', '/api')).body).toMatchObject({ kind: 'APIVersions', versions: ['v1'] })
    expect((await ask('GET', '/api/')).status).toBe(200)
    const group = await ask('GET', '/apis/coordination.my.example')
    expect(group.body).toMatchObject({ kind: 'APIGroup', name: 'coordination.my.example' })
    expect((await ask('GET', '/apis/coordination.my.example/v9')).body.kind).toBe('Status')
    expect((await ask('GET', '/apis/coordination.cluster.example')).status).toBe(404)
    expect((await ask('GET', '/')).body['paths']).toContain('/apis/coordination.my.example/v1')
  })
})

describe('version', () => {
  it('tells the release of this package', async () => {
    const { ask } = await testServer()

    const { body } = await ask('GET', '/version')

    expect(body).toMatchObject({ major: '0', gitVersion: expect.stringMatching(/^v\d+\.\d+\.\d+/) })
  })
})
