// The type of a failure cause, which makes several rows fail at once.

import type { Capability } from '../suites/verdict.ts'
import type { Severity } from './severity.ts'
import type { FailureEvidence } from './failure-evidence.ts'

/** The causes that `combined-causes.table.ts` refers to. */
export type CauseCode =
  | 'no-paging'
  | 'no-exact-lists'
  | 'unchecked-read-parameters'
  | 'unchecked-future-version'
  | 'unchecked-put-version'
  | 'unchecked-put-uid'
  | 'unchecked-delete-preconditions'
  | 'no-dry-runs'
  | 'stored-dry-run-of-delete-body'
  | 'stored-dry-run-of-put'
  | 'stored-dry-run-of-patch'
  | 'stored-dry-run-of-delete'
  | 'stored-dry-run-of-mark'
  | 'stored-dry-run-of-collection'
  | 'unchecked-objects'
  | 'unchecked-fields'
  | 'no-field-warnings'
  | 'missing-field-warnings'
  | 'partial-refusals'
  | 'unchecked-items'
  | 'stored-server-fields'
  | 'removed-uid'
  | 'stored-write-only-fields'
  | 'unchecked-write-parameters'
  | 'create-without-namespace'
  | 'create-by-put'
  | 'no-json-patches'
  | 'no-merge-patches'
  | 'no-strategic-merge-patches'
  | 'no-server-side-applies'
  | 'ignored-patch-type'
  | 'wrong-json-patches'
  | 'applied-failing-json-patch'
  | 'wrong-merge-patches'
  | 'kept-finalizers'
  | 'served-unknown-paths'
  | 'lists-at-other-paths'
  | 'ignored-accept'
  | 'no-406'
  | 'no-content-type'
  | 'no-415'
  | 'no-yaml'
  | 'no-compression'

/** A fault of a server that makes several rows fail. */
export type FailureCause = {
  /** What the server does, as a sentence without a full stop. */
  title: string
  /** Set if the cause may be a part of a combined cause. Causes with one code have one title. */
  code?: CauseCode
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
