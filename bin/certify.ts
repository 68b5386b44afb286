// touchstone certify [TARGET]: from the flags to a report, a summary and an exit code.

import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openTarget } from '../fixtures/targets/open.ts'
import type { TargetFlags } from '../fixtures/targets/reach.ts'
import type { Target } from '../fixtures/targets/target.ts'
import { ownVersion } from '../fixtures/targets/own-version.ts'
import { assemble } from '../reports/assemble.ts'
import { liveProgress } from '../reports/live.ts'
import type { ConformanceReport } from '../reports/report.ts'
import { summary, wantsColour } from '../reports/terminal.ts'
import { prepareReportDir, writeReport } from '../reports/write.ts'
import { certify as certifyTarget } from '../suites/certify.ts'
import type { Certified } from '../suites/certify.ts'
import { catalogueDigest, release } from '../suites/generated/catalogue.ts'
import { lineOf } from '../suites/histories.ts'
import { proofsById } from '../suites/matrix.ts'
import { checksFor, isInSet, isKnown, requirement, rowsFor, setDigest } from '../suites/select.ts'
import { exitCodeOf } from '../suites/verdict.ts'
import type { Verdict } from '../suites/verdict.ts'
import { checkBaseline, compareWithBaseline, updateBaseline } from './baseline.ts'
import { UsageProblem } from './exit.ts'

export type CertifyFlags = TargetFlags & {
  section: string[]
  id: string[]
  seed: number
  runs: number
  smoke?: boolean
  slow?: boolean
  concurrency: number
  baseline?: string
  updateBaseline?: boolean
  reportDir: string
  saveHistories?: string
}

const runsOfSmoke = 3

/** Exit codes: 0 conformant (or all that was selected passed), 1 nonconformant, 4 incomplete. */
export async function certify(named: string | undefined, flags: CertifyFlags): Promise<number> {
  checkSelection(flags)
  if (flags.baseline && !flags.updateBaseline) checkBaseline(flags.baseline)
  await prepareReportDir(flags.reportDir)
  const target = await openTarget(named, flags)
  const stop = new AbortController()
  const stopOnce = () => stop.abort()
  process.once('SIGINT', stopOnce).once('SIGTERM', stopOnce)
  try {
    const startedAt = new Date()
    const certified = await runChecks(target, flags, stop.signal)
    const report = assembleReport(certified, { target, flags, startedAt })
    const files = await writeReport(report, flags.reportDir)
    const command = commandOf(named, flags)
    const options = {
      command,
      reportDir: flags.reportDir,
      files,
      colour: wantsColour(process.stdout, process.env),
    }
    process.stdout.write(summary(report, options))
    if (flags.baseline && flags.updateBaseline) return updateBaseline(report, flags.baseline)
    return flags.baseline ? compareWithBaseline(report, flags.baseline) : exitCodeOf(report.result)
  } finally {
    process.off('SIGINT', stopOnce).off('SIGTERM', stopOnce)
    await target.close()
  }
}

function checkSelection({ section, id, updateBaseline, baseline }: CertifyFlags): void {
  const badSection = section.find(slug => !release.sections.includes(slug))
  if (badSection)
    throw new UsageProblem(
      `--section: expected one of ${release.sections.join(', ')}, got ${JSON.stringify(badSection)}`,
    )
  const badId = id.find(one => !isKnown(one))
  if (badId)
    throw new UsageProblem(
      `--id: expected an id of the catalogue, such as LIST-007, got ${JSON.stringify(badId)}`,
    )
  const outside = id.find(one => !isInSet(requirement(one)))
  if (outside)
    throw new UsageProblem(
      `--id: expected an id of this release's set, got ${outside}, which has no check yet`,
    )
  if (updateBaseline && !baseline)
    throw new UsageProblem('--update-baseline: expected --baseline FILE beside it, got none')
}

