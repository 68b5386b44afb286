import { describe, expect, it } from 'vitest'

import type { Resource } from '../api/resource.ts'
import { readJson, writeJson } from '../codecs/json.ts'
import { decode } from './decode.ts'

const resource = {
  group: 'g.example',
  version: 'v1',
  kind: 'Thing',
  fieldTypes: { spec: 'object', 'spec.size': 'int32' },
} as Partial<Resource> as Resource

const at = { codecs: { 'application/json': { read: readJson, write: writeJson } } }

const decoded = (text: string) =>
  decode(Buffer.from(text), { resource, mediaType: 'application/json' }, at)

describe('decode', () => {
  it('fills the envelope that a body may leave out (OBJ-005)', () => {
    const object = { kind: 'Thing', apiVersion: 'g.example/v1', metadata: {} }
    expect(decoded('{}')).toEqual(object)
    expect(decoded('{"kind":"","apiVersion":"","metadata":null}')).toEqual(object)
    expect(decoded(JSON.stringify(object))).toEqual(object)
  })

  it('drops what is null or empty in the fields that it knows, and keeps the others', () => {
    const text =
      '{"metadata":{"name":"a","labels":{},"finalizers":null,"x":{"y":null}},' +
      '"spec":{"size":null,"other":null},"unknown":null}'
    expect(decoded(text)).toMatchObject({
      metadata: { name: 'a', x: { y: null } },
      spec: { other: null },
      unknown: null,
    })
    expect(Object.keys(decoded(text).metadata)).toEqual(['name', 'x'])
    expect(decoded(text)['spec']).toEqual({ other: null })
  })

  it.each([
    ['', /^body: expected an object, got nothing$/],
    ['{', /^body: JSON, offset 1: /],
    ['[]', /expected an object, got an array$/],
    ['null', /expected an object, got null$/],
    ['7', /expected an object, got a number$/],
    ['{"kind":"ThingList"}', /kind: expected Thing, got "ThingList"$/],
    ['{"kind":5}', /kind: expected Thing, got 5$/],
    ['{"kind":36893488147419103232}', /got 36893488147419103232$/],
    ['{"apiVersion":"v1"}', /\(v1\) does not match the expected API version \(g\.example\/v1\)$/],
    ['{"spec":{"size":"1"}}', /spec\.size: must be an int32, got "1"$/],
    ['{"metadata":{"labels":{"a":1}}}', /metadata\.labels\.a: must be a string, got 1$/],
    ['{"metadata":{"ownerReferences":[1]}}', /ownerReferences\[0\]: must be an object, got 1$/],
  ])('refuses %j', (text, message) => {
    expect(() => decoded(text)).toThrow(message)
    expect(() => decoded(text)).toThrow(expect.objectContaining({ code: 400 }))
  })
})
