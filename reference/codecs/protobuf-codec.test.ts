import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { JsonObject, TypeMeta } from '../api/object.ts'
import { readJson } from './read-json.ts'
import { joinPieces } from './pieces.ts'
import { protobufCodec } from './protobuf-codec.ts'

type Sample = { readonly json: JsonObject & TypeMeta; readonly protobuf: string }

const codec = protobufCodec({
  mediaType: 'application/vnd.kubernetes.protobuf',
  apiDomain: 'k8s.io',
})

/** The same objects in JSON and in Protobuf, as the genuine types write them. */
const samples = readJson(readFileSync(new URL('protobuf-samples.data.json', import.meta.url)))
  .value as Sample[]

const named = samples.map(({ json, protobuf }) => {
  const bytes = Buffer.from(protobuf, 'base64')
  return [`${json.kind} of ${json.apiVersion} in ${bytes.length} bytes`, json, bytes] as const
})

describe('an object that was encoded by the genuine types', () => {
  it.each(named)('decodes to the same value as its JSON: %s', (_, json, bytes) => {
    expect(codec.read(bytes)).toStrictEqual({ value: json, duplicates: [] })
  })

  it.each(named)('is encoded to the same bytes: %s', (_, json, bytes) => {
    expect(codec.write(json).toString('hex')).toBe(bytes.toString('hex'))
  })
})

describe('the Protobuf codec', () => {
  it('serves the built-in types in the groups of its API domain only', () => {
    const other = protobufCodec({ mediaType: 'application/x', apiDomain: 'cluster.example' })
    const lease = (group: string) => ({ apiVersion: `${group}/v1`, kind: 'Lease' })

    expect(codec.serves?.(lease('coordination.k8s.io'))).toBe(true)
    expect(other.serves?.(lease('coordination.cluster.example'))).toBe(true)
    expect(other.serves?.(lease('coordination.k8s.io'))).toBe(false)
    expect(codec.serves?.(lease('coordination.*'))).toBe(false)
    expect(codec.serves?.({ apiVersion: 'apps/v1', kind: 'Deployment' })).toBe(true)
    expect(codec.serves?.({ apiVersion: 'apps/v1', kind: 'Status' })).toBe(false)
    expect(codec.serves?.({ apiVersion: 'v1', kind: 'Status' })).toBe(true)
    expect(codec.serves?.({ apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadata' })).toBe(
      true,
    )
    expect(codec.serves?.({ apiVersion: 'meta.k8s.io/v1', kind: 'Table' })).toBe(false)
    expect(codec.serves?.({ apiVersion: 'example.com/v1', kind: 'Widget' })).toBe(false)
  })

  it('assembles a list from encoded items', () => {
    const pods = ['a', 'b'].map(name => ({ metadata: { name }, spec: { containers: [] } }))
    const head = { apiVersion: 'v1', kind: 'PodList', metadata: { resourceVersion: '7' } }
    const items = pods.map(pod => codec.item(pod, { apiVersion: 'v1', kind: 'Pod' }))

    const bytes = joinPieces(codec.list(head, 'items', items))

    expect(bytes.equals(codec.write({ ...head, items: pods }))).toBe(true)
    expect(codec.read(bytes).value).toMatchObject({
      ...head,
      items: [pods[0], pods[1]].map(p => ({ metadata: p?.metadata })),
    })
  })

  it('encodes an item in an envelope like the whole object', () => {
    const type = { apiVersion: 'v1', kind: 'ConfigMap' }
    const object = { metadata: { name: 'a' }, data: { b: 'c' } }

    expect(codec.whole(codec.item(object, type), type)).toEqual(codec.write({ ...object, ...type }))
  })

  it('prefixes an event with its length in four bytes', () => {
    const type = { apiVersion: 'v1', kind: 'ConfigMap' }
    const whole = codec.write({ ...type, metadata: { name: 'a' } })

    const frame = codec.stream?.frame('ADDED', whole)

    expect(codec.stream?.mediaType).toBe('application/vnd.kubernetes.protobuf;stream=watch')
    expect(frame?.readUInt32BE()).toBe((frame?.length ?? 0) - 4)
    expect(frame?.subarray(4, 11).toString()).toBe('\n\u0005ADDED')
    expect(frame?.subarray(-whole.length)).toEqual(whole)
  })

  it('ignores the content type in an envelope unless it is configured to use it', () => {
    const words = { mediaType: 'application/x', apiDomain: 'k8s.io' }
    const heeding = protobufCodec({ ...words, heedsEnvelope: true })
    const heedless = protobufCodec({ ...words, heedsEnvelope: false })
    const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }
    // The last two fields of the envelope, contentEncoding and contentType, are empty.
    const plain = heeding.write(map).subarray(0, -4)
    const saying = (tag: number, text: string) =>
      Buffer.concat([plain, Buffer.from([tag, text.length]), Buffer.from(text)])

    for (const odd of [saying(0x1a, 'gzip'), saying(0x22, 'application/y')]) {
      expect(heedless.read(odd).value).toMatchObject(map)
      expect(() => heeding.read(odd)).toThrow('cannot be read')
    }
    expect(() => heedless.read(saying(0x22, 'application/json'))).not.toThrow()
    expect(() => heeding.read(saying(0x22, 'application/json'))).toThrow()
  })

  it('refuses to encode a type without a message', () => {
    const widget = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: {} }

    expect(() => codec.write(widget)).toThrow('Widget of example.com/v1 has no Protobuf message')
  })
})
