// Builds the life cycles of definitions: established, served, listed, in conflict, removed.

import {
  createCustomObject,
  definitionsPathTerm,
  getCustomObject,
  getType,
  listCustomObjects,
  createEstablishedType,
  createType,
  customCollection,
  ownDefinitionPath,
  ownGroup,
  patchCustomObject,
  deleteType,
  specOf,
  typeSpec,
  pollUntil,
  definitionVersion,
} from '../../dsl/custom-steps.ts'
import type { Step } from '../../dsl/scenario.ts'
import { caseName, rawRequest, awaitVersion, awaitEventType } from '../../dsl/steps.ts'
import { patchMediaTypes } from '../../dsl/write-steps.ts'
import { awaitBoth, watchTwice } from './custom-watches.ts'

export const definedType = { of: 'type' }
const simple = specOf({ a: { type: 'string' } })

/** A type with one version and no other features. */
export const widgetType = typeSpec([definitionVersion('v1', simple)])

const untilGone = (label: string, logical?: string): Step => pollUntil(getType(label, logical), 404)

/** Watches a definition (`type`, `watch`) while it is established and then labelled (`touched`). */
export const establishType: Step[] = [
  createType('type', widgetType),
  ...watchTwice('watch', definitionsPathTerm(), {
    from: 'type',
    query: { fieldSelector: { $join: ['metadata.name=', ownDefinitionPath()] } },
  }),
  pollUntil(getType('type established'), {
    status: { conditions: [{ type: 'Established', status: 'True' }] },
  }),
  rawRequest('touched', 'PATCH', definitionsPathTerm(ownDefinitionPath()), {
    body: { metadata: { labels: { touched: 'yes' } } },
    headers: { 'content-type': patchMediaTypes.merge },
  }),
  ...awaitBoth('watch', label => awaitVersion(label, 'touched')),
  getType('type afterwards'),
]

/** Lists the objects of an established type (`type`) as soon as it is served (`served`). */
export const serveEstablishedType: Step[] = [
  ...createEstablishedType('type', widgetType),
  pollUntil(listCustomObjects('served', definedType), 200),
]

const everyName = {
  singular: 'one',
  shortNames: ['wdg', 'wdgt'],
  categories: ['touchstone', 'things'],
}

/** A type with names and subresources, and its discovery (`listed`, `grouped`). */
export const listTypeInDiscovery: Step[] = [
  ...createEstablishedType(
    'type',
    typeSpec(
      [
        definitionVersion('v1', simple, { subresources: { status: {} } }),
        definitionVersion('v2alpha1', simple, { storage: false }),
        definitionVersion('v1beta1', simple, { storage: false }),
        definitionVersion('v10', simple, { storage: false }),
        definitionVersion('v1beta2', simple, { storage: false, served: false }),
      ],
      { names: everyName },
    ),
  ),
  pollUntil(rawRequest('listed', 'GET', { $join: ['/apis/', ownGroup, '/v1'] }), {
    resources: [{ name: caseName('widgets') }],
  }),
  pollUntil(rawRequest('grouped', 'GET', { $join: ['/apis/', ownGroup] }), { name: ownGroup }),
  pollUntil(rawRequest('groups', 'GET', '/apis'), { groups: [{ name: ownGroup }] }),
]

/**
 * Removes a type (`removed`), waits until it is gone (`gone`), and reads its paths and discovery.
 */
export const removeDefinedType: Step[] = [
  ...createEstablishedType('type', widgetType),
  pollUntil(listCustomObjects('served', definedType), 200),
  pollUntil(rawRequest('listed', 'GET', { $join: ['/apis/', ownGroup] }), 200),
  deleteType('removed'),
  untilGone('gone'),
  pollUntil(listCustomObjects('unserved', definedType), 404),
  pollUntil(rawRequest('unlisted', 'GET', { $join: ['/apis/', ownGroup] }), 404),
]

/**
 * Removes a type with an object (`object`), which is watched (`fate`), and creates the type again.
 */
export const removeTypeWithObject: Step[] = [
  ...createEstablishedType('type', widgetType),
  pollUntil(listCustomObjects('served', definedType), 200),
  createCustomObject('object', definedType, 'x', { spec: { a: 'b' } }),
  ...watchTwice('fate', customCollection(definedType), { from: 'object' }),
  deleteType('removed'),
  ...awaitBoth('fate', label => awaitEventType(label, 'DELETED')),
  untilGone('gone'),
  ...createEstablishedType('type anew', widgetType),
  pollUntil(listCustomObjects('served anew', { of: 'type anew' }), 200),
]

/**
 * Removes a type with an object that has a finalizer (`held`). The type stays until the object is
 * gone.
 */
export const removeTypeWithHeldObject: Step[] = [
  ...createEstablishedType('type', widgetType),
  pollUntil(listCustomObjects('served', definedType), 200),
  createCustomObject(
    'held',
    definedType,
    'x',
    {},
    {
      set: { '/metadata/finalizers': ['touchstone.invalid/hold'] },
    },
  ),
  createCustomObject('twin', definedType, 'twin', {}, { query: { dryRun: 'All' } }),
  deleteType('removed'),
  pollUntil(getType('marked'), {
    status: { conditions: [{ type: 'Terminating', status: 'True' }] },
  }),
  // The server may need time to learn that the type is terminating.
  {
    poll: createCustomObject('refusing', definedType, 'late', {}, { query: { dryRun: 'All' } }),
    isRefused: true,
  },
  createCustomObject('late', definedType, 'late'),
  getCustomObject('still there', definedType, 'x'),
  getType('waiting'),
  patchCustomObject('freed', definedType, 'x', {
    type: 'merge',
    body: { metadata: { finalizers: null } },
  }),
  untilGone('gone'),
]

/** Two types (`type`, `other`) with the same kind. The first one is removed at the end. */
export const conflictingTypes: Step[] = [
  ...createEstablishedType('type', widgetType),
  createType('other', widgetType, { logical: 'gizmos' }),
  pollUntil(getType('refused', 'gizmos'), {
    status: { conditions: [{ type: 'NamesAccepted', status: 'False' }] },
  }),
  listCustomObjects('unserved', { of: 'other' }),
  getType('first'),
  deleteType('removed'),
  untilGone('gone'),
  pollUntil(getType('accepted', 'gizmos'), {
    status: { conditions: [{ type: 'Established', status: 'True' }] },
  }),
  pollUntil(listCustomObjects('served', { of: 'other' }), 200),
]
