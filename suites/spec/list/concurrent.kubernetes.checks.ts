// Checks guarantees for concurrent writers and readers.

import { historyIsLinearizable } from '../../../properties/laws/list/linearizable.ts'
import { concurrentWriters } from '../../../properties/scenarios/list/concurrent.ts'
import { property } from '../../check.ts'

export default [
  property('K8S-LIST-020', concurrentWriters(), historyIsLinearizable(), {
    observationsMin: 10,
    allowsClusterScope: true,
  }),
]
