import { describe, expect, it } from 'vitest'

import { defaultParts } from '../server/default-parts.ts'
import { type SendTestRequest, startTestServer } from '../server/test-server.ts'
import { partsWithTestTypes, widgetsResource } from './test-types.ts'

const form = 'g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
const accept = `application/json;${form}`

type Kind = { group: string; version: string; kind: string }
type Type = {
  resource: string
  responseKind: Kind
  scope: string
  verbs: string[]
  subresources?: { subresource: string; responseKind: Kind; verbs: string[] }[]
}
type Item = {
  metadata: { name?: string }
  versions: { version: string; freshness: string; resources: Type[] }[]
}

async function itemsOf(ask: SendTestRequest, path = '/apis'): Promise<Item[]> {
  const { body } = await ask('GET', path, undefined, { accept })
  return body.items as unknown as Item[]
}

const kubernetes = () => startTestServer(defaultParts({ dialect: 'kubernetes' }))

describe('aggregated discovery', () => {
  it('lists every type of every version, subresources included', async () => {
    const { ask, parts } = await kubernetes()

    const items = [...(await itemsOf(ask, '/api')), ...(await itemsOf(ask))]

    const listed = items.flatMap(({ metadata: { name = '' }, versions }) =>
      versions.flatMap(({ version, resources }) =>
        resources.map(({ resource, verbs, subresources = [] }) => [
          `${name}/${version}/${resource} ${verbs}`,
          ...subresources.map(one => `${one.subresource} ${one.verbs}`).sort(),
        ]),
      ),
    )
    const served = parts.builtInResources.map(
      ({ group, version, resource, verbs, subresources }) => [
        `${group}/${version}/${resource} ${verbs}`,
        ...Object.entries(subresources)
          .map(([name, part]) => `${name} ${part.verbs}`)
          .sort(),
      ],
    )
    expect(listed.map(String).sort()).toEqual(served.map(String).sort())
  })

  it('sets the responseKind if the group or version differs', async () => {
    const { ask } = await kubernetes()

    const [core] = await itemsOf(ask, '/api')

    const pods = core?.versions[0]?.resources.find(({ resource }) => resource === 'pods')
    expect(core).toMatchObject({ metadata: {}, versions: [{ freshness: 'Current' }] })
    expect(pods).toMatchObject({ responseKind: { group: '', version: '', kind: 'Pod' } })
    expect(pods?.subresources).toContainEqual({
      subresource: 'eviction',
      responseKind: { group: 'policy', version: 'v1', kind: 'Eviction' },
      verbs: ['create'],
    })
  })

  it('has an ETag, and answers a matching If-None-Match with 304', async () => {
    const { ask } = await kubernetes()
    const first = await ask('GET', '/apis', undefined, { accept })
    const tag = String(first.headers['etag'])

    const again = await ask('GET', '/apis', undefined, { accept, 'if-none-match': `"x", W/${tag}` })

    expect(first.headers).toMatchObject({
      'content-type': accept,
      etag: expect.stringMatching(/^"[0-9A-F]{128}"$/),
      vary: 'Accept',
      'cache-control': 'public',
    })
    expect(again).toMatchObject({ status: 304, text: '', headers: { etag: tag, vary: 'Accept' } })
    expect(again.headers).not.toHaveProperty('content-type')
    const other = await ask('GET', '/api', undefined, { accept, 'if-none-match': tag })
    expect(other.status).toBe(200)
  })

  it.each(['application/yaml', 'application/vnd.kubernetes.protobuf'])(
    'is served as %s',
    async type => {
      const { ask } = await kubernetes()

      const { status, headers, text } = await ask('GET', '/apis', undefined, {
        accept: `${type};${form}`,
      })

      expect(status).toBe(200)
      expect(headers['content-type']).toBe(`${type};${form}`)
      expect(text).toContain('APIGroupDiscoveryList')
      expect(text).toContain('deployments')
    },
  )

  it('falls back to the next media type for an unknown version', async () => {
    const { ask } = await kubernetes()
    const beta = accept.replace('v=v2', 'v=v2beta1')

    const fallen = await ask('GET', '/apis', undefined, { accept: `${beta},application/json` })
    const refused = await ask('GET', '/apis', undefined, { accept: beta })
    const elsewhere = await ask('GET', '/apis/apps', undefined, { accept })

    expect(fallen).toMatchObject({ status: 200, body: { kind: 'APIGroupList' } })
    expect(refused).toMatchObject({ status: 406, body: { reason: 'NotAcceptable' } })
    expect(elsewhere.status).toBe(406)
  })

  it('names groups by the API domain of the dialect', async () => {
    const { ask } = await startTestServer(defaultParts({ apiDomain: 'my.example' }))
    const own = accept.replace('k8s.io', 'my.example')

    const { body } = await ask('GET', '/apis', undefined, { accept: own })

    expect(body).toMatchObject({ apiVersion: 'apidiscovery.my.example/v2' })
    expect((await ask('GET', '/apis', undefined, { accept })).status).toBe(406)
  })
})

