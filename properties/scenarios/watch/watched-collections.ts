// Generates watches that are opened before the writes of one sequential writer, so that all events
// arrive while the stream is open.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/tested-types.ts'
import type { Scenario, Step } from '../../dsl/scenario.ts'
import { create, list, scenarioWith, awaitVersion, versionFrom, watch } from '../../dsl/steps.ts'
import {
  updateLabelled,
  createLabelled,
  someObjects,
  someRole,
  someScope,
  someWrites,
} from '../labelled-objects.ts'
import type { LabelledObject } from '../labelled-objects.ts'
import { markerAndFinalLists, someReader } from './watched.ts'

export const anyRole: Arbitrary<Role> = fc.constantFrom('main', 'core', 'cluster')

/**
 * Generates a watch of a collection, and writes to its objects. At least two objects are changed.
 */
export const watchWrites = (roles: Arbitrary<Role> = someRole): Arbitrary<Scenario> =>
  fc
    .record({ role: roles, scope: someScope, objects: someObjects(2, 4), reader: someReader })
    .map(made => ({ ...made, objects: made.objects.map(inFirstNamespace) }))
    .chain(({ role, scope, objects, reader }) =>
      someWrites({ role, objects, fresh: 'f' }, 1, 5).map(writes =>
        scenarioWith(
          ...objects.map(object => createLabelled(role, object)),
          list('start', role, scope),
          watch('watch', role, { ...scope, resourceVersion: versionFrom('start'), reader }),
          ...objects.slice(0, 2).map(object => updateLabelled(role, object, { text: 'first' })),
          ...writes,
          ...markerAndFinalLists(role, ['watch']),
        ),
      ),
    )

const inFirstNamespace = (object: LabelledObject, index: number): LabelledObject =>
  index < 2 ? { ...object, namespace: 0 } : object

/**
 * Generates a watch of one namespace (`one`) and one of all (`all`), and writes in two namespaces
 * whose names share a prefix. The last writes are `end other`, in the other namespace, and `end
 * one`.
 */
export const watchNamespaces = (): Arbitrary<Scenario> =>
  fc
    .record({ role: someRole, objects: someObjects(3, 5), one: fc.constantFrom(0, 1) })
    .chain(({ role, objects, one }) =>
      someWrites({ role, objects, fresh: 'f' }, 2, 6).map(writes =>
        scenarioWith(
          ...objects.map(object => createLabelled(role, object)),
          ...watchFromNow(role, 'one', one),
          ...watchFromNow(role, 'all', 'all'),
          ...writes,
          create('end other', role, 'zz-marker', { namespace: 1 - one }),
          create('end one', role, 'zz-marker', { namespace: one }),
          awaitVersion('one', 'end one'),
          awaitVersion('all', 'end one'),
          list('final', role),
          list('final@1', role, { namespace: 1 }),
        ),
      ),
    )

const watchFromNow = (role: Role, label: string, namespace: number | 'all'): Step[] => [
  list(`start ${label}`, role, { namespace }),
  watch(label, role, { namespace, resourceVersion: versionFrom(`start ${label}`) }),
]
