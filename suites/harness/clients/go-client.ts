// The Go client beside this file: everything in Protobuf, as programs with typed clients ask for it.

import type { LongRun } from '../engines.ts'
import { goProgram } from './go-program.ts'
import { sameLines } from './same-lines.ts'

/** Wrong is also an answer with a body in another form than Protobuf. */
export const sameGoClient = (): Promise<LongRun> =>
  sameLines({
    prepare: directory => goProgram('go', directory),
    refuses: ({ got }) => got !== '' && !got.startsWith('application/vnd.kubernetes.protobuf'),
  })
