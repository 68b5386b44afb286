// A custom type with every merge strategy that a definition can declare, for sequences of applies.

import * as fc from 'fast-check'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../../fixtures/client/client.ts'
import type { JsonObject, WrittenKind } from './apply-kinds.ts'

const group = 'owned.example.com'
const text = { type: 'string' }
const names = ['k', 'l'].map(name => [name, { type: 'string' }])
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

const item = { type: 'object', properties: { ...Object.fromEntries(names), v: text, w: text } }

const spec = {
  type: 'object',
  properties: {
    anchor: text,
    replicas: { type: 'integer' },
    size: { type: 'string', default: 'l' },
    plain: { type: 'array', items: text },
    whole: { type: 'array', items: text, 'x-kubernetes-list-type': 'atomic' },
    set: { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
    map: {
      type: 'array',
      items: { ...item, required: ['k', 'l'] },
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k', 'l'],
    },
    defaulted: {
      type: 'array',
      items: {
        ...item,
        properties: { ...item.properties, l: { ...text, default: 'x' } },
        required: ['k'],
      },
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k', 'l'],
    },
    texts: { type: 'object', additionalProperties: text },
    one: { type: 'object', additionalProperties: text, 'x-kubernetes-map-type': 'atomic' },
    struct: { ...item, 'x-kubernetes-map-type': 'atomic' },
    parts: item,
    open: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  },
}

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `owneds.${group}` },
  spec: {
    group,
    scope: 'Namespaced',
    names: { plural: 'owneds', singular: 'owned', kind: 'Owned', listKind: 'OwnedList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: {
          status: {},
          scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
        },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec,
              status: {
                type: 'object',
                properties: { replicas: { type: 'integer' }, seen: { type: 'array', items: text } },
              },
            },
          },
        },
      },
    ],
  },
}

const path = `/apis/${group}/v1/namespaces/default/owneds`

/** Creates the definition on a server and waits until the type is served. */
export async function defineCustomKind(client: Client): Promise<void> {
  await client.send({
    method: 'POST',
    path: definitions,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(definition),
  })
  for (let attempt = 0; attempt < 100; attempt++) {
    const { status } = await client.send({ method: 'GET', path })
    if (status === 200) return
    await pause(100)
  }
  throw new Error('the type was not served within ten seconds')
}

const some = (fields: { [member: string]: fc.Arbitrary<unknown> }) =>
  fc.record(fields, { requiredKeys: [] }) as fc.Arbitrary<JsonObject>

const word = fc.constantFrom('1', '2')
const key = fc.constantFrom('a', 'b')
const dictionary = fc.dictionary(key, word, { minKeys: 1, maxKeys: 2 })

const keyed = (keys: readonly string[]) =>
  fc.uniqueArray(
    fc.record(
      { k: key, l: fc.constantFrom('x', 'y'), v: word, w: word },
      { requiredKeys: keys as 'k'[] },
    ),
    { selector: ({ k, l = 'x' }) => `${k} ${l}`, minLength: 1, maxLength: 3 },
  )

const scalars = {
  replicas: fc.nat(3),
  size: word,
  plain: fc.array(word, { maxLength: 2 }),
  whole: fc.array(word, { maxLength: 2 }),
  one: dictionary,
}

// If an apply removes the last member of an object or list of a custom type, a genuine server
// stores null and then rejects it. So `spec.anchor` keeps `spec` from becoming empty, and only
// applies set the fields that may become empty.
export const customKind: WrittenKind = {
  kind: 'Owned',
  apiVersion: `${group}/v1`,
  path,
  base: { spec: { anchor: 'a' } },
  part: fc.record({ spec: some(scalars) }),
  applied: some({
    spec: some({
      ...scalars,
      set: fc.uniqueArray(fc.constantFrom('1', '2', '3'), { minLength: 1, maxLength: 3 }),
      map: keyed(['k', 'l']),
      defaulted: keyed(['k']),
      texts: dictionary,
      struct: fc.record({ v: word, w: word }, { requiredKeys: ['v'] }),
      parts: fc.record({ k: word, v: word, w: word }, { requiredKeys: ['k'] }),
      open: fc.dictionary(key, fc.oneof(word, dictionary, fc.array(word, { maxLength: 2 })), {
        minKeys: 1,
        maxKeys: 2,
      }),
    }),
  }),
  status: fc.record(
    { replicas: fc.nat(3), seen: fc.array(word, { maxLength: 2 }) },
    { requiredKeys: ['replicas'] },
  ) as fc.Arbitrary<JsonObject>,
  isVersioned: true,
}
