import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { JsonObject, TypeMeta } from '../api/object.ts'
import { readJson } from './read-json.ts'
import { protobufCodec } from './protobuf-codec.ts'

type Recording = { path: string; json: JsonObject & TypeMeta; protobuf: string }

const codec = protobufCodec({
  mediaType: 'application/vnd.kubernetes.protobuf',
  apiDomain: 'k8s.io',
})

/** Responses of a genuine kube-apiserver (suites/tools/write-recordings.ts). */
const recordings = readJson(readFileSync(new URL('protobuf-recordings.data.json', import.meta.url)))
  .value as Recording[]
const named = recordings.map(one => [one.path, one] as const)
const documents = named.filter(([path]) => !path.includes('watch='))
const watches = named.filter(([path]) => path.includes('watch='))

it.each(documents)('%s has the same value in Protobuf as in JSON', (_, { json, protobuf }) => {
  const { value } = codec.read(Buffer.from(protobuf, 'base64'))

  // The items of a list have no type in either format.
  expect(value).toEqual(json)
})

it.each(documents)('%s is encoded to the recorded bytes', (_, { json, protobuf }) => {
  expect(codec.write(json).toString('base64')).toBe(protobuf)
})

it.each(watches)('%s is framed to the recorded bytes', (_, { json, protobuf }) => {
  const { type, object } = json as JsonObject as { type: string; object: JsonObject }

  const frame = codec.stream?.frame(type, codec.write(object))

  expect(frame?.toString('base64')).toBe(protobuf)
})

it('the recordings include a watch and a refusal', () => {
  expect(watches).toHaveLength(1)
  expect(documents.map(([, { json }]) => json.kind)).toContain('Status')
})
