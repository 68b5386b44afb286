// Runs checks against a target, for `certify`, `replay`, `mutants` and the vitest suite.

import { defaultClientLimits } from '../../fixtures/client/client.ts'
import { redact } from '../../fixtures/client/redact.ts'
import type { Target } from '../../fixtures/targets/target.ts'
import { TargetUnreachable } from '../../fixtures/targets/target.ts'
import type { Environment } from '../../properties/perform/environment.ts'
import { createCheckQueue, environmentCounts, runsLast } from './check-queue.ts'
import type { EnvironmentCounts } from './check-queue.ts'
import { openEnvironments } from './environments.ts'
import type { Environments } from './environments.ts'
import { repeatExpiredChecks } from './repeat-expired-checks.ts'
import { runCheck } from './run-check.ts'
import type { CheckRunOptions } from './check-run-options.ts'
import type { Check } from '../check.ts'
import { trackTimeOuts } from './section-time-outs.ts'
import { graceAfter } from './grace.ts'
import {
  repeatServingChecks,
  noticeStuckWrites,
  replacementVerdict,
} from './repeat-serving-checks.ts'
import { concurrencyFor } from '../target/run-namespaces.ts'
import type { SweepResult } from '../target/run-namespaces.ts'
import { missingNeed, needsOf, missingNeedReason } from '../target/needs.ts'
import type { Need } from '../target/needs.ts'
import { notBuiltInReason } from '../target/needs-types.ts'
import { createTimeoutPolicy } from './timeout-policy.ts'
import { hasNamelessObject } from '../judge/nameless-objects.ts'
import { renewableEnvironment } from './run-in-new-namespaces.ts'
import type { RenewableEnvironment } from './run-in-new-namespaces.ts'
import { runShortener } from './shorten-run.ts'
import type { RunShortener, Shortened, ShortenOptions } from './shorten-run.ts'
import { skipReasonFor, skippedChecks } from './skipped-checks.ts'
import type { Skipped, SkipReason } from './skipped-checks.ts'
import { servableScenarios, showsTooLittle } from '../select/servable-scenarios.ts'
import { shrinkBudget } from '../failure/shrink-budget.ts'
import type { Verdict } from '../verdict.ts'

export type RunOptions = Omit<CheckRunOptions, 'onHistory' | 'shortener'> & {
  /**
   * How many checks run at the same time on the target, each in separate namespaces. If it is more
   * than 1, as many checks of started programs, at most four, run at the same time.
   */
  concurrency: number
  /**
   * The same for a server that responds slowly, but to several requests at the same time. It is
   * `concurrency` unless set.
   */
  concurrencyIfSlow?: number
  /** Is called before the first check. */
  onEnvironments?: (counts: EnvironmentCounts) => void
  /** Milliseconds for one scenario. */
  caseMs: number
  /** Milliseconds for one answer; 30,000 unless set. */
  requestMs?: number
  /** If set, checks of a long run on a server that has failed perform fewer scenarios. */
  shorten?: ShortenOptions
  /** Receives each verdict, the requests so far, and the milliseconds that the check took. */
  onVerdict?: (verdict: Verdict, requests: number, tookMs: number) => void
  onHistory?: CheckRunOptions['onHistory']
}

export type ChecksOutcome = {
  verdicts: Verdict[]
  requests: number
  swept: SweepResult
  /** Present if checks performed fewer scenarios than drawn. */
  shortened?: Shortened
  /** Present if checks were not performed because the run ended early or was slow. */
  skipped?: Skipped
  /** Why the run ended early: the reason of its signal, or a target that stopped answering. */
  ended?: Error
}

// When a run ends early, work in progress has `graceMs` to clean up, and then the sweep has
// `lastSweepMs`: together less than the five seconds within which the report must follow.
const graceMs = 1_000
const lastSweepMs = 2_500

/**
 * Returns the verdicts of all checks in the given order. Checks that would disturb others run after
 * them, one by one. All objects of the run are deleted when it returns, except those in `swept`.
 * When the signal fires or the target stops answering, checks that were not done are inconclusive
 * for that reason.
 * @throws TargetUnreachable when the run cannot begin on the target
 */
