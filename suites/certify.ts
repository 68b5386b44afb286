// Certifies a target: selects the checks, runs them and returns the verdicts.

import { setTimeout as pause } from 'node:timers/promises'
import { isUnversioned } from '../fixtures/targets/server-release.ts'
import { TargetProblem } from '../fixtures/targets/target.ts'
import type { DeclaredDifference, Target } from '../fixtures/targets/target.ts'
import type { History } from '../properties/history/history.ts'
import { statesReached, withMissingStates } from '../properties/history/reached-states.ts'
import type { Environment } from '../properties/perform/environment.ts'
import type { ScriptAccess } from '../properties/perform/curl.ts'
import type { CheckRunOptions } from './run/check-run-options.ts'
import { countCapabilities } from './judge/capabilities.ts'
import type { CapabilityCounts } from './verdict.ts'
import type { Check } from './check.ts'
import { withNamespaceDefaults } from './target/namespace-defaults.ts'
import type { SweepResult } from './target/run-namespaces.ts'
import { createReferenceCrossChecker } from './run/cross-check-on-reference.ts'
import { run, runCheckIfPossible } from './run/run.ts'
import type { RunOptions } from './run/run.ts'
import type { Shortened, ShortenOptions } from './run/shorten-run.ts'
import type { Skipped } from './run/skipped-checks.ts'
import { scenarioDigest } from './select/seed.ts'
import type { DrawnDigests } from './select/seed.ts'
import { checksFor, matchesVersionRange, isCatalogueId, requirement } from './select/select.ts'
import type { Selection } from './select/select.ts'
import type { Verdict } from './verdict.ts'
import { withBodyNamespacesOf } from './select/check-body-namespace.ts'
import { withWatchFormOf } from './select/check-watch-form.ts'

export type CertifyOptions = {
  selection: Selection
  seed: number
  scenarios: number
  concurrency: number
  /** The same for a server that responds slowly, but to several requests at the same time. */
  concurrencyIfSlow?: number
  onEnvironments?: NonNullable<RunOptions['onEnvironments']>
  /** Whether checks that wait for the real clock may run. */
  slow: boolean
  /** Milliseconds for one answer. */
  requestMs?: number
  /** If set, checks of a long run on a server that has failed perform fewer scenarios. */
  shorten?: ShortenOptions
  /** Where scripts find the server, and files of credentials. */
  access?: ScriptAccess
  signal: AbortSignal
  onVerdict: (verdict: Verdict, requests: number, tookMs: number) => void
  onHistory: (check: Check, history: History) => void
}

export type Certification = {
  verdicts: Verdict[]
  requests: number
  /** What the run could not delete. */
  swept: SweepResult
  /** Present if checks performed fewer scenarios than drawn. */
  shortened?: Shortened
  /** Present if checks were not performed because the run ended early or was slow. */
  skipped?: Skipped
  /** Why the run ended early, if it did. Checks that were not judged are inconclusive. */
  ended?: Error
  /** `partial` when the run ended early or was shortened. */
  scenarioDigest: string
  states: Record<string, number>
  /** In how many exchanges the server showed each capability, and in how many it lacked it. */
  capabilityCounts: CapabilityCounts
}

// The time limits in milliseconds: more than a slow link needs. A check that exceeds them is given
// up.
const limits = { checkMs: 10 * 60_000, caseMs: 2 * 60_000, shrinkMs: 20_000 }

// With `--slow` a check may wait in real time until versions and tokens expire.
const slowLimits = { checkMs: 60 * 60_000, caseMs: 15 * 60_000, shrinkMs: 20_000 }

