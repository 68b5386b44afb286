import { describe, expect, it } from 'vitest'

import { partsWithTestTypes, widgetsResource } from '../discovery/test-types.ts'
import { defaultParts } from '../server/default-parts.ts'
import { startTestServer } from '../server/test-server.ts'
import { documentUrlsOf, documentOf, referencesIn } from './test-documents.ts'

const kubernetes = () => startTestServer(defaultParts({ dialect: 'kubernetes' }))

const deploymentOperations = [
  'createAppsV1NamespacedDeployment',
  'deleteAppsV1CollectionNamespacedDeployment',
  'deleteAppsV1NamespacedDeployment',
  'listAppsV1DeploymentForAllNamespaces',
  'listAppsV1NamespacedDeployment',
  'patchAppsV1NamespacedDeployment',
  'patchAppsV1NamespacedDeploymentScale',
  'patchAppsV1NamespacedDeploymentStatus',
  'readAppsV1NamespacedDeployment',
  'readAppsV1NamespacedDeploymentScale',
  'readAppsV1NamespacedDeploymentStatus',
  'replaceAppsV1NamespacedDeployment',
  'replaceAppsV1NamespacedDeploymentScale',
  'replaceAppsV1NamespacedDeploymentStatus',
]

describe('the index', () => {
  it('has the URL of a document for every served version', async () => {
    const { ask, parts } = await kubernetes()
    const versions = parts.builtInResources.map(({ group, version }) =>
      group === '' ? `api/${version}` : `apis/${group}/${version}`,
    )

    const addresses = await documentUrlsOf(ask)

    expect(Object.keys(addresses).sort()).toEqual([...new Set(versions)].sort())
    for (const [name, address] of Object.entries(addresses)) {
      expect(address).toMatch(new RegExp(`^/openapi/v3/${name}\\?hash=[0-9A-F]{128}$`))
    }
  })

  it('follows types that are added and removed, and keeps the URLs of others', async () => {
    const { parts, define } = partsWithTestTypes()
    const { ask } = await startTestServer(parts)
    const before = await documentUrlsOf(ask)

    define([widgetsResource(parts, 'v1')])
    const during = await documentUrlsOf(ask)
    define([
      {
        ...widgetsResource(parts, 'v1'),
        openAPIV3Schema: { properties: { size: { type: 'string' } } },
      },
    ])
    const changed = await documentUrlsOf(ask)
    define([])

    const { 'apis/shop.example.com/v1': first, ...others } = during
    expect(others).toEqual(before)
    expect(changed['apis/shop.example.com/v1']).not.toBe(first)
    expect(await documentUrlsOf(ask)).toEqual(before)
    expect((await ask('GET', '/openapi/v3/apis/shop.example.com/v1')).status).toBe(404)
  })
})

describe('the URL of a document', () => {
  it('can be cached forever if its hash is current', async () => {
    const { ask } = await kubernetes()
    const { 'apis/apps/v1': address = '' } = await documentUrlsOf(ask)
    const hash = address.split('=')[1] ?? ''

    const { status, headers } = await ask('GET', address)

    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'public, immutable',
      etag: `"${hash}"`,
      vary: 'Accept',
    })
    const days = (Date.parse(String(headers['expires'])) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(360)
  })

  it('redirects to the current one if its hash is outdated', async () => {
    const { ask } = await kubernetes()
    const { 'apis/apps/v1': address } = await documentUrlsOf(ask)

    const moved = await ask('GET', '/openapi/v3/apis/apps/v1?hash=ABC')

    expect(moved).toMatchObject({ status: 301, text: '', headers: { location: address } })
  })

  it('needs no hash, and then has to be revalidated', async () => {
    const { ask } = await kubernetes()

    const plain = await ask('GET', '/openapi/v3/apis/apps/v1')
    const tag = String(plain.headers['etag'])
    const again = await ask('GET', '/openapi/v3/apis/apps/v1', undefined, { 'if-none-match': tag })

    expect(plain.headers).toMatchObject({ 'cache-control': 'no-cache, private' })
    expect(plain.headers).not.toHaveProperty('expires')
    expect(again).toMatchObject({ status: 304, text: '' })
  })

  it.each([
    [undefined, 200],
    ['*/*', 200],
    ['application/*', 200],
    ['application/json;as=Table', 200],
    ['text/html, application/json;q=0.1', 200],
    ['text/html', 406],
    ['application/yaml', 406],
  ])('for Accept %s returns %s', async (accept, expected) => {
    const { ask } = await kubernetes()

    const { status, text } = await ask(
      'GET',
      '/openapi/v3/apis/apps/v1',
      undefined,
      accept === undefined ? {} : { accept },
    )

    expect(status).toBe(expected)
    if (status === 406) expect(text).toBe('')
  })

  it.each(['/openapi', '/openapi/v3/', '/openapi/v3/apis', '/openapi/v3/apis/apps/v9'])(
    'is not served at %s',
    async path => {
      const { ask } = await kubernetes()

      expect((await ask('GET', path)).status).toBe(404)
    },
  )
})

