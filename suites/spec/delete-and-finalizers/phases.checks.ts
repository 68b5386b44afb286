// Checks the two phases of a deletion: finalization, then removal.

import {
  finalizersGoInAnyOrder,
  lastFinalizerRemovesTheObject,
  deletionMarksBeforeRemoval,
  objectIsRemoved,
  undeletedObjectStays,
  objectStaysWhileHeld,
} from '../../../properties/laws/delete-and-finalizers/deletions.ts'
import {
  deletionTimestampIsNow,
  deletionTimestampIsSetOnce,
  markingIsDeliveredAsModified,
} from '../../../properties/laws/delete-and-finalizers/deletion-times.ts'
import { requireSuccess } from '../../../properties/laws/preconditions.ts'
import {
  finalizerRemovalsAreNotLost,
  nameIsFreeAfterRemovalOnly,
  otherObjectsStay,
} from '../../../properties/laws/delete-and-finalizers/finalizer-removals.ts'
import {
  concurrentFinalizerRemovals,
  deletionsAmongOthers,
  finalizerRemovals,
  withRemainingFinalizers,
  finalizerRemovalsOfLiveObject,
  markedObject,
  plainDeletion,
  withoutFinalPoll,
  watchDeletion,
  pollUntilGone,
} from '../../../properties/scenarios/delete-and-finalizers/deletions.ts'
import { finalizerName } from '../../../properties/scenarios/object-lifecycles.ts'
import {
  create,
  get,
  caseName,
  waitLonger,
  deleteObject,
  awaitVersion,
} from '../../../properties/dsl/steps.ts'
import type { Step } from '../../../properties/dsl/scenario.ts'
import { example, property } from '../../check.ts'

const one = [finalizerName('a')]

/**
 * Waits for events that never come, so for as long as the harness waits for an event: at least two
 * seconds. Timestamps have whole seconds, so two of them differ only if enough time lies between.
 */
const aWhile: Step = { as: 'a while passes', waitOn: 'watch', events: 1_000 }

export default [
  property('DEL-001', finalizerRemovals(1, 3, ['put']), function* (history) {
    yield* deletionMarksBeforeRemoval(history)
    yield* lastFinalizerRemovesTheObject(history)
  }),
  example('DEL-002', markedObject('core', one), deletionTimestampIsNow),
  example(
    'DEL-003',
    [
      ...watchDeletion('core'),
      ...markedObject('core', one),
      aWhile,
      deleteObject('again', 'core', caseName('x')),
      get('after', 'core', caseName('x')),
    ],
    deletionTimestampIsSetOnce,
  ),
  property('DEL-004', finalizerRemovals(2, 4, ['put']).map(withoutFinalPoll), objectStaysWhileHeld),
  property('DEL-005', finalizerRemovals(2, 4), finalizersGoInAnyOrder),
  property('DEL-006', finalizerRemovals(1, 1), lastFinalizerRemovesTheObject),
  example('DEL-007', plainDeletion('main'), function* (history) {
    yield* requireSuccess(history, 'object', 'deleted')
    yield* objectIsRemoved(
      history,
      'A deleted object without finalizers is removed without another request.',
    )
  }),
  property('DEL-008', finalizerRemovalsOfLiveObject(), undeletedObjectStays),
  example(
    'DEL-009',
    [
      ...markedObject('main', one),
      create('twin', 'main', 'y'),
      create('early', 'main', 'x'),
      get('read 0', 'main', caseName('x')),
      withRemainingFinalizers('put', { as: 'taken 0', role: 'main', of: 'read 0', left: [] }),
      pollUntilGone('main'),
      create('late', 'main', 'x'),
    ],
    nameIsFreeAfterRemovalOnly,
  ),
  example(
    'DEL-010',
    [
      ...watchDeletion('main'),
      ...markedObject('main', one),
      waitLonger(awaitVersion('watch', 'marked')),
    ],
    markingIsDeliveredAsModified,
  ),
  property('DEL-034', deletionsAmongOthers(), otherObjectsStay, { observationsMin: 20 }),
  property('DEL-035', concurrentFinalizerRemovals(), finalizerRemovalsAreNotLost),
]
