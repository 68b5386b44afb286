// Causes that the events of watches show.

import type { FailureCause } from './failure-cause.ts'
import { isDone, ofRows } from './explains-rows.ts'
import { awaitsVersions, deliveryRows, omitsChanges } from './omitted-changes.ts'
import { isModifiedFor, lacksEvents } from './printed-values.ts'
import { sendsUnchangedObjects } from './unchanged-objects.ts'

const deleted = ['K8S-WATCH-007', 'K8S-WATCH-001', 'K8S-WATCH-002', 'K8S-WATCH-013']
const resumed = ['WATCH-010', 'WATCH-011', 'WATCH-012', 'WATCH-013']
const scopes = ['WATCH-006', 'K8S-WATCH-009']

export const causesOfWatches: FailureCause[] = [
  {
    title: 'Only watch=true begins a watch, and watch=1 does not',
    severity: 'missing',
    leads: ['WATCH-001'],
    explains: ({ id, hasWatches, expected }) =>
      id === 'WATCH-001' && hasWatches && expected.startsWith('first a document'),
  },
  {
    title: 'Only watch=1 begins a watch, and watch=true does not',
    severity: 'missing',
    leads: ['K8S-WATCH-038'],
    explains: ({ id, hasWatches, expected }) =>
      id === 'K8S-WATCH-038' && hasWatches && expected.startsWith('first a document'),
  },
  {
    title: 'Watches with a selector send an object that stops matching as MODIFIED',
    rowsMin: 2,
    severity: 'data',
    leads: ['K8S-WATCH-005'],
    explains: failed =>
      isDone(failed) &&
      ((failed.id === 'K8S-WATCH-005' && isModifiedFor('DELETED', failed)) ||
        (failed.id === 'K8S-WATCH-009' &&
          failed.got.startsWith('MODIFIED ') &&
          failed.expected.includes('='))),
  },
  {
    title: 'Watches with a selector send an object that starts to match as MODIFIED',
    severity: 'data',
    leads: ['K8S-WATCH-005'],
    explains: ofRows(['K8S-WATCH-005'], failed => isDone(failed) && isModifiedFor('ADDED', failed)),
  },
  {
    title: 'Watches from a version begin with the present objects instead of the changes since',
    rowsMin: 2,
    severity: 'data',
    leads: [...resumed, 'WRITE-017', 'K8S-WATCH-013', 'WATCH-006'],
    explains: sendsUnchangedObjects,
  },
  {
    title: 'A watch from a version repeats changes that are not after it',
    rowsMin: 2,
    severity: 'data',
    leads: resumed,
    explains: ofRows(
      resumed,
      ({ expected, ...failed }) =>
        isDone({ expected: expected, ...failed }) &&
        /^(?:only changes|a change of \S+) after/.test(expected),
    ),
  },
  {
    title: 'Events do not have the resourceVersion that their write returned',
    severity: 'data',
    leads: ['WRITE-017'],
    explains: awaitsVersions,
  },
  {
    title: 'Watches omit deletions',
    severity: 'data',
    leads: deliveryRows,
    explains: failed => failed.areOnlyRemovalsOmitted && omitsChanges(failed),
  },
  {
    title: 'Watches omit changes',
    severity: 'data',
    leads: deliveryRows,
    explains: omitsChanges,
  },
  {
    title: 'Watches omit the deletion of an object whose last finalizer is removed',
    severity: 'data',
    leads: ['K8S-WATCH-011'],
    explains: ofRows(
      ['K8S-WATCH-011'],
      failed =>
        isDone(failed) &&
        lacksEvents(failed) &&
        failed.expected.includes('DELETED') &&
        !failed.got.includes('DELETED'),
    ),
  },
  {
    title: 'DELETED events are at an earlier version than the deletion',
    rowsMin: 2,
    severity: 'data',
    leads: deleted,
    explains: ofRows(deleted, ({ got }) => /^DELETED \S+ at /.test(got)),
  },
  {
    title: 'Watches send an event twice',
    severity: 'data',
    leads: ['K8S-WATCH-002'],
    explains: ofRows(['K8S-WATCH-002'], isDone),
  },
  {
    title: 'Watches deliver events of objects outside their selection',
    severity: 'data',
    leads: scopes,
    // The same rows also see events that no write explains.
    explains: ofRows(scopes, failed => isDone(failed) && !failed.expected.startsWith('one of')),
  },
]
