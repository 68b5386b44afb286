// Checks how a server ends (suites/setups/ends.ts).

import { servesForDelay } from '../../../properties/laws/health/endings.ts'
import { delayedEnd } from '../../../properties/scenarios/health/endings.ts'
import { example } from '../../check.ts'

export default [example('HEALTH-023', delayedEnd, servesForDelay)]
