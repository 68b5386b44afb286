// Who owns what, against a model.

import type { History } from '../../../properties/history/history.ts'
import {
  conflictsAreForetold,
  idleWritesLeaveNoTrace,
  ownersAreForetold,
  valuesAreForetold,
} from '../../../properties/laws/server-side-apply/apply-ownership.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  appliedItems,
  replicaSetShape,
} from '../../../properties/scenarios/server-side-apply/apply-items.ts'
import {
  writtenInTurn,
  writtenTwice,
} from '../../../properties/scenarios/server-side-apply/apply-sequences.ts'
import { property } from '../../check.ts'
import type { Need } from '../../check.ts'

const needs: Need[] = ['feature apply']
const sequences = () => writtenInTurn('main', 'core')

function* itemsAreForetold(history: History): Generator<Observation> {
  yield* conflictsAreForetold(history, replicaSetShape)
  yield* valuesAreForetold(history, replicaSetShape)
  yield* ownersAreForetold(history, replicaSetShape)
}

export default [
  property('K8S-APPLY-001', sequences(), history => conflictsAreForetold(history), { needs }),
  property('K8S-APPLY-002', sequences(), history => valuesAreForetold(history), { needs }),
  property('K8S-APPLY-003', sequences(), history => ownersAreForetold(history), { needs }),
  property(
    'K8S-APPLY-004',
    writtenTwice('main', 'core'),
    history => idleWritesLeaveNoTrace(history),
    { needs },
  ),
  property('K8S-APPLY-009', appliedItems(), itemsAreForetold, {
    needs: [...needs, 'feature replicasets'],
  }),
]
