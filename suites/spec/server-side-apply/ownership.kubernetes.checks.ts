// Checks field ownership against a model.

import type { History } from '../../../properties/history/history.ts'
import {
  conflictsMatchModel,
  noOpWritesChangeNothing,
  managersMatchModel,
  valuesMatchModel,
} from '../../../properties/laws/server-side-apply/apply-ownership.ts'
import { sharedFieldsStay } from '../../../properties/laws/server-side-apply/shared-fields.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  appliedItems,
  replicaSetShape,
} from '../../../properties/scenarios/server-side-apply/apply-items.ts'
import {
  writesByManagers,
  repeatedWritesByManagers,
} from '../../../properties/scenarios/server-side-apply/apply-sequences.ts'
import { appliesOfSharedFields } from '../../../properties/scenarios/server-side-apply/shared-fields.ts'
import { example, property } from '../../check.ts'
import type { Need } from '../../check.ts'

const needs: Need[] = ['feature apply']
const sequences = () => writesByManagers('main', 'core')

function* itemsAreForetold(history: History): Generator<Observation> {
  yield* conflictsMatchModel(history, replicaSetShape)
  yield* valuesMatchModel(history, replicaSetShape)
  yield* managersMatchModel(history, replicaSetShape)
}

export default [
  property('K8S-APPLY-001', sequences(), history => conflictsMatchModel(history), { needs }),
  property('K8S-APPLY-002', sequences(), history => valuesMatchModel(history), { needs }),
  property('K8S-APPLY-003', sequences(), history => managersMatchModel(history), { needs }),
  property(
    'K8S-APPLY-004',
    repeatedWritesByManagers('main', 'core'),
    history => noOpWritesChangeNothing(history),
    { needs },
  ),
  property('K8S-APPLY-009', appliedItems(), itemsAreForetold, {
    needs: [...needs, 'feature replicasets'],
  }),
  example('K8S-APPLY-034', appliesOfSharedFields, sharedFieldsStay, { needs }),
]
