// Nothing that the client accepts can be served.

import { nothingAcceptableIs406 } from '../../../properties/laws/errors/unacceptable.ts'
import { unacceptable } from '../../../properties/scenarios/errors/unacceptable.ts'
import { property } from '../../check.ts'

export default [property('ERR-007', unacceptable(), nothingAcceptableIs406)]
