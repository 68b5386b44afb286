import protobuf from 'protobufjs'
import { describe, expect, it } from 'vitest'

import { partsWithTestTypes, widgetsResource } from '../discovery/test-types.ts'
import { defaultParts } from '../server/default-parts.ts'
import { type SendTestRequest, startTestServer } from '../server/test-server.ts'
import { referencesIn, type TestSchema } from './test-documents.ts'

const protobufType = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf'

type V2Document = {
  swagger: string
  paths: { [path: string]: { [method: string]: { operationId: string } } }
  definitions: { [name: string]: TestSchema }
  parameters: { [name: string]: object }
}

async function v2Of(ask: SendTestRequest): Promise<V2Document> {
  const { body } = await ask('GET', '/openapi/v2')
  return body as unknown as V2Document
}

const kubernetes = () => startTestServer(defaultParts({ dialect: 'kubernetes' }))

describe('OpenAPI v2', () => {
  it('defines everything it refers to', async () => {
    const { ask } = await kubernetes()

    const { text } = await ask('GET', '/openapi/v2')

    const { definitions, parameters } = JSON.parse(text) as V2Document
    const known = [
      ...Object.keys(definitions).map(name => `#/definitions/${name}`),
      ...Object.keys(parameters).map(name => `#/parameters/${name}`),
    ]
    const references = [...referencesIn(text)]
    expect(references.length).toBeGreaterThan(100)
    expect(references.filter(one => !known.includes(one))).toEqual([])
  })

  it('has the paths of all versions, and describes values as far as OpenAPI v2 can', async () => {
    const { ask } = await kubernetes()

    const { swagger, paths, definitions } = await v2Of(ask)

    expect(swagger).toBe('2.0')
    expect(paths['/api/v1/namespaces/{namespace}/pods']?.['get']).toMatchObject({
      operationId: 'listCoreV1NamespacedPod',
    })
    expect(paths).toHaveProperty(['/apis/autoscaling/v1/horizontalpodautoscalers'])
    expect(definitions['io.k8s.apimachinery.pkg.api.resource.Quantity']).toMatchObject({
      type: 'string',
    })
    const beyond = JSON.stringify(definitions).match(/"(oneOf|anyOf|allOf)":\[/g)
    expect(beyond).toBeNull()
  })

  it('has an ETag, and answers a matching If-None-Match with 304', async () => {
    const { ask } = await kubernetes()
    const { headers } = await ask('GET', '/openapi/v2')
    const tag = String(headers['etag'])

    const again = await ask('GET', '/openapi/v2', undefined, { 'if-none-match': tag })

    expect(headers).toMatchObject({ 'content-type': 'application/json', vary: 'Accept' })
    expect(again).toMatchObject({ status: 304, text: '' })
    expect((await ask('GET', '/openapi/v2', undefined, { accept: 'text/html' })).status).toBe(406)
  })

  it('is compressed if the client accepts gzip', async () => {
    const { ask } = await kubernetes()

    const { headers } = await ask('HEAD', '/openapi/v2', undefined, { 'accept-encoding': 'gzip' })

    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding, Accept' })
  })

  it('omits what OpenAPI v2 cannot express about defined types', async () => {
    const { parts, define } = partsWithTestTypes()
    const { ask } = await startTestServer(parts)
    const published = {
      type: 'object',
      required: ['spec'],
      properties: {
        spec: {
          type: 'object',
          required: ['size', 'note'],
          properties: {
            size: { type: 'integer', default: 3, minimum: 1 },
            note: { type: 'string', nullable: true, pattern: '^a' },
            port: { 'x-kubernetes-int-or-string': true },
            any: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
            either: { type: 'object', oneOf: [{ required: ['a'] }] },
          },
        },
      },
    }

    define([{ ...widgetsResource(parts, 'v1'), openAPIV3Schema: published }])
    const { definitions } = await v2Of(ask)

    expect(definitions['com.example.shop.v1.Widget']?.properties?.['spec']).toEqual({
      type: 'object',
      required: ['size'],
      properties: {
        size: { type: 'integer', minimum: 1 },
        note: { pattern: '^a' },
        port: { 'x-kubernetes-int-or-string': true },
        any: { 'x-kubernetes-preserve-unknown-fields': true },
        either: { type: 'object' },
      },
    })
  })
})

// The messages that a reader of definitions needs, with their published numbers.
const messages = protobuf
  .parse(`
  syntax = "proto3";
  message Document { string swagger = 1; Paths paths = 8; Named definitions = 9; }
  message Paths { repeated NamedPath path = 2; }
  message NamedPath { string name = 1; PathItem value = 2; }
  message PathItem { Operation get = 2; }
  message Operation { string operation_id = 5; }
  message Named { repeated NamedSchema additional_properties = 1; }
  message NamedSchema { string name = 1; Schema value = 2; }
  message Schema {
    string ref = 1; string format = 2; repeated string required = 19; Type type = 22;
    Items items = 23; Named properties = 25; repeated Extension vendor_extension = 31;
  }
  message Type { repeated string value = 1; }
  message Items { repeated Schema schema = 1; }
  message Extension { string name = 1; Any value = 2; }
  message Any { string yaml = 2; }
`)
  .root.lookupType('Document')

type Read = {
  swagger: string
  paths: { path: { name: string; value: { get?: { operationId: string } } }[] }
  definitions: { additionalProperties: { name: string; value: ReadSchema }[] }
}

type ReadSchema = {
  type?: { value: string[] }
  required?: string[]
  properties?: { additionalProperties: { name: string; value: ReadSchema }[] }
  vendorExtension?: { name: string; value: { yaml: string } }[]
}

describe('OpenAPI v2 in Protobuf', () => {
  it('has the same content as in JSON', async () => {
    const { ask, url } = await kubernetes()
    const json = await v2Of(ask)

    const answer = await fetch(`${url}/openapi/v2`, { headers: { accept: protobufType } })
    const bytes = new Uint8Array(await answer.arrayBuffer())
    const read = messages.toObject(messages.decode(bytes)) as Read

    expect(answer.headers.get('content-type')).toBe(protobufType.replace('@', '.'))
    expect(read.swagger).toBe('2.0')
    expect(read.paths.path.map(({ name }) => name)).toEqual(Object.keys(json.paths))
    const definitions = new Map(
      read.definitions.additionalProperties.map(({ name, value }) => [name, value]),
    )
    expect([...definitions.keys()]).toEqual(Object.keys(json.definitions))
    for (const [name, { type, required, properties = {} }] of Object.entries(json.definitions)) {
      const own = definitions.get(name)
      const members = own?.properties?.additionalProperties.map(one => one.name) ?? []
      expect(own?.type?.value, name).toEqual(type === undefined ? undefined : [type])
      expect(own?.required ?? [], name).toEqual(required ?? [])
      expect(members, name).toEqual(Object.keys(properties))
    }
  })

  it('contains extensions as YAML', async () => {
    const { url } = await kubernetes()

    const answer = await fetch(`${url}/openapi/v2`, { headers: { accept: protobufType } })
    const read = messages.toObject(
      messages.decode(new Uint8Array(await answer.arrayBuffer())),
    ) as Read

    const pod = read.definitions.additionalProperties.find(
      ({ name }) => name === 'io.k8s.api.core.v1.Pod',
    )
    const kinds = pod?.value.vendorExtension?.find(({ name }) => name.endsWith('version-kind'))
    expect(JSON.parse(kinds?.value.yaml ?? '')).toEqual([{ group: '', version: 'v1', kind: 'Pod' }])
  })
})
