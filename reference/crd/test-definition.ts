// A small definition for tests.

import type { JsonObject } from '../api/object.ts'

export const testDefinitionsPath =
  '/apis/apiextensions.cluster.example/v1/customresourcedefinitions'

const spec = {
  type: 'object',
  properties: {
    replicas: { type: 'integer', minimum: 0, default: 1 },
    colour: { type: 'string', enum: ['red', 'green'] },
    tags: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
  },
}

const schemaOf = (specSchema: JsonObject) => ({
  openAPIV3Schema: { type: 'object', properties: { spec: specSchema, status: free } },
})

const free = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }

/** A version with a schema for `spec`. */
export const testVersion = (
  name: string,
  specSchema: JsonObject = spec,
  more: JsonObject = {},
) => ({
  name,
  served: true,
  storage: name === 'v1',
  schema: schemaOf(specSchema),
  ...more,
})

/** The definition of Widgets in `example.com`. */
export const widgetDefinition = (...versions: JsonObject[]): JsonObject => ({
  apiVersion: 'apiextensions.cluster.example/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', kind: 'Widget' },
    versions: versions.length > 0 ? versions : [testVersion('v1')],
  },
})

export const widgetObject = (name: string, given: JsonObject = {}) => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name },
  spec: given,
})
