import { nameIsFreeAfterRemoval } from '../../../properties/laws/object-fields/instances.ts'
import {
  nameIsFree,
  nameIsTaken,
  namelessIsRefused,
  namesAreTaken,
} from '../../../properties/laws/object-fields/names.ts'
import { requireSuccess } from '../../../properties/laws/preconditions.ts'
import { recreations } from '../../../properties/scenarios/object-lifecycles.ts'
import { createsOfTakenNames } from '../../../properties/scenarios/object-fields/names.ts'
import { create, get, list, caseName } from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

export default [
  example(
    'OBJ-006',
    [
      create('twin', 'main', 'x'),
      list('before', 'main'),
      create('nameless', 'main', undefined),
      list('after', 'main'),
    ],
    history =>
      namelessIsRefused(history, {
        before: 'before',
        nameless: 'nameless',
        twin: 'twin',
        after: 'after',
      }),
  ),
  property('OBJ-007', createsOfTakenNames(), namesAreTaken),
  example(
    'OBJ-008',
    [
      create('taken', 'main', 'x', { namespace: 0 }),
      create('free', 'main', 'x', { namespace: 1 }),
      create('twin', 'main', 'y', { namespace: 1 }),
    ],
    history =>
      nameIsFree(history, {
        taken: 'taken',
        free: 'free',
        twin: 'twin',
        says: 'Objects of one kind in different namespaces can share a name.',
      }),
  ),
  example(
    'OBJ-009',
    [create('taken', 'main', 'x'), create('free', 'core', 'x'), create('twin', 'core', 'y')],
    history =>
      nameIsFree(history, {
        taken: 'taken',
        free: 'free',
        twin: 'twin',
        says: 'Objects of different kinds in one namespace can share a name.',
      }),
  ),
  property('OBJ-010', recreations(), nameIsFreeAfterRemoval),
  example(
    'OBJ-011',
    [
      create('object', 'cluster', 'x', { content: 'first' }),
      create('twin', 'cluster', 'y', { content: 'second' }),
      get('before', 'cluster', caseName('x')),
      create('again', 'cluster', 'x', { content: 'second' }),
      get('after', 'cluster', caseName('x')),
    ],
    function* (history) {
      yield* requireSuccess(history, 'object', 'twin')
      yield* nameIsTaken(history, { before: 'before', again: 'again', after: 'after' })
    },
  ),
]
