import { describe, expect, it } from 'vitest'

import type { Resource } from '../api/resource.ts'
import type { Schema } from '../api/schema.ts'
import { runToEnd } from '../lib/event-loop.ts'
import type { FieldValidationLevel } from '../api/write.ts'
import { jsonCodec } from '../codecs/json-codec.ts'
import { decode } from './decode.ts'

const text: Schema = { type: 'string' }
const schema: Schema = {
  type: 'object',
  properties: {
    kind: text,
    apiVersion: text,
    metadata: {
      type: 'object',
      properties: {
        name: text,
        labels: { type: 'object', additionalProperties: text },
        finalizers: { type: 'array', items: text },
        ownerReferences: { type: 'array', items: { type: 'object' } },
      },
    },
    spec: { type: 'object', properties: { size: { type: 'integer', format: 'int32' } } },
  },
}

const resource = {
  group: 'g.example',
  version: 'v1',
  kind: 'Thing',
  schema: () => schema,
} as Partial<Resource> as Resource

const parts = { codecs: { 'application/json': jsonCodec } }

const read = (body: string, level: FieldValidationLevel = 'Warn') =>
  runToEnd(decode(Buffer.from(body), { resource, mediaType: 'application/json', level }, parts))
const decoded = (body: string) => read(body).object

describe('decode', () => {
  it('fills in the kind, apiVersion and metadata that a body may omit (OBJ-005)', () => {
    const object = { kind: 'Thing', apiVersion: 'g.example/v1', metadata: {} }
    expect(decoded('{}')).toEqual(object)
    expect(decoded('{"kind":"","apiVersion":"","metadata":null}')).toEqual(object)
    expect(decoded(JSON.stringify(object))).toEqual(object)
  })

  it('drops null, empty and unknown members (VALID-005)', () => {
    const body =
      '{"metadata":{"name":"a","labels":{},"finalizers":null,"x":{"y":null}},' +
      '"spec":{"size":null,"other":null},"unknown":1}'
    expect(decoded(body)).toEqual({
      kind: 'Thing',
      apiVersion: 'g.example/v1',
      metadata: { name: 'a' },
      spec: {},
    })
  })

  it('warns of unknown and duplicate fields, refuses or ignores them (VALID-007 to 014)', () => {
    const body = '{"spec":{"size":1,"size":2,"other":3},"unknown":4}'
    const findings = [
      'duplicate field "spec.size"',
      'unknown field "spec.other"',
      'unknown field "unknown"',
    ]

    expect(read(body, 'Warn')).toMatchObject({ object: { spec: { size: 2 } }, warnings: findings })
    expect(read(body, 'Ignore')).toMatchObject({ object: { spec: { size: 2 } }, warnings: [] })
    expect(() => read(body, 'Strict')).toThrow(`strict decoding error: ${findings.join(', ')}`)
    expect(read('{"spec":{"size":2}}', 'Strict').warnings).toEqual([])
  })

  it('reports only the type if a value has the wrong type (VALID-019)', () => {
    for (const level of ['Ignore', 'Warn', 'Strict'] as const)
      expect(() => read('{"unknown":1,"spec":{"size":"x"}}', level)).toThrow(
        /as a Thing: spec\.size: must be an int32, got "x"$/,
      )
  })

  it('limits the number of fields it warns of', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`x${index}`, 1]))
    expect(read(JSON.stringify(many)).warnings).toHaveLength(100)
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
