// The verdicts on requirements and the result of a run. All code that judges, reports or prints
// uses these types; this module imports only the types of requirements and of unserved requests.

import type { Surface, Strength } from './requirement.ts'
import type { NeverServedRequest, UnansweredRequest } from './unserved-requests.ts'

export type { Surface, Strength }

/**
 * - `pass`: the rule was tested and held.
 * - `fail`: the target is wrong; the reported case failed in five of five re-runs.
 * - `flaky`: the check failed, but the reported case did not fail in all five re-runs.
 * - `inconclusive`: too little evidence, budget or time to decide.
 * - `waived`: the target declares this difference, with a reason and an end date.
 * - `inapplicable`: the condition of the row is not met, or the target lacks what the check needs.
 * - `observed`: no answer could fail, as the specification is silent or leaves the choice, or the
 * target departs from the row as its dialect allows; its answer is recorded.
 * - `error`: the harness could not judge.
 * - `untested`: not judged by this release, or not selected.
 */
export const verdicts = [
  'pass',
  'fail',
  'flaky',
  'inconclusive',
  'waived',
  'inapplicable',
  'observed',
  'error',
  'untested',
] as const
export type VerdictWord = (typeof verdicts)[number]

/**
 * The result of a run. `partial` is a run of a selection, or of fewer scenarios than
 * `scenariosForConformance`, in which everything passed.
 */
export type RunResult = 'conformant' | 'nonconformant' | 'incomplete' | 'partial'

/** Capabilities: features that a server has or lacks as a whole. */
export const capabilities = [
  'create',
  'put',
  'patch',
  'apply',
  'json-patch',
  'merge-patch',
  'strategic-merge-patch',
  'watch',
  'dry-run',
  'negotiation',
  'yaml',
  'compression',
  'paging',
  'exact-lists',
  'version-match',
  'warnings',
  'strict-validation',
  'status-bodies',
  'health',
  'authentication',
] as const
export type Capability = (typeof capabilities)[number]

/** For each capability: how many exchanges showed it, and how many requested it and lacked it. */
export type CapabilityCounts = Partial<Record<Capability, { had: number; lacking: number }>>

/** The verdict on one requirement. */
export type Verdict = {
  id: string
  verdict: VerdictWord
  /** How many scenarios were performed. */
  cases: number
  /** How often the rule was tested in these scenarios. */
  observations: number
  /** Fewer scenarios than planned were performed, because the run was shortened. */
  shortened?: true
  /** One sentence: what was violated, missing, lacking or observed. */
  because?: string
  /** For a row from which the dialect departs: whether the target does, too. */
  departure?: 'absent' | 'present' | 'not shown'
  /** The shrunk scenario and its evidence, whether it failed only here or on the reference too. */
  failure?: Failure
  /** For `fail`: the request that the server never serves, if that is the fault. */
  neverServed?: NeverServedRequest
  /** Why the check was not performed, if the run ended early or was too slow. */
  skippedBecause?: string
  /** The request that timed out, if the check could not be judged because of it. */
  timeOut?: UnansweredRequest
  /**
   * For `inconclusive`: reads of the administrator ended with 500 or a closed connection. An object
   * that an earlier check has stored may break them.
   */
  hadFailedReads?: true
  /** For `inconclusive`: an object that the check did not write was found. */
  hadOtherWriter?: true
  /** The server has stored an object without a name, which cannot be deleted. */
  leftNameless?: true
  /**
   * For `fail`, `flaky` and `inconclusive`: the capabilities that the requests of the evidence use.
   */
  requestedCapabilities?: Capability[]
}

/** A failure that fits on one screen. */
export type Failure = {
  /** The sentence of the rule, as the judge states it. */
  says: string
  expected: string
  /** Set if the rule requires a refusal, with the code that it requires, if any. */
  expectedRefusal?: { code?: number }
  got: string
  /** The step of the exchange that shows the violation. */
  at: string
  /** The steps of the reported case, one line each. */
  steps: string[]
  exchanges: ShownExchange[]
  /** The reported case failed in `failed` of `of` re-runs. */
  reruns: { failed: number; of: number }
  /** The content of the case file (`CaseFile`), saved as `cases/<id>.json`. */
  case: unknown
  /** A shell script that sends the shrunk case with curl. */
  curl: string
  /** The command that performs the case again on the same target. It works in any directory. */
  replay?: string
  /** The result of the case on the reference. */
  reference?: string
}

/** One redacted request and its answer, as in reports. */
export type ShownExchange = {
  step: string
  request: {
    method: string
    path: string
    /** The media types that the scenario sets: `accept` and `content-type`, or `(none)`. */
    headers?: Record<string, string>
    body?: string
    as?: string
    endpoint?: number
  }
  /** `contentType` is left out if it is `application/json`. */
  answer?: { status: number; contentType?: string; body: string; milliseconds: number }
  /** Why there is no answer. */
  problem?: string
}

/** The input of `resultOf` for one row. */
export type JudgedRow = { strength: Strength; inSet: boolean } & Pick<
  Verdict,
  'verdict' | 'departure'
>

/**
 * Whether a row binds the target: a must of the set from which the target does not lawfully depart.
 */
export const isBinding = ({ inSet, strength, departure }: Omit<JudgedRow, 'verdict'>): boolean =>
  inSet && strength === 'must' && departure !== 'present'

/**
 * The scenarios per property that a claim of conformance requires; the default of `--scenarios`.
 */
export const scenariosForConformance = 20

/** How much of the set a run covers. */
export type RunExtent = {
  /** Whether only a selection of the set ran. */
  filtered: boolean
  /** Set if the checks that start servers or node agents were left out. */
  targetOnly?: boolean
  /** Scenarios per property. */
  scenarios: number
}

/**
 * Computes the result of a run from its verdicts. A requirement without evidence never counts as
 * passed: a must of the set that is neither passed nor inapplicable (flaky, inconclusive, waived,
 * observed, an error, or untested in a run of all rows) makes the run incomplete, and so does a
 * run in which no must passed. A row from which the target departs as its dialect allows does not
 * count.
 */
export function resultOf(
  rows: JudgedRow[],
  { filtered, targetOnly, scenarios }: RunExtent,
): RunResult {
  const musts = rows.filter(isBinding)
  if (musts.some(row => row.verdict === 'fail')) return 'nonconformant'
  const undecided: VerdictWord[] = ['flaky', 'inconclusive', 'waived', 'observed', 'error']
  if (musts.some(row => undecided.includes(row.verdict))) return 'incomplete'
  if (!musts.some(row => row.verdict === 'pass')) return 'incomplete'
  if (!filtered && !targetOnly && musts.some(row => row.verdict === 'untested')) return 'incomplete'
  const isPart = filtered || targetOnly === true || scenarios < scenariosForConformance
  return isPart ? 'partial' : 'conformant'
}

/** The exit code of `certify` for a result: 0, 1 or 4 (2 and 3 are for errors and usage). */
export function exitCodeOf(result: RunResult): 0 | 1 | 4 {
  if (result === 'nonconformant') return 1
  return result === 'incomplete' ? 4 : 0
}
