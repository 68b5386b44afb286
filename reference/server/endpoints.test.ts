import { describe, expect, it } from 'vitest'

import { defaultParts } from './default-parts.ts'
import { startTestServer } from './test-server.ts'

describe('discovery', () => {
  it('lists every type with its verbs', async () => {
    const { ask, parts } = await startTestServer()
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

    const served = parts.builtInResources.flatMap(({ resource, verbs, subresources }) => [
      { name: resource, verbs },
      ...Object.entries(subresources).map(([name, part]) => ({
        name: `${resource}/${name}`,
        verbs: part.verbs,
      })),
    ])
    const listed = types.map(({ name, verbs }) => ({ name, verbs }))
    expect(listed).toHaveLength(served.length)
    expect(listed).toEqual(expect.arrayContaining(served))
    const namespaces = types.find(({ name }) => name === 'namespaces')
    expect(namespaces?.verbs).not.toContain('deletecollection')
  })

  it('lists the categories of types', async () => {
    const { ask } = await startTestServer()

    const { body } = await ask('GET', '/api/v1')

    const types = body['resources'] as { name: string; categories?: string[] }[]
    const all = types.filter(({ categories }) => categories?.includes('all'))
    expect(all.map(({ name }) => name)).toEqual(['pods', 'replicationcontrollers', 'services'])
    expect(types.find(({ name }) => name === 'secrets')).not.toHaveProperty('categories')
  })

  it('serves each group and version, and no others', async () => {
    const { ask } = await startTestServer(defaultParts({ apiDomain: 'my.example' }))

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
  it('is that of this package', async () => {
    const { ask } = await startTestServer()

    const { body } = await ask('GET', '/version')

    expect(body).toMatchObject({ major: '0', gitVersion: expect.stringMatching(/^v\d+\.\d+\.\d+/) })
  })

  it('is the emulated release in the kubernetes dialect, with that of this package', async () => {
    const { ask } = await startTestServer(defaultParts({ dialect: 'kubernetes' }))

    const { body } = await ask('GET', '/version')

    expect(body).toMatchObject({
      major: '1',
      minor: '36',
      emulationMajor: '1',
      emulationMinor: '36',
      minCompatibilityMajor: '1',
      minCompatibilityMinor: '35',
      gitVersion: expect.stringMatching(/^v1\.36\.3\+touchstone-\d+\.\d+\.\d+/),
    })
  })
})
