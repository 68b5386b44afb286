// The options with which a check is performed.

import type { ScriptAccess } from '../../properties/perform/curl.ts'
import type { History } from '../../properties/history/history.ts'
import type { Scenario } from '../../properties/dsl/scenario.ts'
import type { Check } from '../check.ts'
import type { CrossCheck } from '../failure/reference-outcome.ts'
import type { DrawnScenario } from '../select/coverage-guided-selection.ts'
import type { DrawnDigests } from '../select/seed.ts'
import type { ShrinkBudget } from '../failure/shrink-budget.ts'
import type { RunShortener } from './shorten-run.ts'
import type { SkipReason } from './skipped-checks.ts'

export type CheckRunOptions = {
  seed: number
  scenarios: number
  /** Milliseconds for all scenarios of one check; `shrinkMs` for shrinking one failure. */
  checkMs: number
  shrinkMs: number
  /** The time that the whole run has left for shrinking. */
  shrinkBudget?: ShrinkBudget
  signal: AbortSignal
  /** Receives every history, to save it and to count the states reached. */
  onHistory: (check: Check, history: History, scenario: Scenario) => void
  /** Ends checks early in a long run of a server that has failed. */
  shortener?: Pick<RunShortener, 'endsCheck'>
  /** Why a check that the target can perform is not performed. */
  skip?: SkipReason
  /** The scenarios that the seed draws, if they are known already. */
  draws?: DrawnScenario[]
  /** Receives digests of the scenarios that the run draws. */
  drawnDigests?: DrawnDigests
  /** For scripts: the address of the server and the files of credentials. */
  access?: ScriptAccess
  /** Shared by the run: whether a request is never served, by the sentence that says so. */
  neverServed?: Map<string, Promise<boolean>>
  /** Milliseconds after which a request counts as unanswered; 3,000 unless set. */
  waitMsMin?: number
  /** Milliseconds in which a server answers unless it is slow in general; 1,000 unless set. */
  promptMs?: number
  /** Performs a case on the reference before it is reported. */
  crossCheck?: CrossCheck
}
