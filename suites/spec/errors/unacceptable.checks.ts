// Nothing that the client accepts can be served.

import { nothingAcceptableIs406 } from '../../../properties/laws/unacceptable.ts'
import { unacceptable } from '../../../properties/scenarios/unacceptable.ts'
import { property } from '../../check.ts'

export default [property('ERR-007', unacceptable(), nothingAcceptableIs406)]
