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