export async function run(
  checks: Check[],
  target: Target,
  options: RunOptions,
): Promise<ChecksOutcome> {
  const dead = new AbortController()
  const signal = AbortSignal.any([options.signal, dead.signal])
  const requestMs = options.requestMs ?? defaultClientLimits.answerMs
  const onDead = (problem: string) =>
    dead.abort(new TargetUnreachable(`the target stopped answering: ${redact(problem)}`))
  const timeoutPolicies = {
    target: createTimeoutPolicy({ requestMs, onDead }),
    // An alternate configuration that stops answering does not end the run on the server itself.
    alternates: createTimeoutPolicy({ requestMs, onDead: () => {} }),
  }
  const grace = graceAfter(signal, graceMs, () => {
    for (const one of Object.values(timeoutPolicies)) one.endIn(graceMs + lastSweepMs)
  })
  try {
    const { start, startAgent } = target.controls
    const { concurrency, concurrencyIfSlow = concurrency } = options
    const planned = environmentCounts(checks, {
      concurrency: concurrencyFor(target, concurrency),
      hasPrograms: start !== undefined || startAgent !== undefined,
    })
    const opened = await openEnvironments(target, {
      ...options,
      concurrency: planned.target + planned.programs,
      more: Math.max(0, concurrencyFor(target, concurrencyIfSlow) - planned.target),
      timeoutPolicies,
    })
    const counts = { ...planned, target: opened.environments.length - planned.programs }
    options.onEnvironments?.(counts)
    const progress: Progress = { verdicts: new Map(), isOver: false }
    const neverServed = new Map<string, Promise<boolean>>()
    const shortener = options.shorten ? runShortener(options.shorten) : undefined
    const own = {
      ...options,
      signal,
      neverServed,
      shrinkBudget: shrinkBudget(() => shortener?.reasonToSkip() !== undefined),
      ...(shortener && { shortener }),
    }
    try {
      await Promise.race([
        runChecks(checks, target, { opened, counts, progress, options: own }),
        grace.over,
      ])
    } catch (problem) {
      await opened.close()
      throw problem
    }
    progress.isOver = true
    const judged = progress.verdicts
    // If all checks are judged, a signal during the sweep no longer ends the run early.
    const end = judged.size < checks.length ? endOf(signal) : undefined
    const swept = await opened.close()
    const shortened = shortener?.result()
    const verdicts = checks.map(
      check => judged.get(check) ?? skippedVerdict(check, skipReasonFor(`${end}`)),
    )
    const skipped = skippedChecks(verdicts)
    return {
      verdicts,
      requests: opened.requests(),
      ...(shortened && { shortened }),
      ...(skipped && { skipped }),
      swept: dead.signal.aborted && swept.unread.length > 0 ? unseen(swept) : swept,
      ...(end === undefined ? {} : { ended: new Error(end, { cause: signal.reason }) }),
    }
  } finally {
    grace.forget()
  }
}

/** The verdicts so far. A check that ends after the run is over does not count. */
type Progress = { readonly verdicts: Map<Check, Verdict>; isOver: boolean }

