// touchstone certify [TARGET]: runs the checks and writes a report, a summary and an exit code.

import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { redactAll } from '../fixtures/client/redact.ts'
import { openTarget } from '../fixtures/targets/open.ts'
import { withDefinedMainType } from '../fixtures/targets/define-main-type.ts'
import { withOwnIdentities } from '../fixtures/targets/own-identities.ts'
import { TargetUnreachable } from '../fixtures/targets/target.ts'
import type { Target } from '../fixtures/targets/target.ts'
import { packageVersion } from '../fixtures/targets/package-version.ts'
import { assemble } from '../reports/assemble.ts'
import { escapeControls } from '../reports/escape.ts'
import { liveProgress } from '../reports/live.ts'
import type { ConformanceReport } from '../reports/report.ts'
import { summary, wantsColour } from '../reports/terminal.ts'
import { prepareReportDir, writeReport } from '../reports/write.ts'
import { certify as certifyTarget, checkDifferences, appliesToTarget } from '../suites/certify.ts'
import type { Certification } from '../suites/certify.ts'
import { catalogueDigest } from '../suites/generated/catalogue.ts'
import { checksDigest } from '../suites/generated/checks.ts'
import { estimateOf } from '../suites/run/estimate.ts'
import { longestLeftMs } from '../suites/run/shorten-run.ts'
import { historyLine } from '../suites/failure/histories.ts'
import { proofsById } from '../suites/proofs/matrix.ts'
import {
  checksFor,
  isInSet,
  profileSetsFor,
  requirement,
  rowsFor,
  setDigest,
} from '../suites/select/select.ts'
import { outsideSetReason } from '../suites/select/untested.ts'
import { exitCodeOf } from '../suites/verdict.ts'
import type { Verdict } from '../suites/verdict.ts'
import { checkBaseline, exitCodeOfRun, withBaseline } from './baseline.ts'
import {
  checkDialect,
  checkFlags,
  commandOf,
  concurrencyOf,
  isNamed,
  prepareHistories,
  scenarioCount,
  selectionOf,
  whyNotSelected,
} from './certify-flags.ts'
import type { CertifyFlags } from './certify-flags.ts'
import { writeGithubOutput } from './github.ts'
import { leftoverLines } from './leftovers.ts'
import { print, printError, progressScreen } from './output.ts'
import { preflightLines } from './preflight-summary.ts'
import { scriptAccessOf, withReplayCommand } from './printed-replay.ts'
import { startRunLimits } from './run-limits.ts'
import { runUntilSignal, StoppedByUser } from './stoppable.ts'

/**
 * The report of an earlier run must have been removed. Returns the exit code: 0 conformant (or
 * everything selected passed), 1 nonconformant, 2 the server became unreachable, 4 incomplete. With
 * a baseline, known failures do not count.
 */
export async function certify(named: string | undefined, flags: CertifyFlags): Promise<number> {
  checkFlags(flags)
  checkBaseline(flags)
  await prepareReportDir(flags.reportDir)
  if (flags.saveHistories) prepareHistories(flags.saveHistories)
  return runUntilSignal(signal => certifyNamed({ named, flags }, signal)).catch(
    (problem: unknown) => {
      if (!(problem instanceof StoppedByUser)) throw problem
      // A stop after the first check is not thrown: its report is written.
      throw new StoppedByUser(`${problem.message} before the first check; there is no report`)
    },
  )
}

