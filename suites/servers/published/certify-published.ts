// Certifies the implementations of `fixtures/published/` by their URLs, each with the program in a
// separate process, and compares the reports with the table of their known results.

import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { publishedImplementations } from '../../../fixtures/published/all.ts'
import type { KnownFault } from '../../../fixtures/partial-servers/partial-server.ts'
import type { PublishedImplementation } from '../../../fixtures/published/published-implementation.ts'
import type { ConformanceReport } from '../../../reports/report.ts'
import type { LongRun } from '../../long-runs/storage-engine-runs.ts'
import { publishedResultFile } from '../../tools/implementations.ts'
import { explains, runProgram } from '../certify-partial-servers.ts'
import type { Absent, PublishedServer } from './url-printing-program.ts'
import { publishedStarts } from './starts.ts'

/** The outcome of certifying one implementation. */
export type ForeignOutcome = {
  name: string
  seconds: number
  exitCode?: number
  result: string
  verdicts: Record<string, number>
  findings: number
  /** The findings that are read, each as its title and its rows. */
  named: string[]
  /** Differences from the table. */
  problems: string[]
}

type Options = {
  /** Names of implementations; all if empty. */
  names?: string[]
  /** Additional flags of `certify`. */
  flags?: string[]
  /** The time limit of a run. */
  budgetMs?: number
}

const findingsRead = 12

/**
 * The nightly step. `PUBLISHED` selects implementations by name, `PUBLISHED_FLAGS` adds flags of
 * `certify`, and `PUBLISHED_SAVE=1` saves the results in `reports/results/published`.
 */
export async function certifyPublished(options = asEnvironmentSays()): Promise<LongRun> {
  const { names = [] } = options
  const unknown = names.find(name => !publishedImplementations.some(one => one.name === name))
  if (unknown !== undefined)
    throw new Error(
      `PUBLISHED: expected some of ${publishedImplementations.map(one => one.name).join(', ')}, got ${unknown}`,
    )
  const lines: string[] = []
  const problems: string[] = []
  for (const one of publishedImplementations) {
    if (names.length > 0 && !names.includes(one.name)) continue
    const judged = await certifyOne(one, options)
    if ('absent' in judged) lines.push(`${one.name}: not run: ${judged.absent}`)
    else lines.push(lineOf(judged))
    if ('absent' in judged || judged.problems.length === 0) continue
    problems.push(...[...judged.problems, ...judged.named].map(what => `${one.name}: ${what}`))
  }
  const says = lines.join('; ')
  return problems.length === 0
    ? { summary: says }
    : { summary: says, problem: problems.map(problem => `  ${problem}`).join('\n') }
}

function asEnvironmentSays(): Options {
  const words = (name: string) => (process.env[name] ?? '').split(' ').filter(Boolean)
  return { names: words('PUBLISHED'), flags: words('PUBLISHED_FLAGS') }
}

