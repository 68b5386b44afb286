// A schema with every kind of ownership.

import type { Schema } from '../api/schema.ts'

const text: Schema = { type: 'string' }

const port: Schema = {
  type: 'object',
  properties: {
    port: { type: 'integer' },
    protocol: { type: 'string', default: 'TCP' },
    name: text,
    flags: { type: 'array', items: text },
  },
}

export const testSchema: Schema = {
  type: 'object',
  properties: {
    kind: text,
    apiVersion: text,
    metadata: { type: 'object', properties: { name: text, uid: text } },
    data: { type: 'object', additionalProperties: text },
    selector: { type: 'object', mapType: 'atomic', additionalProperties: text },
    spec: {
      type: 'object',
      properties: { replicas: { type: 'integer' }, paused: { type: 'boolean' }, size: text },
    },
    ports: { type: 'array', listType: 'map', listMapKeys: ['port', 'protocol'], items: port },
    tags: { type: 'array', listType: 'set', items: text },
    args: { type: 'array', listType: 'atomic', items: text },
    any: { preservesUnknown: true },
  },
}
