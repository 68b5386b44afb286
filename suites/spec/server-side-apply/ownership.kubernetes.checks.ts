// Who owns what, against a model.

import {
  conflictsAreForetold,
  idleWritesLeaveNoTrace,
  ownersAreForetold,
  valuesAreForetold,
} from '../../../properties/laws/apply-ownership.ts'
import { writtenInTurn } from '../../../properties/scenarios/apply-sequences.ts'
import { property } from '../../check.ts'
import type { Need } from '../../check.ts'

const needs: Need[] = ['feature apply']
const sequences = () => writtenInTurn('main', 'core')

export default [
  property('K8S-APPLY-001', sequences(), history => conflictsAreForetold(history), { needs }),
  property('K8S-APPLY-002', sequences(), history => valuesAreForetold(history), { needs }),
  property('K8S-APPLY-003', sequences(), history => ownersAreForetold(history), { needs }),
  property('K8S-APPLY-004', sequences(), history => idleWritesLeaveNoTrace(history), { needs }),
]
