// The JavaScript client library on both servers.

import type { LongRun } from '../../harness/engines.ts'
import { nodeLines } from './node-lines.ts'
import { sameLines } from './same-lines.ts'

export const sameNodeClient = (): Promise<LongRun> =>
  sameLines({ prepare: async () => nodeLines, differs: {} })
