// The lives of definitions: established, served, listed, in conflict, removed.

import {
  createObject,
  definitions,
  getObject,
  getType,
  listObjects,
  madeType,
  makeType,
  objectsAt,
  ownDefinition,
  ownGroup,
  patchObject,
  removeType,
  specOf,
  typeOf,
  until,
  version,
} from '../../dsl/custom-steps.ts'
import type { Step } from '../../dsl/scenario.ts'
import { named, raw, untilShown, untilType } from '../../dsl/steps.ts'
import { patchTypes } from '../../dsl/write-steps.ts'
import { untilBoth, watchedTwice } from './custom-watches.ts'

export const type = { of: 'type' }
const simple = specOf({ a: { type: 'string' } })

/** A type of one version that asks for nothing. */
export const widgets = typeOf([version('v1', simple)])

const gone = (label: string, logical?: string): Step => until(getType(label, logical), 404)

/** The definition (`type`) is followed (`watch`) while it is established and then labelled (`touched`). */
export const establishing: Step[] = [
  makeType('type', widgets),
  ...watchedTwice('watch', definitions(), {
    from: 'type',
    query: { fieldSelector: { $join: ['metadata.name=', ownDefinition()] } },
  }),
  until(getType('type established'), {
    status: { conditions: [{ type: 'Established', status: 'True' }] },
  }),
  raw('touched', 'PATCH', definitions(ownDefinition()), {
    body: { metadata: { labels: { touched: 'yes' } } },
    headers: { 'content-type': patchTypes.merge },
  }),
  ...untilBoth('watch', label => untilShown(label, 'touched')),
  getType('type afterwards'),
]

/** An established type (`type`) is listed (`served`) as soon as it is there. */
export const serving: Step[] = [
  ...madeType('type', widgets),
  until(listObjects('served', type), 200),
]

const everyName = {
  singular: 'one',
  shortNames: ['wdg', 'wdgt'],
  categories: ['touchstone', 'things'],
}

/** A type with names and subresources, and what is said of it (`listed`, `grouped`). */
export const listing: Step[] = [
  ...madeType(
    'type',
    typeOf(
      [
        version('v1', simple, { subresources: { status: {} } }),
        version('v2alpha1', simple, { storage: false }),
        version('v1beta1', simple, { storage: false }),
        version('v10', simple, { storage: false }),
        version('v1beta2', simple, { storage: false, served: false }),
      ],
      { names: everyName },
    ),
  ),
  until(raw('listed', 'GET', { $join: ['/apis/', ownGroup, '/v1'] }), {
    resources: [{ name: named('widgets') }],
  }),
  until(raw('grouped', 'GET', { $join: ['/apis/', ownGroup] }), { name: ownGroup }),
  until(raw('groups', 'GET', '/apis'), { groups: [{ name: ownGroup }] }),
]

/** A type is removed (`removed`) until it is gone (`gone`), and with it all that it was. */
export const removing: Step[] = [
  ...madeType('type', widgets),
  until(listObjects('served', type), 200),
  until(raw('listed', 'GET', { $join: ['/apis/', ownGroup] }), 200),
  removeType('removed'),
  gone('gone'),
  until(listObjects('unserved', type), 404),
  until(raw('unlisted', 'GET', { $join: ['/apis/', ownGroup] }), 404),
]

/** A type is removed with its object (`object`), which is followed (`fate`), and then made anew. */
export const removingObjects: Step[] = [
  ...madeType('type', widgets),
  until(listObjects('served', type), 200),
  createObject('object', type, 'x', { spec: { a: 'b' } }),
  ...watchedTwice('fate', objectsAt(type), { from: 'object' }),
  removeType('removed'),
  ...untilBoth('fate', label => untilType(label, 'DELETED')),
  gone('gone'),
  ...madeType('type anew', widgets),
  until(listObjects('served anew', { of: 'type anew' }), 200),
]

/** A type whose object is held (`held`) is removed, and stays as long as that does. */
export const terminating: Step[] = [
  ...madeType('type', widgets),
  until(listObjects('served', type), 200),
  createObject(
    'held',
    type,
    'x',
    {},
    {
      set: { '/metadata/finalizers': ['touchstone.invalid/hold'] },
    },
  ),
  createObject('twin', type, 'twin', {}, { query: { dryRun: 'All' } }),
  removeType('removed'),
  until(getType('marked'), { status: { conditions: [{ type: 'Terminating', status: 'True' }] } }),
  // Who refuses may have to hear of it first.
  until(createObject('refusing', type, 'late', {}, { query: { dryRun: 'All' } }), 403),
  createObject('late', type, 'late'),
  getObject('still there', type, 'x'),
  getType('waiting'),
  patchObject('freed', type, 'x', { type: 'merge', body: { metadata: { finalizers: null } } }),
  gone('gone'),
]

/** Two types (`type`, `other`) that want the same kind; the first is removed in the end. */
export const conflicting: Step[] = [
  ...madeType('type', widgets),
  makeType('other', widgets, { logical: 'gizmos' }),
  until(getType('refused', 'gizmos'), {
    status: { conditions: [{ type: 'NamesAccepted', status: 'False' }] },
  }),
  listObjects('unserved', { of: 'other' }),
  getType('first'),
  removeType('removed'),
  gone('gone'),
  until(getType('accepted', 'gizmos'), {
    status: { conditions: [{ type: 'Established', status: 'True' }] },
  }),
  until(listObjects('served', { of: 'other' }), 200),
]
