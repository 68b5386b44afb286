// Lists faults in the schemas of a definition and in their rules.

import type { SchemaTerm } from '../../dsl/custom-steps.ts'
import type { Term } from '../../dsl/term.ts'
import type { DefinitionFault } from './custom-type-faults.ts'

const root = '/spec/versions/0/schema/openAPIV3Schema'
const schemaPath = (below: string): string =>
  `${root}/properties/spec${below.replaceAll('.', '/properties/')}`

const rule = (text: string): Term => [{ rule: text }]
const strings: SchemaTerm = { type: 'array', items: { type: 'string' } }
const spec = '.properties[spec]'
const rules = '/x-kubernetes-validations'

export const schemaFaultCases: DefinitionFault[] = [
  { name: 'a root that is no object', set: { [root]: { type: 'string' } }, field: '.type' },
  {
    name: 'a field without a type',
    set: { [schemaPath('.text')]: { maxLength: 3 } },
    field: `${spec}.properties[text].type`,
  },
  {
    name: 'a type that is none',
    set: { [`${schemaPath('.text')}/type`]: 'text' },
    field: `${spec}.properties[text].type`,
  },
  {
    name: 'a list without items',
    drop: [`${schemaPath('.list')}/items`],
    field: `${spec}.properties[list].items`,
  },
  {
    name: 'properties beside additional ones',
    set: { [`${schemaPath('.nested')}/additionalProperties`]: { type: 'string' } },
    field: `${spec}.properties[nested].additionalProperties`,
  },
  {
    name: 'unknown properties forbidden',
    set: { [`${schemaPath('.nested')}/additionalProperties`]: false },
    field: `${spec}.properties[nested].additionalProperties`,
  },
  {
    name: 'a reference',
    set: { [`${schemaPath('.text')}/$ref`]: '#/definitions/x' },
    field: `${spec}.properties[text].$ref`,
  },
  {
    name: 'a schema that refers to itself',
    set: { [schemaPath('.nested.number')]: { type: 'object', $ref: '#' } },
    field: `${spec}.properties[nested].properties[number].$ref`,
  },
  {
    name: 'a list of keys without keys',
    drop: [`${schemaPath('.items')}/x-kubernetes-list-map-keys`],
    field: `${spec}.properties[items].x-kubernetes-list-map-keys`,
  },
  {
    name: 'a key that items may lack',
    drop: [`${schemaPath('.items')}/items/required`],
    field: `${spec}.properties[items].items.properties[key].default`,
  },
  {
    name: 'a set of objects',
    set: { [`${schemaPath('.list')}/items`]: { type: 'object', properties: {} } },
    field: `${spec}.properties[list].items.x-kubernetes-map-type`,
  },
  {
    name: 'a list type that is none',
    set: { [`${schemaPath('.list')}/x-kubernetes-list-type`]: 'bag' },
    field: `${spec}.properties[list].x-kubernetes-list-type`,
  },
  {
    name: 'unique items',
    set: { [`${schemaPath('.list')}/uniqueItems`]: true },
    field: `${spec}.properties[list].uniqueItems`,
  },
  {
    name: 'a pattern that is none',
    set: { [`${schemaPath('.text')}/pattern`]: '(' },
    field: `${spec}.properties[text].pattern`,
  },
  {
    name: 'a type within a choice',
    set: { [`${schemaPath('.text')}/anyOf`]: [{ type: 'string' }] },
    field: `${spec}.properties[text].anyOf[0].type`,
  },
  {
    name: 'an embedded text',
    set: { [`${schemaPath('.text')}/x-kubernetes-embedded-resource`]: true },
    field: `${spec}.properties[text].type`,
  },
  {
    name: 'unknown fields not preserved',
    set: { [`${schemaPath('.nested')}/x-kubernetes-preserve-unknown-fields`]: false },
    field: `${spec}.properties[nested].x-kubernetes-preserve-unknown-fields`,
  },
  {
    name: 'a schema of metadata',
    set: {
      [`${root}/properties/metadata`]: {
        type: 'object',
        properties: { labels: { type: 'object' } },
      },
    },
    field: '.properties[metadata]',
  },
  {
    name: 'a default of another type',
    set: { [`${schemaPath('.nested.number')}/default`]: 'one' },
    field: `${spec}.properties[nested].properties[number].default`,
  },
  {
    name: 'a default with an unknown field',
    set: { [`${schemaPath('.nested')}/default`]: { absent: 1 } },
    field: `${spec}.properties[nested].default`,
  },
]

export const ruleFaultCases: DefinitionFault[] = [
  {
    name: 'a rule that is no expression',
    set: { [`${schemaPath('')}${rules}`]: rule('self.') },
    field: `${spec}.x-kubernetes-validations[0].rule`,
  },
  {
    name: 'a rule of an unknown field',
    set: { [`${schemaPath('')}${rules}`]: rule('self.absent == 1') },
    field: `${spec}.x-kubernetes-validations[0].rule`,
  },
  {
    name: 'a rule that is no truth',
    set: { [`${schemaPath('')}${rules}`]: rule('self.nested.number') },
    field: `${spec}.x-kubernetes-validations[0].rule`,
  },
  {
    name: 'a rule that compares types',
    set: { [`${schemaPath('')}${rules}`]: rule('self.text == 1') },
    field: `${spec}.x-kubernetes-validations[0].rule`,
  },
  {
    name: 'an empty rule',
    set: { [`${schemaPath('')}${rules}`]: rule('') },
    field: `${spec}.x-kubernetes-validations[0].rule`,
  },
  {
    name: 'a message that is no text',
    set: { [`${schemaPath('')}${rules}`]: [{ rule: 'true', messageExpression: '1' }] },
    field: `${spec}.x-kubernetes-validations[0].messageExpression`,
  },
  {
    name: 'a reason that is none',
    set: { [`${schemaPath('')}${rules}`]: [{ rule: 'true', reason: 'Because' }] },
    field: `${spec}.x-kubernetes-validations[0].reason`,
  },
  {
    name: 'a path to nothing',
    set: { [`${schemaPath('')}${rules}`]: [{ rule: 'true', fieldPath: '.absent' }] },
    field: `${spec}.x-kubernetes-validations[0].fieldPath`,
  },
  {
    name: 'a rule that costs too much',
    set: {
      [schemaPath('.list')]: {
        ...strings,
        'x-kubernetes-validations': rule('self.all(a, self.all(b, self.all(c, a == b || b == c)))'),
      },
    },
    field: `${spec}.properties[list].x-kubernetes-validations[0].rule`,
  },
]
