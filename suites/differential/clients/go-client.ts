// The Go programs beside this file: a client that takes everything in Protobuf, and an operator.

import type { LongRun } from '../../harness/engines.ts'
import { goProgram } from './go-program.ts'
import { sameLines } from './same-lines.ts'

/** Wrong is also an answer with a body in another form than Protobuf. */
export const sameGoClient = (): Promise<LongRun> =>
  sameLines({
    prepare: directory => goProgram('go', directory),
    refuses: ({ got }) => got !== '' && !got.startsWith('application/vnd.kubernetes.protobuf'),
  })

/** It elects a leader, defines a type, follows it through caches and makes what is wanted. */
export const sameOperator = (): Promise<LongRun> =>
  sameLines({ prepare: directory => goProgram('operator', directory) })
