// Builds reads and writes of custom objects through several versions of their type.

import {
  createCustomObject,
  createEstablishedType,
  defineSharedType,
  definitionVersion,
  pollUntil,
  specOf,
  typeSpec,
  getCustomObject,
  listCustomObjects,
  customCollection,
  putCustomObject,
  deleteCustomObject,
} from '../../dsl/custom-steps.ts'
import type { SchemaTerm } from '../../dsl/custom-steps.ts'
import type { Step } from '../../dsl/scenario.ts'
import { rawRequest, awaitVersion } from '../../dsl/steps.ts'
import { gadgetRef, redSpec, withGadgets } from './custom-types.ts'
import { awaitBoth, watchTwice } from './custom-watches.ts'

const beta = { ...gadgetRef, version: 'v1beta1' }
const alpha = { ...gadgetRef, version: 'v1alpha1' }

/**
 * Objects that were created in one version (`object`) and in the other (`beta object`), read in
 * both.
 */
export const readsInEachVersion: Step[] = [
  withGadgets,
  createCustomObject('object', gadgetRef, 'x', redSpec),
  createCustomObject('beta object', beta, 'y', redSpec),
  getCustomObject('x in v1', gadgetRef, 'x'),
  getCustomObject('x in v1beta1', beta, 'x'),
  getCustomObject('y in v1', gadgetRef, 'y'),
  getCustomObject('y in v1beta1', beta, 'y'),
  listCustomObjects('list in v1beta1', beta),
  ...watchTwice('watch in v1beta1', customCollection(beta), { from: 'x in v1' }),
  putCustomObject('changed', gadgetRef, 'x in v1', { set: { '/spec/color': 'blue' } }),
  ...awaitBoth('watch in v1beta1', label => awaitVersion(label, 'changed')),
]

/** Changes an object through each version in turn, and once with a stale resourceVersion. */
export const writesInEachVersion: Step[] = [
  withGadgets,
  createCustomObject('object', gadgetRef, 'x', redSpec),
  getCustomObject('in v1beta1', beta, 'x'),
  putCustomObject('beta change', beta, 'in v1beta1', { set: { '/spec/color': 'blue' } }),
  getCustomObject('in v1', gadgetRef, 'x'),
  putCustomObject('stale', gadgetRef, 'object', { set: { '/spec/color': 'green' } }),
  putCustomObject('change', gadgetRef, 'in v1', { set: { '/spec/color': 'green' } }),
  getCustomObject('at last', beta, 'x'),
]

const sizesUpTo = (maximum: number) => specOf({ size: { type: 'integer', maximum } })

/** A type whose stored version allows smaller sizes than its other version. */
const typeWithTwoSchemas = typeSpec([
  definitionVersion('v1', sizesUpTo(10)),
  definitionVersion('v1beta1', sizesUpTo(100), {
    storage: false,
  }),
])

const openSpec: SchemaTerm = {
  type: 'object',
  'x-kubernetes-preserve-unknown-fields': true,
  properties: { known: { type: 'string' } },
}

/** A type whose versions have a field with a property and with unknown fields. */
const typeWithOpenField = defineSharedType(
  'type',
  typeSpec([
    definitionVersion('v1', specOf({ open: openSpec })),
    definitionVersion('v1beta1', specOf({ open: openSpec }), { storage: false }),
  ]),
)

/** What the schema of `open` does not describe. */
export const unknownFields = { unknown: { of: [1, { deep: 'yes' }] } }

const ofType = { of: 'type' }
const betaOfType = { ...ofType, version: 'v1beta1' }

/** Sizes that both versions accept, that only `v1beta1` accepts, and that neither accepts. */
export const writesBySchemaOfVersion: Step[] = [
  ...createEstablishedType('type', typeWithTwoSchemas),
  pollUntil(listCustomObjects('v1 served', ofType), 200),
  pollUntil(listCustomObjects('v1beta1 served', betaOfType), 200),
  createCustomObject('small in v1', ofType, 'a', { spec: { size: 5 } }),
  createCustomObject('small in v1beta1', betaOfType, 'b', { spec: { size: 5 } }),
  createCustomObject('medium in v1', ofType, 'c', { spec: { size: 50 } }),
  createCustomObject('medium in v1beta1', betaOfType, 'd', { spec: { size: 50 } }),
  createCustomObject('large in v1beta1', betaOfType, 'e', { spec: { size: 500 } }),
  putCustomObject('medium update', betaOfType, 'small in v1beta1', { set: { '/spec/size': 60 } }),
  getCustomObject('after', betaOfType, 'b'),
]

const withUnknownFields = { spec: { open: { known: 'a', ...unknownFields } } }

/**
 * Objects with unknown fields that the schema preserves, created in one version (`x`) and in the
 * other (`y`), read in both, and changed in the other one.
 */
export const unknownFieldsInEachVersion: Step[] = [
  typeWithOpenField,
  createCustomObject('x created', ofType, 'x', withUnknownFields),
  createCustomObject('y created', betaOfType, 'y', withUnknownFields),
  ...['x', 'y'].flatMap(name => [
    getCustomObject(`${name} in v1`, ofType, name),
    getCustomObject(`${name} in v1beta1`, betaOfType, name),
  ]),
  putCustomObject('x changed', betaOfType, 'x in v1beta1', { set: { '/spec/open/known': 'b' } }),
  putCustomObject('y changed', ofType, 'y in v1', { set: { '/spec/open/known': 'b' } }),
  ...['x', 'y'].flatMap(name => [
    getCustomObject(`${name} later in v1`, ofType, name),
    getCustomObject(`${name} later in v1beta1`, betaOfType, name),
  ]),
]

/** Requests to a version that is not served, and to one that is. */
export const unservedVersion: Step[] = [
  withGadgets,
  createCustomObject('object', gadgetRef, 'x', redSpec),
  listCustomObjects('list', alpha),
  getCustomObject('get', alpha, 'x'),
  createCustomObject('create', alpha, 'y', redSpec),
  deleteCustomObject('delete', alpha, 'x'),
  rawRequest('resources', 'GET', {
    $join: ['/apis/', { $seen: 'gadgets', at: '/spec/group' }, '/v1alpha1'],
  }),
  getCustomObject('after', gadgetRef, 'x'),
]

/** Requests to a deprecated version, each with the same request to a current version. */
export const deprecatedVersion: Step[] = [
  withGadgets,
  ...[gadgetRef, beta].flatMap((of): Step[] => {
    const word = of === beta ? 'beta' : 'new'
    return [
      createCustomObject(`${word} create`, of, word, redSpec),
      getCustomObject(`${word} get`, of, word),
      listCustomObjects(`${word} list`, of),
      putCustomObject(`${word} update`, of, `${word} get`, { set: { '/spec/color': 'blue' } }),
      deleteCustomObject(`${word} delete`, of, word),
    ]
  }),
]