async function certifyNamed({ named, flags }: Omit<Of, 'target'>, signal: AbortSignal) {
  const opened = await openTarget(named, flags, signal)
  try {
    signal.throwIfAborted()
    checkDialect(opened, flags)
    checkDifferences(opened)
    const typed = await withDefinedMainType(opened, signal)
    const { target, remove } = await withOwnIdentities(typed.target, signal).catch(
      async (problem: unknown) => {
        await typed.remove()
        throw problem
      },
    )
    try {
      const lines = preflightLines(target, {
        checks: checksFor(target.dialect.name, selectionOf(flags)),
        isVerbose: flags.verbose ?? false,
      })
      for (const line of lines) print(`${line}\n`)
      return await certifyOn({ target, named, flags }, { signal, linesBefore: lines.length })
    } finally {
      for (const path of [...(await remove()), ...(await typed.remove())])
        printError(
          `${escapeControls(`may still exist; \`touchstone clean\` deletes it: ${path}`)}\n`,
        )
    }
  } finally {
    await opened.close()
  }
}

async function certifyOn(
  { target, named, flags }: Of,
  { signal, linesBefore }: { signal: AbortSignal; linesBefore: number },
): Promise<number> {
  const startedAt = new Date()
  // Counted during the run, so that the report of a stopped run is not delayed.
  const counting = proofsById()
  counting.catch(() => {})
  const certified = await runChecks({ target, named, flags }, signal)
  const proofs = await counting
  const assembled = assembleReport({ certified, proofs }, { target, named, flags, startedAt })
  const report = certified.ended ? assembled : withBaseline(assembled, flags)
  const files = await writeReport(report, flags.reportDir)
  const options = {
    command: commandOf(named, flags),
    reportDir: flags.reportDir,
    files,
    colour: wantsColour(process.stdout, process.env),
    verbose: flags.verbose ?? false,
    linesBefore,
  }
  print(summary(report, options))
  writeGithubOutput(report, flags)
  const leftovers = leftoverLines(certified.swept, named ?? flags.target ?? target.connection.url)
  for (const line of leftovers) printError(`${line}\n`)
  if (certified.ended) {
    const { message, cause } = certified.ended
    const aside = flags.baseline ? '; the baseline was neither compared nor updated' : ''
    printError(
      `${escapeControls(`the run ended early, so the report is incomplete: ${message}${aside}`)}\n`,
    )
    return cause instanceof TargetUnreachable ? 2 : exitCodeOf(report.result)
  }
  return exitCodeOfRun(report)
}

type Of = { target: Target; named: string | undefined; flags: CertifyFlags }

const checksOf = ({ target, flags }: Omit<Of, 'named'>) =>
  checksFor(target.dialect.name, selectionOf(flags)).filter(one => appliesToTarget(one, target))

const isFailedMust = ({ id, verdict }: Verdict): boolean =>
  verdict === 'fail' && requirement(id).strength === 'must'

async function runChecks(of: Of, signal: AbortSignal): Promise<Certification> {
  const { target, flags } = of
  const selection = selectionOf(flags)
  const checks = checksOf(of)
  const estimate = estimateOf(checks, target, {
    ...concurrencyOf(flags),
    scenarios: scenarioCount(flags),
  })
  const live = liveProgress(
    progressScreen(process.stderr),
    wantsColour(process.stderr, process.env),
  )
  // A given number of scenarios or time limit is kept. Runs with a baseline are compared with one
  // another, so each must be complete.
  const mayShorten =
    (flags.scenarios ?? flags.runs ?? flags.timeout ?? flags.baseline) === undefined
  const start = performance.now()
  const done: Verdict[] = []
  const histories = flags.saveHistories
  const end = startRunLimits(signal, flags)
  const onStop = () => {
    live.end()
    printError('stopping: deleting the objects of this run; a second signal exits at once\n')
  }
  signal.addEventListener('abort', onStop, { once: true })
  try {
    return await certifyTarget(target, {
      selection,
      seed: flags.seed,
      scenarios: scenarioCount(flags),
      ...(mayShorten && {
        shorten: {
          leftMs: flags.slow ? () => undefined : estimate.leftMs,
          maySkip: !flags.slow,
        },
      }),
      ...concurrencyOf(flags),
      onEnvironments: estimate.runsIn,
      slow: flags.slow ?? false,
      access: scriptAccessOf(of),
      ...(flags.requestTimeout === undefined ? {} : { requestMs: flags.requestTimeout }),
      signal: end.signal,
      onVerdict: (verdict, requests, tookMs) => {
        done.push(verdict)
        end.sees(verdict)
        const elapsedMs = performance.now() - start
        estimate.record(verdict, tookMs)
        const maySkipChecks = mayShorten && done.some(isFailedMust)
        const estimatedMs = flags.slow ? undefined : estimate.leftMs()
        const leftMs =
          estimatedMs && Math.min(estimatedMs, maySkipChecks ? longestLeftMs(elapsedMs) : Infinity)
        live.show({
          section: requirement(verdict.id).section,
          done: done.length,
          total: checks.length,
          cases: done.reduce((sum, one) => sum + one.cases, 0),
          requests,
          rate: Math.round((requests / elapsedMs) * 1000),
          elapsedMs,
          ...(leftMs === undefined ? {} : { leftMs }),
          failures: done.filter(one => one.verdict === 'fail').length,
        })
      },
      onHistory: (check, history) => {
        if (histories)
          appendFileSync(join(histories, 'histories.jsonl'), historyLine({ id: check.id, history }))
      },
    })
  } finally {
    end.close()
    live.end()
  }
}

type Outcome = { certified: Certification; proofs: Awaited<ReturnType<typeof proofsById>> }

function assembleReport(
  { certified, proofs }: Outcome,
  of: Of & { startedAt: Date },
): ConformanceReport {
  const { target, flags, startedAt } = of
  const rows = rowsFor(target.dialect.name)
  const irregularities = target.preflight?.irregularities ?? []
  const report = assemble({
    run: {
      suite: {
        version: packageVersion,
        requirements: catalogueDigest,
        set: setDigest,
        checks: checksDigest,
      },
      target: {
        name: target.name,
        implementation: target.implementation,
        version: target.version,
        url: target.connection.url,
        dialect: target.dialect.name,
        features: target.features,
        ...(irregularities.length > 0 ? { problems: irregularities } : {}),
        differences: target.differences,
      },
      seed: flags.seed,
      scenarios: scenarioCount(flags),
      scenarioDigest: certified.scenarioDigest,
      ...(certified.shortened && { shortened: certified.shortened }),
      ...(certified.skipped && { skipped: certified.skipped }),
      filtered: isNamed(flags),
      ...(selectionOf(flags).targetOnly && { targetOnly: true }),
      ...(flags.profile === undefined ? {} : { profile: flags.profile }),
      startedAt: startedAt.toISOString(),
      durationMs: Date.now() - startedAt.getTime(),
      requests: certified.requests,
      cases: certified.verdicts.reduce((sum, one) => sum + one.cases, 0),
      states: certified.states,
    },
    catalogue: rows,
    inSet: new Set(rows.filter(isInSet).map(row => row.id)),
    profiles: profileSetsFor(target.dialect.name),
    whyUntested: row => (isInSet(row) ? whyNotSelected(flags, row) : outsideSetReason(row)),
    verdicts: certified.verdicts.map(verdict => withCommand(verdict, of)),
    mutants: proofs,
    capabilityCounts: certified.capabilityCounts,
  })
  // A target may echo credentials anywhere, even in its description of itself.
  return redactAll(report)
}

/** Adds to a failure the command that replays it. */
function withCommand(verdict: Verdict, of: Of): Verdict {
  if (!verdict.failure) return verdict
  const file = join(of.flags.reportDir, 'cases', `${verdict.id}.json`)
  return { ...verdict, failure: withReplayCommand(verdict.failure, file, of) }
}
