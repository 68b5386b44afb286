// Builds reads and writes of custom objects through several versions of their type.

import {
  createCustomObject,
  getCustomObject,
  listCustomObjects,
  customCollection,
  putCustomObject,
  deleteCustomObject,
} from '../../dsl/custom-steps.ts'
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
