// Defines the types that the cases of a run share: one with every feature of definitions, and one
// with none.

import { defineSharedType, typeSpec, definitionVersion } from '../../dsl/custom-steps.ts'
import type { SchemaTerm } from '../../dsl/custom-steps.ts'

const rules = [
  { rule: 'self.size <= self.sizeMax', message: 'size is over its maximum' },
  {
    rule: '!has(self.color) || self.color != "none"',
    messageExpression: '"no color: " + self.color',
    reason: 'FieldValueForbidden',
    fieldPath: '.color',
  },
  { rule: '!has(self.owner) || self.owner != "nobody"' },
]

const spec: SchemaTerm = {
  type: 'object',
  required: ['color'],
  properties: {
    color: { type: 'string', maxLength: 20 },
    size: { type: 'integer', minimum: 0, default: 1 },
    sizeMax: { type: 'integer', default: 100 },
    replicas: { type: 'integer', format: 'int32' },
    owner: {
      type: 'string',
      maxLength: 20,
      'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'the owner stays' }],
    },
    since: { type: 'string', format: 'date-time' },
    tags: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
    ports: {
      type: 'array',
      maxItems: 10,
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string', maxLength: 20 }, port: { type: 'integer' } },
        'x-kubernetes-validations': [
          { rule: '!has(self.port) || self.port > 0', message: 'a port is positive' },
        ],
      },
    },
    level: {
      type: 'integer',
      'x-kubernetes-validations': [
        {
          rule: '!oldSelf.hasValue() || self >= oldSelf.value()',
          optionalOldSelf: true,
          message: 'the level never falls',
        },
      ],
    },
    open: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    sealed: { type: 'object', properties: { a: { type: 'string' } } },
  },
  'x-kubernetes-validations': rules,
}

const status: SchemaTerm = {
  type: 'object',
  properties: {
    phase: { type: 'string' },
    replicas: { type: 'integer' },
    selector: { type: 'string' },
  },
}

const schema: SchemaTerm = { type: 'object', properties: { spec, status } }

/** The columns that the type defines, in order. */
export const gadgetColumns = [
  {
    name: 'Color',
    type: 'string',
    jsonPath: '.spec.color',
    description: 'What it looks like.',
  },
  { name: 'Size', type: 'integer', format: 'int32', jsonPath: '.spec.size', priority: 1 },
  { name: 'Since', type: 'date', jsonPath: '.spec.since' },
]

const more = {
  subresources: {
    status: {},
    scale: {
      specReplicasPath: '.spec.replicas',
      statusReplicasPath: '.status.replicas',
      labelSelectorPath: '.status.selector',
    },
  },
  additionalPrinterColumns: gadgetColumns,
  selectableFields: [{ jsonPath: '.spec.color' }],
}

export const betaWarning = 'gadgets of v1beta1 are old'

/** Gadgets: `v1` is stored, `v1beta1` is deprecated, and `v1alpha1` is not served. */
export const gadgetType = typeSpec(
  [
    definitionVersion('v1beta1', schema, {
      ...more,
      storage: false,
      deprecated: true,
      deprecationWarning: betaWarning,
    }),
    definitionVersion('v1', schema, more),
    definitionVersion('v1alpha1', schema, { ...more, storage: false, served: false }),
  ],
  {
    names: {
      plural: 'gadgets',
      singular: 'gadget',
      kind: 'Gadget',
      shortNames: ['gdg'],
      categories: ['touchstone'],
    },
  },
)

/** Notes have a text and preserve unknown fields. They have neither subresources nor columns. */
export const noteType = typeSpec(
  [
    definitionVersion('v1', {
      type: 'object',
      'x-kubernetes-preserve-unknown-fields': true,
      properties: {
        spec: {
          type: 'object',
          'x-kubernetes-preserve-unknown-fields': true,
          properties: { text: { type: 'string' } },
        },
      },
    }),
  ],
  { names: { plural: 'notes', kind: 'Note' } },
)

export const gadgetRef = { of: 'gadgets' }
export const noteRef = { of: 'notes' }

/** Steps that define the shared types, with the labels that `gadgetRef` and `noteRef` use. */
export const withGadgets = defineSharedType('gadgets', gadgetType)
export const withNotes = defineSharedType('notes', noteType)

/** The content of a minimal gadget. */
export const redSpec = { spec: { color: 'red' } }
