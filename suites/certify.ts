// A whole certification: choose the checks, run them, and say what the rows came to.

import { setTimeout as pause } from 'node:timers/promises'
import { TargetProblem } from '../fixtures/targets/target.ts'
import type { DeclaredDifference, Target } from '../fixtures/targets/target.ts'
import type { History } from '../properties/history/history.ts'
import { statesReached, withMissingStates } from '../properties/history/states.ts'
import type { Environment } from '../properties/perform/environment.ts'
import type { ScriptAccess } from '../properties/perform/curl.ts'
import type { AttemptOptions } from './run/run-check.ts'
import { collectEvidence } from './judge/capabilities.ts'
import type { Evidence } from './verdict.ts'
import type { Check } from './check.ts'
import { withNamespaceDefaults } from './target/namespace-defaults.ts'
import type { SweepResult } from './target/run-namespaces.ts'
import { createReferenceConfirmer } from './run/confirm-on-reference.ts'
import { run, runCheckIfPossible } from './run/run.ts'
import { scenarioDigest } from './select/seed.ts'
import { checksFor, matchesVersionRange, isKnown, requirement } from './select/select.ts'
import type { Selection } from './select/select.ts'
import type { Verdict } from './verdict.ts'
import { withWatchFormOf } from './select/check-watch-form.ts'

export type CertifyOptions = {
  selection: Selection
  seed: number
  runs: number
  concurrency: number
  /** Whether checks that wait for the real clock may run. */
  slow: boolean
  /** Milliseconds for one answer. */
  requestMs?: number
  /** Where scripts find the server, and files of credentials. */
  access?: ScriptAccess
  signal: AbortSignal
  onVerdict: (verdict: Verdict, requests: number) => void
  onHistory: (check: Check, history: History) => void
}

export type Certification = {
  verdicts: Verdict[]
  requests: number
  /** What could not be deleted again. */
  swept: SweepResult
  /** Why the run ended before all was judged, if it did; what was not is inconclusive. */
  ended?: Error
  /** `partial` when the run ended early. */
  scenarioDigest: string
  states: Record<string, number>
  /** What the server was seen to have, and what it was asked for in vain. */
  evidence: Evidence
}

// Far beyond what a slow link needs; then the time is up.
const limits = { checkMs: 10 * 60_000, caseMs: 2 * 60_000, shrinkMs: 20_000 }

// With --slow a check may wait for the real clock as long as versions and tokens live.
const slowLimits = { checkMs: 60 * 60_000, caseMs: 15 * 60_000, shrinkMs: 20_000 }

/** The verdicts of the selected checks on a target, with declared differences waived. */
export async function certify(target: Target, options: CertifyOptions): Promise<Certification> {
  const { slow } = options
  const selected = checksFor(target.dialect.name, options.selection)
  const [judging, tooOld] = parted(selected, check => appliesToTarget(check, target))
  const states: Record<string, number> = {}
  const evidence: Evidence = {}
  const inForm = judging.map(check => withWatchFormOf(check, target))
  // A server that we start ourselves puts nothing into a namespace that scenarios write to.
  const known = target.seen ? await withNamespaceDefaults(target, options.signal) : target
  const reference = createReferenceConfirmer(target, options.signal)
  const { verdicts, ...came } = await run(inForm, slow ? withWaitingClock(known) : known, {
    ...options,
    ...(slow ? slowLimits : limits),
    // The reference would confirm itself.
    ...(target.name === 'reference' ? {} : { confirm: reference.confirm }),
    onVerdict: (verdict, count) =>
      options.onVerdict(waive(verdict, target.differences, today()), count),
    onHistory: (check, history, scenario) => {
      for (const state of statesReached(history, scenario)) states[state] = (states[state] ?? 0) + 1
      collectEvidence(evidence, history)
      options.onHistory(check, history)
    },
  }).finally(reference.close)
  return {
    verdicts: [
      ...verdicts.map(verdict => waive(verdict, target.differences, today())),
      ...tooOld.map(outOfVersion),
    ],
    ...came,
    // Drawing all scenarios once more takes seconds, which a run that was stopped does not have.
    scenarioDigest: came.ended ? 'partial' : scenarioDigest(selected, options.seed, options.runs),
    states: withMissingStates(states),
    evidence,
  }
}

/** The verdict of one check in one environment, as it would be in a whole certification. */
export async function certifyOne(
  check: Check,
  target: Target,
  environment: Environment,
  options: Omit<AttemptOptions, 'onHistory'>,
): Promise<Verdict> {
  if (!appliesToTarget(check, target)) return outOfVersion(check)
  return waive(
    await runCheckIfPossible(withWatchFormOf(check, target), target, environment, options),
    target.differences,
    today(),
  )
}

const today = (): string => new Date().toISOString().slice(0, 10)

/** Whether a rule holds for the version of the server; where it does not, nothing is performed. */
export const appliesToTarget = (check: Check, { follows, version }: Target): boolean =>
  matchesVersionRange(requirement(check.id).versions, follows ?? version)

/** A target without a clock that we can move: its time passes as ours does. */
export const withWaitingClock = (target: Target): Target => ({
  ...target,
  controls: { advance: ms => pause(ms), ...target.controls },
})

/** @throws TargetProblem for a declared difference of a row that does not exist */
export function checkDifferences({ name, differences }: Target): void {
  const wrong = differences.find(one => !isKnown(one.id))
  if (wrong)
    throw new TargetProblem(
      `${name}: differences: expected ids of the catalogue, got ${JSON.stringify(wrong.id)}`,
    )
}

/** A failure that the target declares is waived until the end date it names. */
export function waive(verdict: Verdict, differences: DeclaredDifference[], day: string): Verdict {
  const difference = differences.find(one => one.id === verdict.id && one.until >= day)
  if (verdict.verdict !== 'fail' || !difference) return verdict
  return {
    ...verdict,
    verdict: 'waived',
    because: `${difference.because} (${difference.link}, until ${difference.until})`,
  }
}

const outOfVersion = ({ id }: Check): Verdict => ({
  id,
  verdict: 'inapplicable',
  cases: 0,
  observations: 0,
  because: `the rule applies to versions ${requirement(id).versions}`,
})

const parted = <Entry>(entries: Entry[], test: (entry: Entry) => boolean): [Entry[], Entry[]] => [
  entries.filter(test),
  entries.filter(entry => !test(entry)),
]
