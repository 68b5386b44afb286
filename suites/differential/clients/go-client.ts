// Runs the two Go programs: a client that uses only Protobuf, and an operator.

import type { LongRun } from '../../long-runs/storage-engine-runs.ts'
import { buildGoProgram } from './go-program.ts'
import { compareLines } from './compare-lines.ts'

/** A response body in another encoding than Protobuf is a problem, too. */
export const compareGoClient = (): Promise<LongRun> =>
  compareLines({
    prepare: directory => buildGoProgram('go', directory),
    refuses: ({ got }) => got !== '' && !got.startsWith('application/vnd.kubernetes.protobuf'),
  })

/** The operator elects a leader, defines a type, caches its objects and reconciles them. */
export const compareGoOperator = (): Promise<LongRun> =>
  compareLines({ prepare: directory => buildGoProgram('operator', directory) })
