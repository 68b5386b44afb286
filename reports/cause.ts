// What a cause of failures is: what makes several rows fail at once.

import type { Capability } from '../suites/verdict.ts'
import type { Severity } from './severity.ts'
import type { FailureEvidence } from './failure-evidence.ts'

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
