// The JavaScript client library on both servers.

import type { LongRun } from '../../harness/engines.ts'
import { nodeLines } from './node-lines.ts'
import { compareLines } from './same-lines.ts'

export const compareNodeClient = (): Promise<LongRun> =>
  compareLines({ prepare: async () => nodeLines, differs: {} })
