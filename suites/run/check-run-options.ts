// How a check is performed.

import type { ScriptAccess } from '../../properties/perform/curl.ts'
import type { History } from '../../properties/history/history.ts'
import type { Scenario } from '../../properties/dsl/scenario.ts'
import type { Check } from '../check.ts'
import type { Confirm } from '../failure/confirmation.ts'
import type { DrawnScenario } from '../select/coverage-guided-selection.ts'
import type { ShrinkBudget } from '../failure/shrink-budget.ts'

export type CheckRunOptions = {
  seed: number
  runs: number
  /** Milliseconds for all scenarios of one check, and for making a failure small. */
  checkMs: number
  shrinkMs: number
  /** Of this run: how long it makes failures small in all. */
  shrinkBudget?: ShrinkBudget
  signal: AbortSignal
  /** Sees every history; for saving and for counting the states reached. */
  onHistory: (check: Check, history: History, scenario: Scenario) => void
  /** The scenarios that the seed draws, where they are at hand. */
  draws?: DrawnScenario[]
  /** Where scripts find the server, and files of credentials. */
  access?: ScriptAccess
  /** Of this run: whether a request is never served, by the sentence that says so. */
  neverServed?: Map<string, Promise<boolean>>
  /** How long a request has to be waited for to be called unanswered; three seconds unless set. */
  waitMsMin?: number
  /** How soon a server answers that is not slow with everything; one second unless set. */
  promptMs?: number
  /** Performs a case on the reference before it is published. */
  confirm?: Confirm
}
