// The CustomResourceDefinitions of the objects in custom-object-cases.ts.

import type { Json } from '../../fixtures/objects/tested-types.ts'
import { crdOf, crdVersion, schemaWithSpec } from './custom-cases.ts'

type Fields = { readonly [name: string]: Json }

const text = { type: 'string' }

const forms = schemaWithSpec({
  count: { type: 'integer', minimum: 0, maximum: 10, default: 1 },
  ratio: { type: 'number', exclusiveMinimum: true, minimum: 0, multipleOf: 0.5 },
  name: { type: 'string', minLength: 2, maxLength: 5, pattern: '^[a-z]+$' },
  colour: { type: 'string', enum: ['red', 'green'] },
  isOn: { type: 'boolean', default: false },
  port: { 'x-kubernetes-int-or-string': true },
  day: { type: 'string', format: 'date' },
  small: { type: 'integer', format: 'int32' },
  maybe: { type: 'string', nullable: true },
  filled: { type: 'string', nullable: true, default: 'x' },
  tags: { type: 'array', items: text, maxItems: 3, minItems: 1, 'x-kubernetes-list-type': 'set' },
  ports: {
    type: 'array',
    items: {
      type: 'object',
      required: ['name'],
      properties: { name: text, number: { type: 'integer', default: 80 } },
    },
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['name'],
  },
  labels: { type: 'object', additionalProperties: text, maxProperties: 2 },
  inner: {
    type: 'object',
    required: ['a'],
    default: { a: 'd' },
    properties: { a: text, b: { type: 'integer', default: 2 } },
  },
  free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { a: text } },
  child: {
    type: 'object',
    'x-kubernetes-embedded-resource': true,
    'x-kubernetes-preserve-unknown-fields': true,
  },
  either: {
    type: 'object',
    properties: { a: text, b: text },
    oneOf: [{ required: ['a'] }, { required: ['b'] }],
  },
  some: { type: 'integer', anyOf: [{ minimum: 5 }, { maximum: 2 }] },
  never: { type: 'string', not: { enum: ['no'] } },
  every: { type: 'integer', allOf: [{ minimum: 2 }, { maximum: 4 }] },
})

const sizes = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        replicas: { type: 'integer' },
        colour: text,
        made: { type: 'string', format: 'date-time' },
      },
    },
    status: {
      type: 'object',
      properties: { replicas: { type: 'integer', minimum: 0 }, selector: text },
    },
  },
}

const many = (more: Fields) => schemaWithSpec({ a: text, ...more })

export const objectTypes: readonly Fields[] = [
  crdOf('forms', { versions: [crdVersion('v1', forms)] }),
  crdOf('sizes', {
    names: { plural: 'sizes', kind: 'Size', shortNames: ['sz'], categories: ['all'] },
    versions: [
      crdVersion('v1', sizes, {
        subresources: {
          status: {},
          scale: {
            specReplicasPath: '.spec.replicas',
            statusReplicasPath: '.status.replicas',
            labelSelectorPath: '.status.selector',
          },
        },
        selectableFields: [{ jsonPath: '.spec.colour' }, { jsonPath: '.spec.replicas' }],
        additionalPrinterColumns: [
          { name: 'Wanted', type: 'integer', jsonPath: '.spec.replicas' },
          {
            name: 'Colour',
            type: 'string',
            jsonPath: '.spec.colour',
            priority: 1,
            description: 'c',
          },
          { name: 'Made', type: 'date', jsonPath: '.spec.made' },
          { name: 'All', type: 'string', jsonPath: '.spec' },
        ],
      }),
    ],
  }),
  crdOf('manys', {
    scope: 'Cluster',
    versions: [
      crdVersion('v1', many({ b: text })),
      crdVersion('v1beta1', many({ c: text }), { deprecated: true }),
      crdVersion('v1alpha1', many({ b: { type: 'string', default: 'old' } }), {
        deprecated: true,
        deprecationWarning: 'use something else',
      }),
      crdVersion('v2', many({ b: text }), { served: false }),
    ],
  }),
]
