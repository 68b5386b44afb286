import { refusalsChangeNothing } from '../../../properties/laws/errors/effects-of-errors.ts'
import { staleUpdateIsConflict } from '../../../properties/laws/errors/conflicts.ts'
import { faultyRequestsBetweenLists } from '../../../properties/scenarios/errors/refusals.ts'
import { staleUpdate } from '../../../properties/scenarios/updates.ts'
import { property } from '../../check.ts'

export default [
  property('ERR-008', staleUpdate(), staleUpdateIsConflict),
  property('ERR-021', faultyRequestsBetweenLists(), refusalsChangeNothing),
]
