// Checks the list envelopes of genuine servers.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import {
  exchangeAt,
  namespaceDefaultItems,
  itemsOf,
  ownItems,
  bodyValueAt,
  isSuccess,
} from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import {
  requireCreates,
  requireSuccess,
  requireLists,
} from '../../../properties/laws/preconditions.ts'
import { listsAreNotOlder } from '../../../properties/laws/version-order.ts'
import { precondition, verify } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import type { Scenario } from '../../../properties/dsl/scenario.ts'
import { createAll, someNames } from '../../../properties/scenarios/collections.ts'
import {
  createLabelled as createdAt,
  someObjects,
  someRole,
  someScope,
  someWrites,
} from '../../../properties/scenarios/labelled-objects.ts'
import { create, list, scenarioWith } from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

/**
 * Generates one to four objects and three lists: the whole collection, at any version, and the
 * first chunk.
 */
const someLists = (): Arbitrary<Scenario> =>
  fc
    .record({ role: fc.constantFrom('main', 'core', 'cluster'), names: someNames(1, 4) })
    .map(({ role, names }) =>
      scenarioWith(
        ...createAll(role, names),
        list('list whole', role),
        list('list any', role, { resourceVersion: '0' }),
        list('list chunk', role, { limit: 1 }),
      ),
    )

function* itemsAreBare(history: History): Generator<Observation> {
  yield* requireCreates(history)
  for (const list of history.exchanges.filter(({ step }) => step.startsWith('list'))) {
    yield* requireLists(history, list)
    for (const item of ownItems(history, list)) {
      yield verify(item['kind'] === undefined && item['apiVersion'] === undefined, {
        says: 'Items of a list of a built-in type have neither kind nor apiVersion.',
        expected: 'an item without kind and apiVersion',
        got: { kind: item['kind'], apiVersion: item['apiVersion'] },
        at: list,
      })
    }
  }
}

/** Generates a few writes, with a list after each of them. */
const listsBetweenWrites = (): Arbitrary<Scenario> =>
  fc
    .record({ role: someRole, objects: someObjects(2, 4), scope: someScope })
    .chain(({ role, objects, scope }) =>
      someWrites({ role, objects, fresh: 'f' }, 1, 3).map(writes =>
        scenarioWith(
          ...objects.map(object => createdAt(role, object)),
          ...writes.flatMap((write, index) => [write, list(`list ${index}`, role, scope)]),
          list('list any', role, { ...scope, resourceVersion: '0' }),
        ),
      ),
    )

export default [
  property('K8S-ENV-001', someLists(), itemsAreBare),
  example(
    'K8S-ENV-002',
    [
      list('list empty', 'main', { namespace: 2 }),
      create('object', 'main', 'x'),
      list('list unselected', 'main', { labelSelector: 'touchstone/nothing=x' }),
      list('list limited', 'core', { namespace: 2, limit: 1 }),
    ],
    function* (history) {
      yield* requireSuccess(history, 'object')
      for (const label of ['list empty', 'list unselected', 'list limited']) {
        const list = exchangeAt(history, label)
        yield* precondition(isSuccess(list), `${label} was refused`)
        const items = bodyValueAt(list, '/items')
        const count = itemsOf(list)?.length ?? 0
        // Default objects that the server creates in each namespace may be in the list.
        if (count > 0 && count === namespaceDefaultItems(history, list).length) continue
        yield* precondition(count === 0, `${label} is not empty`)
        yield verify(Array.isArray(items), {
          says: 'A list without objects has an empty array of items.',
          expected: 'items: []',
          got: `items: ${JSON.stringify(items) ?? 'absent'}`,
          at: list,
        })
      }
    },
  ),
  property('K8S-ENV-003', listsBetweenWrites(), listsAreNotOlder),
]