async function certifyOne(
  one: PublishedImplementation,
  options: Options,
): Promise<ForeignOutcome | Absent> {
  const { flags = [], budgetMs = 300_000 } = options
  const directory = await mkdtemp(join(tmpdir(), `touchstone-${one.name}-`))
  try {
    const served = await publishedStarts[one.name]?.(directory)
    if (!served) throw new Error(`${one.name}: nothing starts it`)
    if ('absent' in served) return served
    const reports = join(directory, 'report')
    const args = ['certify', ...(await argumentsFor(one, served, directory)), ...flags]
    const start = performance.now()
    const ended = await runProgram([...args, '--report-dir', reports], budgetMs).finally(
      served.close,
    )
    const file = join(reports, 'report.json')
    const report = existsSync(file)
      ? (JSON.parse(readFileSync(file, 'utf8')) as ConformanceReport)
      : undefined
    if (report && process.env['PUBLISHED_SAVE']) await save(one, report)
    const seconds = Math.round((performance.now() - start) / 1000)
    return compareWithTable(one, { ...ended, seconds, report })
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** Saves the parts of a report that the table of implementations shows. */
async function save(
  { name, version }: PublishedImplementation,
  report: ConformanceReport,
): Promise<void> {
  const { suite, scenarios, result, sections } = report
  const target = {
    ...report.target,
    // A server may have another name and version in its answers, or none.
    name,
    implementation: name,
    version,
    url: 'http://127.0.0.1',
  }
  const steady = { suite, target, scenarios, result, sections }
  const file = publishedResultFile(name)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify(steady, undefined, 1)}\n`)
}

/** Returns the arguments of `certify`: the URL and flags, or a target file. */
async function argumentsFor(
  one: PublishedImplementation,
  served: PublishedServer,
  directory: string,
): Promise<string[]> {
  const { url, tokenFile, certificateAuthority } = served
  if (!one.target)
    return [
      url,
      ...(tokenFile ? ['--token-file', tokenFile] : []),
      ...(certificateAuthority ? ['--certificate-authority', certificateAuthority] : []),
    ]
  const file = join(directory, 'target.yaml')
  const target = {
    apiVersion: 'touchstone/v1alpha1',
    kind: 'Target',
    implementation: { name: one.name, version: one.version },
    url,
    ...(certificateAuthority ? { certificateAuthority } : {}),
    ...(tokenFile ? { credentials: { admin: { tokenFile } } } : {}),
    ...one.target,
  }
  // JSON is valid YAML.
  await writeFile(file, JSON.stringify(target, undefined, 2))
  return ['--target', file]
}

type Run = {
  exitCode?: number
  lastWords: string
  seconds: number
  report: ConformanceReport | undefined
}

/** Compares a report with the table of an implementation. */
export function compareWithTable(one: PublishedImplementation, run: Run): ForeignOutcome {
  const { exitCode, seconds, report, lastWords } = run
  const rows = report?.requirements ?? []
  const verdicts: Record<string, number> = {}
  for (const { verdict } of rows) verdicts[verdict] = (verdicts[verdict] ?? 0) + 1
  const failing = rows.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
  const findings = report?.findings ?? []
  const isKnown = (id: string): boolean =>
    [...one.faults, ...one.falseAlarms].some(known => explains(known, id))
  const unexplained = failing.filter(id => !isKnown(id))
  const isNamed = ({ ids, isDetail }: KnownFault): boolean =>
    (isDetail ? findings : findings.slice(0, findingsRead)).some(finding =>
      finding.ids.some(id => ids.includes(id)),
    )
  const unnamed = one.faults.filter(fault => !isNamed(fault))
  const gone = one.falseAlarms.filter(alarm => !failing.some(id => explains(alarm, id)))
  const result = report?.result ?? 'no report'
  const fails = one.faults.length > 0
  // With false alarms only, either result is accepted: they may or may not concern a MUST.
  const isKnownResult =
    fails === (result === 'nonconformant') || (!fails && one.falseAlarms.length > 0)
  return {
    name: one.name,
    seconds,
    ...(exitCode === undefined ? {} : { exitCode }),
    result,
    verdicts,
    findings: findings.length,
    named: findings.slice(0, findingsRead).map(({ title, ids }) => `${title}: ${ids.join(' ')}`),
    problems: [
      ...(report ? [] : [`expected a report, got none: ${lastWords}`]),
      ...(exitCode === undefined ? ['expected an end within the time, got none'] : []),
      ...(report && !isKnownResult
        ? [`expected ${fails ? 'nonconformant' : 'no failing must'}, got ${result}`]
        : []),
      ...(unexplained.length > 0 ? [`fail without a fault: ${unexplained.join(', ')}`] : []),
      ...unnamed.map(({ says, isDetail }) =>
        isDetail
          ? `not named by any finding: ${says}`
          : `not named within the first ${findingsRead} findings: ${says}`,
      ),
      ...gone.map(({ ids }) => `no false alarm any more: ${ids.join(', ')}`),
      ...(verdicts['error'] ? [`${verdicts['error']} rows are errors of the harness`] : []),
    ],
  }
}

function lineOf({ name, seconds, exitCode, result, verdicts, findings }: ForeignOutcome): string {
  const counts = Object.entries(verdicts).map(([verdict, count]) => `${count} ${verdict}`)
  const parts = [result, `exit ${exitCode ?? 'none'}`, `${seconds} s`, `${findings} findings`]
  return `${name}: ${[...parts, ...counts].join(', ')}`
}