/** Returns the verdicts of the selected checks on a target. Declared differences are waived. */
export async function certify(target: Target, options: CertifyOptions): Promise<Certification> {
  const { slow } = options
  const selected = checksFor(target.dialect.name, options.selection)
  const [judging, outsideVersions] = parted(selected, check => appliesToTarget(check, target))
  const states: Record<string, number> = {}
  const capabilityCounts: CapabilityCounts = {}
  const drawnDigests: DrawnDigests = new Map()
  const inForm = judging.map(check => inFormOf(check, target))
  // A server that the suite starts itself creates no default objects in namespaces of scenarios.
  const known = target.preflight ? await withNamespaceDefaults(target, options.signal) : target
  const reference = createReferenceCrossChecker(target, options.signal)
  const { verdicts, ...came } = await run(inForm, slow ? withWaitingClock(known) : known, {
    ...options,
    drawnDigests,
    ...(slow ? slowLimits : limits),
    // A failure of the reference itself cannot be compared with the reference.
    ...(target.name === 'reference' ? {} : { crossCheck: reference.crossCheck }),
    onVerdict: (verdict, ...more) =>
      options.onVerdict(waive(verdict, target.differences, today()), ...more),
    onHistory: (check, history, scenario) => {
      for (const state of statesReached(history, scenario)) states[state] = (states[state] ?? 0) + 1
      countCapabilities(capabilityCounts, history)
      options.onHistory(check, history)
    },
  }).finally(reference.close)
  return {
    verdicts: [
      ...verdicts.map(verdict => waive(verdict, target.differences, today())),
      ...outsideVersions.map(check => outOfVersion(check, target)),
    ],
    ...came,
    // Drawing the other scenarios takes seconds, which an interrupted run does not have.
    scenarioDigest:
      came.ended || came.shortened || came.skipped
        ? 'partial'
        : scenarioDigest(selected, options.seed, options.scenarios, drawnDigests),
    states: withMissingStates(states),
    capabilityCounts,
  }
}

/** Returns the verdict of one check in one environment, as in a whole certification. */
export async function certifyOne(
  check: Check,
  target: Target,
  environment: Environment,
  options: Omit<CheckRunOptions, 'onHistory'>,
): Promise<Verdict> {
  if (!appliesToTarget(check, target)) return outOfVersion(check, target)
  return waive(
    await runCheckIfPossible(inFormOf(check, target), target, environment, options),
    target.differences,
    today(),
  )
}

/** The check with its requests in the forms that the target supports. */
const inFormOf = (check: Check, target: Target): Check =>
  withBodyNamespacesOf(withWatchFormOf(check, target), target)

const today = (): string => new Date().toISOString().slice(0, 10)

/** Whether a rule applies to the version of the server. If it does not, nothing is performed. */
export const appliesToTarget = (check: Check, { follows, version }: Target): boolean =>
  matchesVersionRange(requirement(check.id).versions, follows ?? version)

/** A target whose clock cannot be moved: `advance` waits in real time. */
export const withWaitingClock = (target: Target): Target => ({
  ...target,
  controls: { advance: ms => pause(ms), ...target.controls },
})

/** @throws TargetProblem for a declared difference of a row that does not exist */
export function checkDifferences({ name, differences }: Target): void {
  const wrong = differences.find(one => !isCatalogueId(one.id))
  if (wrong)
    throw new TargetProblem(
      `${name}: differences: expected ids of the catalogue, got ${JSON.stringify(wrong.id)}`,
    )
}

/** Waives a failure that the target declares, until the end date of the declaration. */
export function waive(verdict: Verdict, differences: DeclaredDifference[], day: string): Verdict {
  const difference = differences.find(one => one.id === verdict.id && one.until >= day)
  if (verdict.verdict !== 'fail' || !difference) return verdict
  return {
    ...verdict,
    verdict: 'waived',
    because: `${difference.because} (${difference.link}, until ${difference.until})`,
  }
}

const outOfVersion = ({ id }: Check, { follows, version }: Target): Verdict => ({
  id,
  verdict: 'inapplicable',
  cases: 0,
  observations: 0,
  because: `the rule applies to versions ${requirement(id).versions}; ${
    follows === undefined && isUnversioned(version)
      ? `the server is a build without a version (${version})`
      : `the version of the server is ${follows ?? version}`
  }`,
})

const parted = <Entry>(entries: Entry[], test: (entry: Entry) => boolean): [Entry[], Entry[]] => [
  entries.filter(test),
  entries.filter(entry => !test(entry)),
]