async function runChecks(
  target: Target,
  flags: CertifyFlags,
  signal: AbortSignal,
): Promise<Certified> {
  const selection = { sections: flags.section, ids: flags.id }
  const total = checksFor(target.dialect.name, selection).length
  const live = liveProgress(process.stderr, wantsColour(process.stderr, process.env))
  const start = performance.now()
  const done: Verdict[] = []
  const histories = flags.saveHistories
  if (histories) mkdirSync(histories, { recursive: true })
  try {
    return await certifyTarget(target, {
      selection,
      seed: flags.seed,
      runs: flags.smoke ? runsOfSmoke : flags.runs,
      concurrency: flags.concurrency,
      slow: flags.slow ?? false,
      signal,
      onVerdict: (verdict, requests) => {
        done.push(verdict)
        const elapsedMs = performance.now() - start
        live.show({
          section: requirement(verdict.id).section,
          done: done.length,
          total,
          cases: done.reduce((sum, one) => sum + one.cases, 0),
          requests,
          rate: Math.round((requests / elapsedMs) * 1000),
          elapsedMs,
          leftMs: (elapsedMs / done.length) * (total - done.length),
          failures: done.filter(one => one.verdict === 'fail').length,
        })
      },
      onHistory: (check, history) => {
        if (histories)
          appendFileSync(join(histories, 'histories.jsonl'), lineOf({ id: check.id, history }))
      },
    })
  } finally {
    live.end()
  }
}

type Of = { target: Target; flags: CertifyFlags; startedAt: Date }

function assembleReport(certified: Certified, { target, flags, startedAt }: Of): ConformanceReport {
  const rows = rowsFor(target.dialect.name)
  return assemble({
    run: {
      suite: { version: ownVersion, requirements: catalogueDigest, set: setDigest },
      target: {
        name: target.name,
        implementation: target.implementation,
        version: target.version,
        url: target.connection.url,
        dialect: target.dialect.name,
        features: target.features,
        differences: target.differences,
      },
      seed: flags.seed,
      runs: flags.smoke ? runsOfSmoke : flags.runs,
      scenarioDigest: certified.scenarioDigest,
      filtered: flags.section.length + flags.id.length > 0,
      startedAt: startedAt.toISOString(),
      durationMs: Date.now() - startedAt.getTime(),
      requests: certified.requests,
      cases: certified.verdicts.reduce((sum, one) => sum + one.cases, 0),
      states: certified.states,
    },
    catalogue: rows,
    inSet: new Set(rows.filter(isInSet).map(row => row.id)),
    verdicts: certified.verdicts.map(verdict => withTarget(verdict, target.name)),
    mutants: proofsById(),
  })
}

/** Names the target in a case, when it is one that replay can start by itself. */
function withTarget(verdict: Verdict, name: string): Verdict {
  if (!verdict.failure || !/^(mutant:|variant:|kube-apiserver$|reference$)/.test(name))
    return verdict
  return {
    ...verdict,
    failure: { ...verdict.failure, case: { ...(verdict.failure.case as object), target: name } },
  }
}

/** The command that repeats this run. */
function commandOf(named: string | undefined, flags: CertifyFlags): string {
  const values: [string, string | number | undefined][] = [
    ['--target', flags.target],
    ['--dialect', flags.dialect],
    ['--api-domain', flags.apiDomain],
    ['--token-file', flags.tokenFile],
    ['--client-certificate', flags.clientCertificate],
    ['--client-key', flags.clientKey],
    ['--certificate-authority', flags.certificateAuthority],
    ['--kubeconfig', flags.kubeconfig],
    ['--context', flags.context],
    ...(flags.allowWritesTo ?? []).map((host): [string, string] => ['--allow-writes-to', host]),
    ...flags.section.map((slug): [string, string] => ['--section', slug]),
    ...flags.id.map((id): [string, string] => ['--id', id]),
    ['--seed', flags.seed],
    ...(flags.smoke ? [] : [['--runs', flags.runs] as [string, number]]),
    ['--concurrency', flags.concurrency],
  ]
  const given = values.flatMap(([flag, value]) =>
    value === undefined ? [] : [flag, String(value)],
  )
  const switches = [
    ...(flags.smoke ? ['--smoke'] : []),
    ...(flags.insecureSkipTlsVerify ? ['--insecure-skip-tls-verify'] : []),
  ]
  return [
    'npx touchstone certify',
    ...(named === undefined ? [] : [named]),
    ...given,
    ...switches,
  ].join(' ')
}