/** Judges checks in several environments until all are done or the signal fires. */
async function runChecks(
  checks: Check[],
  target: Target,
  {
    opened,
    counts,
    progress,
    options,
  }: {
    opened: Environments
    counts: EnvironmentCounts
    progress: Progress
    options: RunOptions & { shortener?: RunShortener }
  },
): Promise<void> {
  const timeOuts = trackTimeOuts()
  const stuckChecks = noticeStuckWrites(checks)
  const renewable = opened.environments.map((environment, index) =>
    renewableEnvironment(environment, renewals => opened.renew(index, renewals)),
  )
  const record = (check: Check, verdict: Verdict, startedAt: number) => {
    options.shortener?.record(verdict)
    progress.verdicts.set(check, verdict)
    options.onVerdict?.(verdict, opened.requests(), performance.now() - startedAt)
  }
  const work = async (next: () => Check | undefined, environment: RenewableEnvironment) => {
    for (let check = next(); check && !options.signal.aborted; check = next()) {
      const because = timeOuts.reasonAgainst(check)
      const skip = because === undefined ? options.shortener?.reasonToSkip() : { because }
      const given = skip === undefined ? options : { ...options, skip }
      const current = check
      const start = performance.now()
      const verdict = await environment.runCheck(one =>
        runCheckIfPossible(current, target, one, given),
      )
      if (progress.isOver) return
      timeOuts.record(verdict)
      // `stuckChecks` may already have failed this check.
      if (progress.verdicts.get(check)?.verdict !== 'fail') record(check, verdict, start)
      for (const one of stuckChecks(verdict)) {
        if (options.shortener?.reasonToSkip() || progress.verdicts.get(one)?.verdict === 'fail')
          continue
        const startedAgain = performance.now()
        const again = { ...options, neverServed: new Map<string, Promise<boolean>>() }
        const found = await environment.runCheck(own => runCheckIfPossible(one, target, own, again))
        if (progress.isOver) return
        const better = replacementVerdict(progress.verdicts.get(one), found)
        if (better) record(one, better, startedAgain)
      }
    }
  }
  const last = checks.filter(runsLast)
  const concurrent = createCheckQueue(
    checks.filter(check => !last.includes(check)),
    counts,
    options.shortener?.willSkipChecks,
  )
  await Promise.all(
    renewable.map((environment, index) => work(() => concurrent.next(index), environment)),
  )
  for (const environment of renewable.slice(0, 1)) {
    await work(() => last.shift(), environment)
    const again = { ...options, neverServed: new Map<string, Promise<boolean>>() }
    const judge = (check: Check) =>
      environment.runCheck(one => runCheckIfPossible(check, target, one, again))
    // Such a run has no time to look twice.
    if (options.shortener?.reasonToSkip()) return
    await repeatServingChecks(progress.verdicts, judge, options.signal)
    await repeatExpiredChecks(progress.verdicts, judge, options.signal)
  }
}

/**
 * Nothing is known about the objects on a target that is gone: one line instead of one per type.
 */
const unseen = (swept: SweepResult): SweepResult => ({ ...swept, unread: ['the whole target'] })

const endOf = ({ reason }: AbortSignal): string =>
  reason instanceof Error ? reason.message : 'the run was stopped'

/** A selected check that was not performed is inconclusive, with the reason. */
const skippedVerdict = ({ id }: Check, reason: SkipReason): Verdict => ({
  id,
  verdict: 'inconclusive',
  cases: 0,
  observations: 0,
  ...reason,
})

/** Runs one check in one environment. A check that the target cannot serve is inapplicable. */
export async function runCheckIfPossible(
  check: Check,
  target: Target,
  environment: Environment,
  options: Omit<CheckRunOptions, 'onHistory'> & Partial<Pick<CheckRunOptions, 'onHistory'>>,
): Promise<Verdict> {
  const declared = missingNeed(target, check.needs)
  if (declared) return inapplicable(check, declared)
  const ofOthers = notBuiltInReason(target, check.id)
  if (ofOthers) return inapplicableBecause(check, ofOthers)
  try {
    const {
      draws,
      because,
      isPart,
      types = environment.types,
    } = servableScenarios(target, check, options)
    if (draws.length === 0 && because) return inapplicableBecause(check, because)
    const lacking = missingNeed(target, needsOf(...draws.map(({ scenario }) => scenario)))
    if (lacking) return inapplicable(check, lacking)
    if (options.skip) return skippedVerdict(check, options.skip)
    const left = { nameless: false }
    const onHistory: CheckRunOptions['onHistory'] = (...seen) => {
      left.nameless ||= hasNamelessObject(seen[1])
      options.onHistory?.(...seen)
    }
    const own = { ...environment, types }
    const found = await runCheck(check, own, { ...options, onHistory, draws })
    const verdict = { ...found, ...(left.nameless && { leftNameless: true as const }) }
    return because !== undefined && showsTooLittle(verdict, isPart)
      ? inapplicableBecause(check, because)
      : verdict
  } catch (bug) {
    // A judge or a scenario that throws is a fault of the suite, never of the target.
    if (options.signal.aborted) return skippedVerdict(check, skipReasonFor(endOf(options.signal)))
    const because = `the harness failed: ${(bug as Error).stack ?? String(bug)}`
    return { id: check.id, verdict: 'error', cases: 0, observations: 0, because }
  }
}

const inapplicable = (check: Check, lacking: Need): Verdict =>
  inapplicableBecause(check, missingNeedReason(lacking))

const inapplicableBecause = ({ id }: Check, because: string): Verdict => ({
  id,
  verdict: 'inapplicable',
  cases: 0,
  observations: 0,
  because,
})
