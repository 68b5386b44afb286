/** The data about a failing row that decide whether a cause explains it. */
export type FailureEvidence = {
  id: string
  section: string
  /** Whether it failed only in some of its runs. */
  isFlaky: boolean
  /** The method of the request that shows the fault. */
  method: string
  /** The request succeeded although a refusal was expected. */
  isWrongSuccess: boolean
  /** The expected status, if the rule requires a certain one. */
  expectedStatus: number | undefined
  /** The received status, if there was a response. */
  status: number | undefined
  /** Whether watches returned events in this run, in any form. */
  hasWatches: boolean
  /** Whether a write at Strict was refused for an unknown or duplicate field in this run. */
  isStrictEnforced: boolean
  /** Whether a write at Strict succeeded in this run, although it had such a field. */
  isStrictIgnored: boolean
  /** What was expected, in words. */
  expected: string
  /** Whether a get for the newest state returned an older one in this run (GET-001). */
  areReadsStale: boolean
  /** Whether a list was older than an acknowledged write in this run (K8S-LIST-021). */
  areListsStale: boolean
  /** Whether versions are numbers, not strings, in this run (ENV-003, OBJ-022). */
  areVersionsNumbers: boolean
  /** Whether the version of a list went back in this run, with its items up to date. */
  areListVersionsLow: boolean
  /** The path and query of the request that shows the fault. */
  path: string
  /** The Content-Type of that request, if the report names it. */
  mediaType?: string
  /** What was received, in words. */
  got: string
  /** The methods of the dry runs in its case. */
  dryRuns: string[]
  /** Whether the response that shows the fault is an object that still has finalizers. */
  hasFinalizers: boolean
  /** Whether a DELETE with dryRun=All removed an object in this run (DRY-004). */
  areDryDeletesDone: boolean
  /** Pointers of the unknown fields that the server did not detect. */
  unseenFields: string[]
  /** Whether the unknown fields that are not detected are all in items of lists in this run. */
  areOnlyItemFieldsUnseen: boolean
  /** Whether the list lacks objects that were expected, all of which its case deletes. */
  isDeletedObjectMissing: boolean
  /** Whether lists at exact versions, which are served, lack deleted objects in this run. */
  areDeletedObjectsLost: boolean
  /** Whether a PUT with a stale version succeeded without a race in this run. */
  areStalePutsDone: boolean
  /** Whether the watches that omit changes omit only deletions in this run. */
  areOnlyRemovalsOmitted: boolean
  /** Whether a watch omits a change in this run. */
  areChangesOmitted: boolean
  /** Whether a watch sends objects that have not changed since its version in this run. */
  areUnchangedObjectsSent: boolean
  /** Whether events have other versions than the writes returned, and none is omitted. */
  areEventVersionsOther: boolean
}
