// The type of a failure cause, which makes several rows fail at once.

import type { Capability } from '../suites/verdict.ts'
import type { Severity } from './severity.ts'
import type { FailureEvidence } from './failure-evidence.ts'

/** A fault of a server that makes several rows fail. */
export type FailureCause = {
  /** What the server does, as a sentence without a full stop. */
  title: string
  /** A capability that the server did not show in the whole run. */
  lacks?: Capability
  /** With `lacks`: the method of the requests that show the capability. */
  method?: string
  /** With `lacks`: whether a failing request asked for the capability. */
  isAskedBy?: (failed: FailureEvidence) => boolean
  /** The minimum number of rows that it explains, if nothing else shows a common cause. */
  rowsMin?: number
  severity: Severity
  /** The rows that show it best, best first. */
  leads: string[]
  /** Whether it explains a failing row, if this does not follow from the request. */
  explains?: (failed: FailureEvidence) => boolean
}
