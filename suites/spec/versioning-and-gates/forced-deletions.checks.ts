// Checks the default of a feature gate (suites/setups/gates.ts).

import { gateIsOffByDefault } from '../../../properties/laws/versioning-and-gates/forced-deletions.ts'
import { forcedDeletions } from '../../../properties/scenarios/versioning-and-gates/forced-deletions.ts'
import { example } from '../../check.ts'

export default [example('GATE-011', forcedDeletions, gateIsOffByDefault)]
