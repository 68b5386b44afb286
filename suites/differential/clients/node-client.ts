// Runs the JavaScript client library against both servers.

import type { LongRun } from '../../long-runs/storage-engine-runs.ts'
import { nodeLines } from './node-lines.ts'
import { compareLines } from './compare-lines.ts'

export const compareNodeClient = (): Promise<LongRun> =>
  compareLines({ prepare: async () => nodeLines, differs: {} })
