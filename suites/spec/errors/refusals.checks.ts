import { refusalsChangeNothing } from '../../../properties/laws/errors/effects-of-errors.ts'
import { staleIsConflict } from '../../../properties/laws/errors/conflicts.ts'
import { faultyRequests } from '../../../properties/scenarios/errors/refusals.ts'
import { staleUpdate } from '../../../properties/scenarios/updates.ts'
import { property } from '../../check.ts'

export default [
  property('ERR-008', staleUpdate(), staleIsConflict),
  property('ERR-021', faultyRequests(), refusalsChangeNothing),
]
