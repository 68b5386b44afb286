import { generalRoles } from '../../../fixtures/objects/tested-types.ts'
import {
  incompleteListHasToken,
  completeListHasNo,
  itemsAreOfOneKind,
  listNamesItsKind,
  kindIsNeverPlainList,
  remainingIsCounted,
  selectedListIsNotCounted,
  listVersionFollowsWrites,
} from '../../../properties/laws/envelopes/envelopes.ts'
import { notesOf } from '../../../properties/laws/notes.ts'
import { requireCreates } from '../../../properties/laws/preconditions.ts'
import { bodyValueAt, rolesIn } from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import { createAll } from '../../../properties/scenarios/collections.ts'
import {
  countedChunks,
  listsOfEveryForm,
} from '../../../properties/scenarios/envelopes/envelopes.ts'
import { create, list, caseName, listByChunks } from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

const fiveNames = ['a', 'b', 'c', 'd', 'e']
const listOfEachRole = generalRoles.map(role => list(`list ${role}`, role))
const oneOfEachRole = [
  create('one', 'main', 'a'),
  create('two', 'core', 'a'),
  create('three', 'cluster', 'a'),
]
const labelsOfLists = (history: History) =>
  rolesIn(history, generalRoles).map(role => `list ${role}`)
const wholeAndWalked = [
  ...createAll('main', fiveNames),
  list('complete', 'main'),
  listByChunks(list('page', 'main', { limit: 2 })),
]

export default [
  example('ENV-001', [...oneOfEachRole, ...listOfEachRole], history =>
    listNamesItsKind(history, 'kind', ...labelsOfLists(history)),
  ),
  example('ENV-002', [...oneOfEachRole, ...listOfEachRole], history =>
    listNamesItsKind(history, 'apiVersion', ...labelsOfLists(history)),
  ),
  example(
    'ENV-003',
    [
      create('one', 'main', 'a'),
      list('before', 'main'),
      create('two', 'main', 'b'),
      list('after', 'main'),
    ],
    history => listVersionFollowsWrites(history, 'before', 'after'),
  ),
  example('ENV-004', wholeAndWalked, history =>
    completeListHasNo(history, 'continue', { complete: 'complete', paged: 'page' }),
  ),
  example(
    'ENV-005',
    [
      ...createAll('main', fiveNames),
      list('complete', 'main'),
      list('limited', 'main', { limit: 3 }),
    ],
    history => incompleteListHasToken(history, 'complete', 'limited'),
  ),
  property('ENV-006', countedChunks(), remainingIsCounted),
  example('ENV-007', wholeAndWalked, history =>
    completeListHasNo(history, 'remainingItemCount', { complete: 'complete', paged: 'page' }),
  ),
  example(
    'ENV-008',
    [
      ...['a', 'b', 'c'].map(name =>
        create(`object-${name}`, 'main', name, { set: { '/metadata/labels/chosen': 'yes' } }),
      ),
      create('object-d', 'main', 'd'),
      list('all', 'main'),
      list('selected', 'main', { labelSelector: 'chosen=yes' }),
      list('limited', 'main', { labelSelector: 'chosen=yes', limit: 1 }),
    ],
    history =>
      selectedListIsNotCounted(history, { all: 'all', selected: 'selected', limited: 'limited' }),
    { needs: ['feature labelSelector'] },
  ),
  example(
    'ENV-009',
    [
      ...createAll('main', ['a', 'b', 'c', 'd']),
      list('all', 'main'),
      list('selected', 'main', { fieldSelector: { $join: ['metadata.name!=', caseName('d')] } }),
      list('limited', 'main', {
        fieldSelector: { $join: ['metadata.name!=', caseName('d')] },
        limit: 1,
      }),
    ],
    history =>
      selectedListIsNotCounted(history, { all: 'all', selected: 'selected', limited: 'limited' }),
    { needs: ['feature fieldSelector'] },
  ),
  example('ENV-010', [...oneOfEachRole, ...listOfEachRole], function* (history) {
    yield* requireCreates(history)
    yield* itemsAreOfOneKind(history, ...labelsOfLists(history))
  }),
  example(
    'ENV-011',
    [list('items of an empty list', 'main')],
    notesOf(
      exchange => JSON.stringify(bodyValueAt(exchange, '/items')) ?? 'absent',
      'items of an empty list',
    ),
  ),
  property('ENV-012', listsOfEveryForm(), kindIsNeverPlainList),
]
