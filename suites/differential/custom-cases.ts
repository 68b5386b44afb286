// Cases of requests for CustomResourceDefinitions, which a genuine server and the reference have to
// answer alike.

import type { Json } from '../../fixtures/objects/tested-types.ts'

type Fields = { readonly [name: string]: Json }

/** A named sequence of requests. */
export type DifferentialCase = {
  readonly name: string
  readonly steps: readonly DifferentialStep[]
}

export type DifferentialStep = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: Json
  /** Media type of the body. The default is JSON, and a JSON merge patch for PATCH. */
  readonly type?: string
  readonly accept?: string
  /** Whether to wait after this step until the written definition is in effect. */
  readonly settles?: true
}

const group = 'differ.example.com'

export const definitionsPath = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

/** Returns a definition whose kind is derived from the plural. */
export const crdOf = (plural: string, spec: Fields): Fields => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.${group}` },
  spec: { group, scope: 'Namespaced', names: { plural, kind: kindOf(plural) }, ...spec },
})

const kindOf = (plural: string) => `${plural.charAt(0).toUpperCase()}${plural.slice(1, -1)}`

export const crdVersion = (name: string, schema: Fields, more: Fields = {}): Fields => ({
  name,
  served: true,
  storage: name === 'v1',
  schema: { openAPIV3Schema: schema },
  ...more,
})

/** Returns the schema of an object with these fields in `spec`. */
export const schemaWithSpec = (properties: Fields, more: Fields = {}): Fields => ({
  type: 'object',
  properties: { spec: { type: 'object', properties, ...more }, status: free },
})

const free = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }

const text = { type: 'string' }

const schemas: { readonly [name: string]: Fields } = {
  'no type': schemaWithSpec({ a: {} }),
  'a list of nothing': schemaWithSpec({ a: { type: 'array' } }),
  'a type that is none': schemaWithSpec({ a: { type: 'text' } }),
  'null as a type': schemaWithSpec({ a: { type: 'null' } }),
  'a reference': schemaWithSpec({ a: { $ref: '#/definitions/a' } }),
  definitions: { ...schemaWithSpec({ a: text }), definitions: { a: text } },
  'items as a list': schemaWithSpec({ a: { type: 'array', items: [text] } }),
  'unique items': schemaWithSpec({ a: { type: 'array', items: text, uniqueItems: true } }),
  'both kinds of properties': schemaWithSpec({
    a: { type: 'object', properties: { b: text }, additionalProperties: text },
  }),
  'additional properties at the root': { type: 'object', additionalProperties: text },
  'a default of the wrong type': schemaWithSpec({ a: { type: 'integer', default: 'x' } }),
  'a default with unknown fields': schemaWithSpec({
    a: { type: 'object', properties: { b: text }, default: { b: 'x', c: 1 } },
  }),
  'a default out of bounds': schemaWithSpec({ a: { type: 'integer', minimum: 3, default: 1 } }),
  'a default in metadata': {
    type: 'object',
    properties: { metadata: { type: 'object', default: { name: 'x' } } },
  },
  'metadata that says more': {
    type: 'object',
    properties: { metadata: { type: 'object', properties: { labels: { type: 'object' } } } },
  },
  'a type in a junctor': schemaWithSpec({ a: { type: 'string', anyOf: [{ type: 'string' }] } }),
  'a field in a junctor alone': {
    type: 'object',
    properties: { spec: { type: 'object', anyOf: [{ properties: { b: { minLength: 1 } } }] } },
  },
  'a default in a junctor': schemaWithSpec({ a: { type: 'string', allOf: [{ default: 'x' }] } }),
  'a list of a type that is none': schemaWithSpec({
    a: { type: 'array', items: text, 'x-kubernetes-list-type': 'bag' },
  }),
  'a set of objects': schemaWithSpec({
    a: {
      type: 'array',
      items: { type: 'object', properties: { b: text } },
      'x-kubernetes-list-type': 'set',
    },
  }),
  'a map list without keys': schemaWithSpec({
    a: {
      type: 'array',
      items: { type: 'object', properties: { b: text } },
      'x-kubernetes-list-type': 'map',
    },
  }),
  'a map list with an optional key': schemaWithSpec({
    a: {
      type: 'array',
      items: { type: 'object', properties: { b: text } },
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['b'],
    },
  }),
  'keys of no map list': schemaWithSpec({
    a: { type: 'array', items: text, 'x-kubernetes-list-map-keys': ['b'] },
  }),
  'unknown fields that are not kept': schemaWithSpec({
    a: { type: 'object', 'x-kubernetes-preserve-unknown-fields': false },
  }),
  'a number or a text that keeps fields': schemaWithSpec({
    a: { 'x-kubernetes-int-or-string': true, 'x-kubernetes-preserve-unknown-fields': true },
  }),
  'a number or a text': schemaWithSpec({
    a: {
      'x-kubernetes-int-or-string': true,
      anyOf: [{ type: 'integer' }, { type: 'string' }],
    },
  }),
  'an embedded object of nothing': schemaWithSpec({
    a: { type: 'object', 'x-kubernetes-embedded-resource': true },
  }),
  'an embedded text': schemaWithSpec({
    a: { type: 'string', 'x-kubernetes-embedded-resource': true },
  }),
  'a bad pattern': schemaWithSpec({ a: { type: 'string', pattern: '[' } }),
  'a look behind': schemaWithSpec({ a: { type: 'string', pattern: '(?<=a)b' } }),
  'an atomic text': schemaWithSpec({ a: { type: 'string', 'x-kubernetes-map-type': 'atomic' } }),
  'a nullable root': { ...schemaWithSpec({ a: text }), nullable: true },
  'a text as root': { type: 'string' },
  'a prototype as a property': schemaWithSpec({
    __proto__x: text,
    constructor: text,
    toString: text,
  }),
  'an unknown format': schemaWithSpec({ a: { type: 'string', format: 'colour' } }),
}

const one = (name: string, body: Fields, query = ''): DifferentialCase => ({
  name,
  steps: [{ method: 'POST', path: `${definitionsPath}?dryRun=All${query}`, body }],
})

const v1 = crdVersion('v1', schemaWithSpec({ a: text }))
const bare = (spec: Fields) => crdOf('shapes', { versions: [v1], ...spec })

export const definitionCases: readonly DifferentialCase[] = [
  ...Object.entries(schemas).map(([name, schema]) =>
    one(`schema: ${name}`, crdOf('shapes', { versions: [crdVersion('v1', schema)] })),
  ),
  one('sound', bare({})),
  one('another name', { ...bare({}), metadata: { name: 'x.differ.example.com' } }),
  one('no group', bare({ group: '' })),
  one('a group without a dot', bare({ group: 'g' })),
  one('no scope', bare({ scope: '' })),
  one('a scope that is none', bare({ scope: 'World' })),
  one('no versions', bare({ versions: [] })),
  one('no kind', bare({ names: { plural: 'shapes', kind: '' } })),
  one('a kind with a dash at its end', bare({ names: { plural: 'shapes', kind: 'Shape-' } })),
  one('one kind twice', bare({ names: { plural: 'shapes', kind: 'Shape', listKind: 'Shape' } })),
  one('a bad short name', bare({ names: { plural: 'shapes', kind: 'Shape', shortNames: ['A'] } })),
  one('a version twice', bare({ versions: [v1, { ...v1, storage: false }] })),
  one('no storage', bare({ versions: [{ ...v1, storage: false }] })),
  one('two storages', bare({ versions: [v1, { ...v1, name: 'v2' }] })),
  one('nothing served', bare({ versions: [{ ...v1, served: false }] })),
  one('a bad version', bare({ versions: [{ ...v1, name: 'V1' }] })),
  one('no schema', bare({ versions: [{ name: 'v1', served: true, storage: true }] })),
  one('everything kept', bare({ preserveUnknownFields: true })),
  one('a conversion that is none', bare({ conversion: { strategy: 'Magic' } })),
  one('a hook of nobody', bare({ conversion: { strategy: 'Webhook' } })),
  one('unknown fields', bare({ colour: 'red' }), '&fieldValidation=Strict'),
  ...[
    { name: 'A', type: 'text', jsonPath: '.spec.a' },
    { name: 'A', type: 'string', jsonPath: 'spec.a' },
    { name: '', type: 'string', jsonPath: '.spec.a' },
    { name: 'A', type: '', jsonPath: '' },
    { name: 'A', type: 'string', format: 'x', jsonPath: '.spec.a' },
  ].map(column =>
    one(
      `a column ${JSON.stringify(column)}`,
      bare({ versions: [{ ...v1, additionalPrinterColumns: [column] }] }),
    ),
  ),
  ...[
    { specReplicasPath: '.spec.a', statusReplicasPath: '.status.a' },
    { specReplicasPath: 'spec.a', statusReplicasPath: '.spec.a' },
    { specReplicasPath: '', statusReplicasPath: '' },
    { specReplicasPath: '.spec.a', statusReplicasPath: '.status.a', labelSelectorPath: '.a' },
  ].map(scale =>
    one(
      `a scale ${JSON.stringify(scale)}`,
      bare({ versions: [{ ...v1, subresources: { scale } }] }),
    ),
  ),
  ...['.spec.a', 'spec.a', '.spec.b', '.metadata.name', '.spec', ''].map(jsonPath =>
    one(
      `selectable ${jsonPath}`,
      bare({ versions: [{ ...v1, selectableFields: [{ jsonPath }] }] }),
    ),
  ),
  // Empty lists are rejected there, too. But Protobuf omits them, and then they are accepted, so
  // they are not compared.
  ...['allOf', 'anyOf', 'oneOf'].map(junctor => {
    const schema = { ...schemaWithSpec({ a: text }), [junctor]: [{ required: ['spec'] }] }
    const whole = { ...crdVersion('v1', schema), subresources: { status: {} } }
    return one(`a status and ${junctor} at the root`, bare({ versions: [whole] }))
  }),
  one(
    'a warning of a version that is not deprecated',
    bare({
      versions: [{ ...v1, deprecationWarning: 'x' }],
    }),
  ),
]
