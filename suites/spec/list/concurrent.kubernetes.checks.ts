// What holds of writers and readers at the same time.

import { isLinearizable } from '../../../properties/laws/list/linearizable.ts'
import { crowds } from '../../../properties/scenarios/list/concurrent.ts'
import { property } from '../../check.ts'

export default [property('K8S-LIST-020', crowds(), isLinearizable(), { observationsMin: 10 })]
