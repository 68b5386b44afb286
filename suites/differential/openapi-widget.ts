// A definition that uses everything that OpenAPI documents describe of a custom type.

const spec = {
  type: 'object',
  required: ['size'],
  properties: {
    size: { type: 'integer', format: 'int32', minimum: 1, maximum: 10, default: 3 },
    color: { type: 'string', enum: ['red', 'blue'] },
    replicas: { type: 'integer' },
    any: { 'x-kubernetes-preserve-unknown-fields': true },
    port: { 'x-kubernetes-int-or-string': true },
    note: { type: 'string', nullable: true, pattern: '^a', maxLength: 5 },
    parts: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string' },
          made: {
            type: 'object',
            'x-kubernetes-embedded-resource': true,
            'x-kubernetes-preserve-unknown-fields': true,
          },
        },
      },
    },
    either: {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      oneOf: [{ required: ['a'] }, { required: ['b'] }],
    },
  },
}

const status = { type: 'object', properties: { replicas: { type: 'integer' } } }
const open = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }

export const widgetGroup = 'documents.touchstone.example'

export const widgetDefinition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `widgets.${widgetGroup}` },
  spec: {
    group: widgetGroup,
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', shortNames: ['wg'] },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', properties: { spec, status } } },
        selectableFields: [{ jsonPath: '.spec.color' }],
        subresources: {
          status: {},
          scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
        },
      },
      { name: 'v1beta1', served: true, storage: false, schema: { openAPIV3Schema: open } },
    ],
  },
}
