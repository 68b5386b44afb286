// What holds of writers and readers at the same time.

import { isLinearizable } from '../../../properties/laws/consistency/linearizable.ts'
import { crowds } from '../../../properties/scenarios/concurrent.ts'
import { property } from '../../check.ts'

export default [property('K8S-LIST-020', crowds(), isLinearizable(), { observationsMin: 10 })]
