// Checks the answer if the server can serve nothing that the client accepts.

import { nothingAcceptableIs406 } from '../../../properties/laws/errors/unacceptable.ts'
import { unacceptableRequests } from '../../../properties/scenarios/errors/unacceptable.ts'
import { property } from '../../check.ts'

export default [property('ERR-007', unacceptableRequests(), nothingAcceptableIs406)]