describe('discovery of types that are added and removed', () => {
  it('follows them and leaves other groups unchanged', async () => {
    const { parts, define } = partsWithTestTypes()
    const { ask } = await startTestServer(parts)
    const before = await itemsOf(ask)
    const tag = async () => (await ask('GET', '/apis', undefined, { accept })).headers['etag']
    const first = await tag()

    define(['v1beta1', 'v1', 'v2'].map(version => widgetsResource(parts, version)))
    const during = await itemsOf(ask)
    expect(await tag()).not.toBe(first)
    define([])

    const names = (items: Item[]) => items.map(({ metadata }) => metadata.name)
    expect(names(during)).toEqual([...names(before), 'shop.example.com'])
    expect(during.slice(0, -1)).toEqual(before)
    expect(during.at(-1)?.versions.map(({ version }) => version)).toEqual(['v2', 'v1', 'v1beta1'])
    expect(await itemsOf(ask)).toEqual(before)
    expect(await tag()).toBe(first)
  })

  it('keeps the built-in types of a group when more are defined in it (corpus E20)', async () => {
    const { parts, define } = partsWithTestTypes()
    const { ask } = await startTestServer(parts)

    define([widgetsResource(parts, 'v1', 'apps'), widgetsResource(parts, 'v2', 'apps')])

    const apps = (await itemsOf(ask)).filter(({ metadata }) => metadata.name === 'apps')
    const types = apps.flatMap(({ versions }) =>
      versions.map(one => [one.version, one.resources.map(({ resource }) => resource)]),
    )
    expect(types).toEqual([
      ['v2', ['widgets']],
      ['v1', expect.arrayContaining(['deployments', 'daemonsets', 'widgets'])],
    ])
  })

  it('describes defined types completely', async () => {
    const { parts, define } = partsWithTestTypes()
    const { ask } = await startTestServer(parts)

    define([widgetsResource(parts, 'v1')])

    const [type] = (await itemsOf(ask)).at(-1)?.versions[0]?.resources ?? []
    const list = await ask('GET', '/apis/shop.example.com/v1')
    const own = { group: 'shop.example.com', version: 'v1', kind: 'Widget' }
    const scale = { group: 'autoscaling', version: 'v1', kind: 'Scale' }
    expect(type).toMatchObject({ responseKind: own, shortNames: ['wg'], categories: ['all'] })
    expect(type?.subresources?.map(({ responseKind }) => responseKind)).toEqual([scale, own])
    expect(list.body).toMatchObject({
      resources: [
        { name: 'widgets', shortNames: ['wg'], storageVersionHash: expect.any(String) },
        { name: 'widgets/scale', ...scale },
        { name: 'widgets/status', kind: 'Widget' },
      ],
    })
  })
})

describe('discovery of a type that is being deleted', () => {
  it('lists only the remaining verbs', async () => {
    const { parts, define } = partsWithTestTypes()
    const { ask } = await startTestServer(parts)
    const left = ['delete', 'deletecollection', 'get', 'list', 'watch']

    define([{ ...widgetsResource(parts, 'v1'), createRefusalReason: 'it goes' }])

    const [type] = (await itemsOf(ask)).at(-1)?.versions[0]?.resources ?? []
    const { body } = await ask('GET', '/apis/shop.example.com/v1')
    expect([...(type?.verbs ?? [])].sort()).toEqual(left)
    expect((body['resources'] as Type[])[0]?.verbs.sort()).toEqual(left)
  })
})

describe('discovery', () => {
  it('answers all methods alike in the kubernetes dialect', async () => {
    const { ask } = await kubernetes()

    for (const path of ['/', '/apis', '/apis/apps']) {
      expect((await ask('POST', path)).status, path).toBe(200)
      expect(await ask('HEAD', path), path).toMatchObject({ status: 200, text: '' })
    }
    for (const path of ['/api', '/api/v1', '/apis/apps/v1', '/version']) {
      expect((await ask('POST', path)).status, path).toBe(405)
      expect((await ask('HEAD', path)).status, path).toBe(405)
    }
  })

  it('allows only GET in the dialect of the specification', async () => {
    const { ask } = await startTestServer()

    for (const path of ['/', '/apis', '/apis/apps', '/api']) {
      expect((await ask('POST', path)).status, path).toBe(405)
    }
  })
})
