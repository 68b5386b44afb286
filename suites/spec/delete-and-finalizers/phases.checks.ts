// The two phases of a deletion: finalization, then removal.

import {
  anyOrderWillDo,
  goesWithTheLast,
  isMarkedFirst,
  isRemoved,
  staysAlive,
  staysWhileHeld,
} from '../../../properties/laws/delete-and-finalizers/deletions.ts'
import {
  isMarkedNow,
  isMarkedOnce,
  markIsTold,
} from '../../../properties/laws/delete-and-finalizers/deletion-times.ts'
import { done } from '../../../properties/laws/premises.ts'
import {
  everyReleaseCounts,
  nameIsFreedByRemoval,
  othersStay,
} from '../../../properties/laws/delete-and-finalizers/releases.ts'
import {
  concurrentReleases,
  deletionsAmongOthers,
  finalizations,
  leaving,
  liveReleases,
  markedWith,
  plainDeletion,
  unawaited,
  underWatch,
  untilGone,
} from '../../../properties/scenarios/delete-and-finalizers/deletions.ts'
import { finalizer } from '../../../properties/scenarios/lives.ts'
import { create, get, named, patiently, remove, untilShown } from '../../../properties/dsl/steps.ts'
import type { Step } from '../../../properties/dsl/scenario.ts'
import { example, property } from '../../check.ts'

const one = [finalizer('a')]

/** Timestamps count seconds: the next one is another one only when a while has passed. */
const aWhile: Step = { as: 'a while passes', await: 'watch', events: 1_000 }

export default [
  property('DEL-001', finalizations(1, 3, ['put']), function* (history) {
    yield* isMarkedFirst(history)
    yield* goesWithTheLast(history)
  }),
  example('DEL-002', markedWith('core', one), isMarkedNow),
  example(
    'DEL-003',
    [
      ...underWatch('core'),
      ...markedWith('core', one),
      aWhile,
      remove('again', 'core', named('x')),
      get('after', 'core', named('x')),
    ],
    isMarkedOnce,
  ),
  property('DEL-004', finalizations(2, 4, ['put']).map(unawaited), staysWhileHeld),
  property('DEL-005', finalizations(2, 4), anyOrderWillDo),
  property('DEL-006', finalizations(1, 1, ['put']), goesWithTheLast),
  example('DEL-007', plainDeletion('main'), function* (history) {
    yield* done(history, 'object', 'deleted')
    yield* isRemoved(history, 'A deleted object without finalizers is removed by itself.')
  }),
  property('DEL-008', liveReleases(), staysAlive),
  example(
    'DEL-009',
    [
      ...markedWith('main', one),
      create('twin', 'main', 'y'),
      create('early', 'main', 'x'),
      get('read 0', 'main', named('x')),
      leaving('put', { as: 'taken 0', role: 'main', of: 'read 0', left: [] }),
      untilGone('main'),
      create('late', 'main', 'x'),
    ],
    nameIsFreedByRemoval,
  ),
  example(
    'DEL-010',
    [...underWatch('main'), ...markedWith('main', one), patiently(untilShown('watch', 'marked'))],
    markIsTold,
  ),
  property('DEL-034', deletionsAmongOthers(), othersStay, { observationsMin: 20 }),
  property('DEL-035', concurrentReleases(), everyReleaseCounts),
]