describe('a document', () => {
  it('defines everything it refers to', async () => {
    const { ask } = await kubernetes()

    for (const address of Object.values(await documentUrlsOf(ask))) {
      const { text } = await ask('GET', address)
      const { schemas } = (JSON.parse(text) as Awaited<ReturnType<typeof documentOf>>).components
      const names = Object.keys(schemas).map(name => `#/components/schemas/${name}`)
      expect([...referencesIn(text)].filter(one => !names.includes(one))).toEqual([])
    }
  })

  it('has the names, list keys and patch strategies that clients need for merging', async () => {
    const { ask } = await kubernetes()

    const { components } = await documentOf(ask, 'apis/apps/v1')

    const { schemas } = components
    expect(schemas['io.k8s.api.apps.v1.Deployment']).toMatchObject({
      'x-kubernetes-group-version-kind': [{ group: 'apps', version: 'v1', kind: 'Deployment' }],
      properties: {
        spec: { allOf: [{ $ref: '#/components/schemas/io.k8s.api.apps.v1.DeploymentSpec' }] },
        metadata: { description: expect.stringMatching(/\w/) },
      },
    })
    expect(schemas['io.k8s.api.core.v1.PodSpec']?.properties?.['containers']).toMatchObject({
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      'x-kubernetes-patch-strategy': 'merge',
      'x-kubernetes-patch-merge-key': 'name',
    })
    expect(schemas['io.k8s.apimachinery.pkg.util.intstr.IntOrString']).toMatchObject({
      format: 'int-or-string',
      oneOf: [{ type: 'integer' }, { type: 'string' }],
    })
  })

  it('has an operation for each verb of each path', async () => {
    const { ask } = await kubernetes()

    const { paths } = await documentOf(ask, 'apis/apps/v1')

    const one = '/apis/apps/v1/namespaces/{namespace}/deployments/{name}'
    const ids = Object.entries(paths)
      .filter(([path]) => path.includes('deployments'))
      .flatMap(([, item]) => Object.values(item).map(({ operationId }) => operationId))
      .filter(id => id !== undefined)
    expect(ids.sort()).toEqual(deploymentOperations)
    expect(paths[one]?.['patch']).toMatchObject({
      'x-kubernetes-action': 'patch',
      'x-kubernetes-group-version-kind': { group: 'apps', version: 'v1', kind: 'Deployment' },
      parameters: ['dryRun', 'fieldManager', 'fieldValidation', 'force'].map(name => ({ name })),
      requestBody: { content: { 'application/apply-patch+yaml': expect.anything() } },
    })
    expect(paths[`${one}/scale`]?.['get']).toMatchObject({
      'x-kubernetes-group-version-kind': { group: 'autoscaling', version: 'v1', kind: 'Scale' },
    })
  })

  it('uses the names of its dialect', async () => {
    const { ask } = await startTestServer(defaultParts({ apiDomain: 'my.example' }))

    const { components, paths } = await documentOf(ask, 'apis/coordination.my.example/v1')

    expect(components.schemas).toHaveProperty(['example.my.api.coordination.v1.Lease'])
    const lease = '/apis/coordination.my.example/v1/namespaces/{namespace}/leases/{name}'
    expect(paths[lease]?.['get']?.operationId).toBe('readCoordinationV1NamespacedLease')
    expect(JSON.stringify({ components, paths })).not.toContain('k8s.io')
  })
})

describe('the document of defined types', () => {
  it('contains the schema of the definition, restricted by its extensions', async () => {
    const { parts, define } = partsWithTestTypes()
    const { ask } = await startTestServer(parts)
    const published = {
      type: 'object',
      description: 'A widget of ours.',
      properties: {
        spec: {
          type: 'object',
          properties: {
            note: { type: 'string', nullable: true },
            port: { 'x-kubernetes-int-or-string': true },
            made: { type: 'object', 'x-kubernetes-embedded-resource': true },
          },
        },
      },
    }
    const selectablePaths = ['metadata.name', 'spec.note']

    define([{ ...widgetsResource(parts, 'v1'), openAPIV3Schema: published, selectablePaths }])
    const { components, paths } = await documentOf(ask, 'apis/shop.example.com/v1')

    const metadata = {
      allOf: [{ $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' }],
    }
    const either = [{ type: 'integer' }, { type: 'string' }]
    expect(components.schemas['com.example.shop.v1.Widget']).toMatchObject({
      description: 'A widget of ours.',
      properties: {
        kind: { type: 'string' },
        metadata,
        spec: {
          properties: {
            note: { type: 'string', nullable: true },
            port: { anyOf: either },
            made: { required: ['kind', 'apiVersion'], properties: { metadata } },
          },
        },
      },
      'x-kubernetes-selectable-fields': [{ fieldPath: 'spec.note' }],
    })
    expect(components.schemas).toHaveProperty(['com.example.shop.v1.WidgetList'])
    const one = '/apis/shop.example.com/v1/namespaces/{namespace}/widgets/{name}'
    const types = Object.keys(paths[one]?.['patch']?.requestBody?.content ?? {})
    expect(types).not.toContain('application/strategic-merge-patch+json')
    expect(Object.keys(paths[one]?.['get']?.responses['200']?.content ?? {})).toEqual([
      'application/json',
      'application/yaml',
    ])
    expect(paths).not.toHaveProperty(['/apis/shop.example.com/v1/'])
  })
})

describe('a request for a document', () => {
  it('is answered for all methods alike in the kubernetes dialect', async () => {
    const { ask } = await kubernetes()

    const { headers } = await ask('GET', '/openapi/v3/apis/apps/v1')
    const head = await ask('HEAD', '/openapi/v3/apis/apps/v1')
    expect(head).toMatchObject({ status: 200, text: '' })
    expect(head.headers['content-length']).toBe(headers['content-length'])
    expect((await ask('POST', '/openapi/v3')).status).toBe(200)
  })

  it('is refused in the other dialect unless its method is GET', async () => {
    const { ask } = await startTestServer()

    expect((await ask('GET', '/openapi/v3')).status).toBe(200)
    expect((await ask('POST', '/openapi/v3')).status).toBe(405)
    expect((await ask('DELETE', '/openapi/v3/api/v1')).status).toBe(405)
  })
})
