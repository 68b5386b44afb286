// One type in several versions: its objects read and written through each.

import {
  createObject,
  getObject,
  listObjects,
  objectsAt,
  putObject,
  removeObject,
} from '../../dsl/custom-steps.ts'
import type { Step } from '../../dsl/scenario.ts'
import { raw, untilShown } from '../../dsl/steps.ts'
import { gadget, red, withGadgets } from './custom-types.ts'
import { untilBoth, watchedTwice } from './custom-watches.ts'

const beta = { ...gadget, version: 'v1beta1' }
const alpha = { ...gadget, version: 'v1alpha1' }

/** An object that was created in one version (`object`) and in the other (`beta object`), read in both. */
export const readInEach: Step[] = [
  withGadgets,
  createObject('object', gadget, 'x', red),
  createObject('beta object', beta, 'y', red),
  getObject('x in v1', gadget, 'x'),
  getObject('x in v1beta1', beta, 'x'),
  getObject('y in v1', gadget, 'y'),
  getObject('y in v1beta1', beta, 'y'),
  listObjects('list in v1beta1', beta),
  ...watchedTwice('watch in v1beta1', objectsAt(beta), { from: 'x in v1' }),
  putObject('changed', gadget, 'x in v1', { set: { '/spec/color': 'blue' } }),
  ...untilBoth('watch in v1beta1', label => untilShown(label, 'changed')),
]

/** An object is changed through either version in turn, and once from a version that is old. */
export const writtenInEach: Step[] = [
  withGadgets,
  createObject('object', gadget, 'x', red),
  getObject('in v1beta1', beta, 'x'),
  putObject('beta change', beta, 'in v1beta1', { set: { '/spec/color': 'blue' } }),
  getObject('in v1', gadget, 'x'),
  putObject('stale', gadget, 'object', { set: { '/spec/color': 'green' } }),
  putObject('change', gadget, 'in v1', { set: { '/spec/color': 'green' } }),
  getObject('at last', beta, 'x'),
]

/** A version that is not served, beside one that is. */
export const unserved: Step[] = [
  withGadgets,
  createObject('object', gadget, 'x', red),
  listObjects('list', alpha),
  getObject('get', alpha, 'x'),
  createObject('create', alpha, 'y', red),
  removeObject('delete', alpha, 'x'),
  raw('resources', 'GET', {
    $join: ['/apis/', { $seen: 'gadgets', at: '/spec/group' }, '/v1alpha1'],
  }),
  getObject('after', gadget, 'x'),
]

/** Requests of a version that is deprecated, each beside one of a version that is not. */
export const deprecated: Step[] = [
  withGadgets,
  ...[gadget, beta].flatMap((of): Step[] => {
    const word = of === beta ? 'beta' : 'new'
    return [
      createObject(`${word} create`, of, word, red),
      getObject(`${word} get`, of, word),
      listObjects(`${word} list`, of),
      putObject(`${word} update`, of, `${word} get`, { set: { '/spec/color': 'blue' } }),
      removeObject(`${word} delete`, of, word),
    ]
  }),
]
