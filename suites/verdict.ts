// What can be said of one requirement, and of a run as a whole. A leaf: everything that judges,
// reports or prints speaks in these words.

import type { Surface, Strength } from './requirement.ts'

export type { Surface, Strength }

/**
 * - `pass`: the rule was put to the test and held.
 * - `fail`: the target is wrong; the shrunk case failed five times of five.
 * - `flaky`: the shrunk case failed some of five times.
 * - `inconclusive`: too little evidence, budget or time to say.
 * - `waived`: the target declares this difference, with a reason and an end date.
 * - `inapplicable`: the row's condition is not met, or the target lacks what the check needs.
 * - `observed`: no answer could fail, as the specification is silent or leaves the choice, or the
 *   target departs from the row as its dialect allows; what it answers is recorded.
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
 * The result of a run; `partial` is a run of a selection, or of fewer scenarios than `fullRuns`, in
 * which everything passed.
 */
export type RunResult = 'conformant' | 'nonconformant' | 'incomplete' | 'partial'

/** What a server may have or lack as a whole. */
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
  'warnings',
  'status-bodies',
  'health',
  'authentication',
] as const
export type Capability = (typeof capabilities)[number]

/** In how many exchanges a capability was shown, and in how many it was asked for and not given. */
export type Evidence = Partial<Record<Capability, { had: number; lacking: number }>>

/** What the judgement of one requirement came to. */
export type Verdict = {
  id: string
  verdict: VerdictWord
  /** How many scenarios were performed. */
  cases: number
  /** How often the rule was really put to the test in them. */
  observations: number
  /** One sentence: what was broken, missing, lacking or observed. */
  because?: string
  /** Of a row from which the dialect departs: what the target did there. */
  literal?: 'holds' | 'departs' | 'not seen'
  /** The shrunk scenario and its evidence: of what failed here, alone or on the reference too. */
  failure?: Failure
  /** The request that timed out, and how, where the check could not be judged because of it. */
  timeOut?: string
  /** Of `fail`, `flaky` and `inconclusive`: what the requests that showed it ask a server for. */
  requestedCapabilities?: Capability[]
}

/** A failure small enough to be read on one screen. */
export type Failure = {
  /** The rule's sentence as the judge puts it. */
  says: string
  expected: string
  got: string
  /** The step of the exchange that shows it. */
  at: string
  /** The shrunk steps, one readable line each. */
  steps: string[]
  exchanges: ShownExchange[]
  /** `failed` of `of` re-runs of the shrunk case. */
  reruns: { failed: number; of: number }
  /** The case file's content (`CaseFile`); saved as `cases/<id>.json`. */
  case: unknown
  /** A shell script that sends the shrunk case with curl. */
  curl: string
  /** The command that performs the case again on the same target, from any directory. */
  replay?: string
  /** What performing the case on the reference came to. */
  reference?: string
}

/** What comes of a request that is never served: no answer in time, a cut connection, or 500. */
export type NeverServed = 'time-out' | 'closed' | 'error'

const servingVerbs = {
  'time-out': 'answers',
  closed: 'keeps the connection open for',
  error: 'carries out',
} as const

/** The sentence that is broken; the request is one without the names of a run. */
export const neverServedMessage = (outcome: NeverServed, request: string): string =>
  `The server ${servingVerbs[outcome]} ${request}.`

const closes = 'always ends in a closed connection'

/** The request that a failure with this sentence says is never served, and a title for it. */
export function parseNeverServed(says: string): { request: string; title: string } | undefined {
  const [, verb, request = ''] =
    /^The server (answers|keeps the connection open for|carries out) ([A-Z]+ \/.*)\.$/.exec(says) ??
    []
  if (verb === undefined) return undefined
  const ends: Record<string, string> = {
    [servingVerbs.error]: 'always fails with 500',
    [servingVerbs.closed]: closes,
  }
  const how = ends[verb] ?? 'is never answered'
  return { request, title: `${request} ${how}` }
}

/** One request and its answer, redacted, as the reports show it. */
export type ShownExchange = {
  step: string
  request: { method: string; path: string; body?: string; as?: string; endpoint?: number }
  answer?: { status: number; body: string; milliseconds: number }
  /** Why there is no answer. */
  problem?: string
}

/** The inputs of `resultOf`: a verdict and how binding its row is. */
export type JudgedRow = { strength: Strength; inSet: boolean } & Pick<
  Verdict,
  'verdict' | 'literal'
>

/** Whether a row binds the target: a must of the set, unless the target lawfully departs from it. */
export const isBinding = ({ inSet, strength, literal }: Omit<JudgedRow, 'verdict'>): boolean =>
  inSet && strength === 'must' && literal !== 'departs'

/** The scenarios a property that a claim of conformance takes; the default of `--runs`. */
export const fullRuns = 20

/** How much of the set a run covers. */
export type RunExtent = {
  /** Whether only a selection of the set ran. */
  filtered: boolean
  /** Scenarios a property. */
  runs: number
}

/**
 * The result of a run from its verdicts. A requirement without evidence never counts as passed: a
 * must of the set that is neither passed nor inapplicable (flaky, inconclusive, waived, an error,
 * not run) makes the run incomplete, and so does a run in which no must passed. One from which the
 * target departs as its dialect allows counts for nothing.
 */
export function resultOf(rows: JudgedRow[], { filtered, runs }: RunExtent): RunResult {
  const musts = rows.filter(isBinding)
  if (musts.some(row => row.verdict === 'fail')) return 'nonconformant'
  const undecided: VerdictWord[] = ['flaky', 'inconclusive', 'waived', 'observed', 'error']
  if (musts.some(row => undecided.includes(row.verdict))) return 'incomplete'
  if (!musts.some(row => row.verdict === 'pass')) return 'incomplete'
  if (!filtered && musts.some(row => row.verdict === 'untested')) return 'incomplete'
  return filtered || runs < fullRuns ? 'partial' : 'conformant'
}

/** The exit code of `certify` for a result: 0, 1 or 4 (2 and 3 are for errors and usage). */
export function exitCodeOf(result: RunResult): 0 | 1 | 4 {
  if (result === 'nonconformant') return 1
  return result === 'incomplete' ? 4 : 0
}
