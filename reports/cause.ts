// What a cause of failures is: what makes several rows fail at once.

import type { Capability } from '../suites/verdict.ts'
import type { Severity } from './severity.ts'

/** Of a failing row: what decides whether a cause explains it. */
export type FailureEvidence = {
  id: string
  section: string
  /** The method of the request that shows the fault. */
  method: string
  /** A refusal was expected, and the request succeeded. */
  isWrongSuccess: boolean
  /** The status that was expected, where a certain one was. */
  expected: number | undefined
  /** The status that came, or none. */
  status: number | undefined
  /** Watches were answered with events in this run, whatever their form. */
  isWatchHad: boolean
  /** What was expected, in words. */
  awaited: string
  /** A get that asks for the newest state shows an older one in this run (GET-001). */
  areReadsStale: boolean
  /** The path and query of the request that shows the fault. */
  path: string
  /** What came, in words. */
  got: string
  /** The methods of the dry runs in its case. */
  dryRuns: string[]
}

export type FailureCause = {
  /** What the server does, in a sentence without a full stop. */
  title: string
  /** What the server never showed in the whole run. */
  lacks?: Capability
  /** With `lacks`: the method of the requests that show it. */
  method?: string
  /** With `lacks`: which failing requests asked for it. */
  isAskedBy?: (failed: FailureEvidence) => boolean
  /** How many rows it has to explain at least, where nothing else shows that it is one cause. */
  rowsMin?: number
  severity: Severity
  /** The rows that show it best, best first. */
  leads: string[]
  /** Set where asking for it is not what shows it: which failing rows it explains. */
  explains?: (failed: FailureEvidence) => boolean
}
