// The Go programs beside this file: a client that takes everything in Protobuf, and an operator.

import type { LongRun } from '../../long-runs/storage-engine-runs.ts'
import { buildGoProgram } from './go-program.ts'
import { compareLines } from './compare-lines.ts'

/** Wrong is also an answer with a body in another form than Protobuf. */
export const compareGoClient = (): Promise<LongRun> =>
  compareLines({
    prepare: directory => buildGoProgram('go', directory),
    refuses: ({ got }) => got !== '' && !got.startsWith('application/vnd.kubernetes.protobuf'),
  })

/** It elects a leader, defines a type, follows it through caches and makes what is wanted. */
export const compareGoOperator = (): Promise<LongRun> =>
  compareLines({ prepare: directory => buildGoProgram('operator', directory) })
