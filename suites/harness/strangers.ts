// Certifies the partial servers of `fixtures/strangers/` by their URLs, each by the program in a
// process of its own, and holds what it says against the tables of their true faults. It passes
// when all that is said is true, and all that is true is said early.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strangers } from '../../fixtures/strangers/all.ts'
import type { Fault, Stranger } from '../../fixtures/strangers/stranger.ts'
import type { ConformanceReport } from '../../reports/report.ts'
import type { LongRun } from './engines.ts'
import { root } from './sources.ts'

/** What certifying one stranger came to. */
export type Outcome = {
  name: string
  /** Absent when the run was ended because its time was over. */
  exitCode?: number
  seconds: number
  /** The last words of a run that wrote no report. */
  lastWords?: string
  failingRows: string[]
  inconclusiveRows: number
  findings: number
  /** Sentences of the table that no finding among the first twelve names. */
  unnamed: string[]
  /** Failing rows that no fault of the table explains: false, until read. */
  unexplained: string[]
}

type Options = {
  /** Names of strangers; all when there are none. */
  names?: string[]
  /** Further flags of `certify`. */
  flags?: string[]
  /** How long a run may take. */
  budgetMs?: number
  onOutcome?: (outcome: Outcome) => void
}

const findingsRead = 12

/** The nightly step: a line for each stranger, and what is wrong with each. */
export async function strangersJudged(options = asEnvironmentSays()): Promise<LongRun> {
  const outcomes = await certifyStrangers(options)
  const problems = outcomes.flatMap(problemsOf)
  const right = outcomes.filter(one => problemsOf(one).length === 0).length
  const says = `${right} of ${outcomes.length} judged right`
  return problems.length === 0
    ? { says }
    : { says, problem: [...head, ...outcomes.map(rowOf), ...problems].join('\n') }
}

/** `STRANGERS` names some of them, `STRANGERS_FLAGS` has further flags of `certify`. */
function asEnvironmentSays(): Options {
  const words = (name: string) => (process.env[name] ?? '').split(' ').filter(Boolean)
  return { names: words('STRANGERS'), flags: words('STRANGERS_FLAGS') }
}

/** Certifies the strangers one after the other. */
export async function certifyStrangers(options: Options = {}): Promise<Outcome[]> {
  const { names = [], onOutcome } = options
  const unknown = names.find(name => !strangers.some(one => one.name === name))
  if (unknown !== undefined)
    throw new Error(
      `strangers: expected one of ${strangers.map(one => one.name).join(', ')}, got ${unknown}`,
    )
  const outcomes: Outcome[] = []
  for (const stranger of strangers) {
    if (names.length > 0 && !names.includes(stranger.name)) continue
    const outcome = await certifyOne(stranger, options)
    onOutcome?.(outcome)
    outcomes.push(outcome)
  }
  return outcomes
}

async function certifyOne(stranger: Stranger, options: Options): Promise<Outcome> {
  const { flags = [], budgetMs = 300_000 } = options
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-strangers-'))
  const server = await stranger.start()
  const start = performance.now()
  try {
    const ended = await runProgram(
      ['certify', server.url, '--report-dir', folder, ...flags],
      budgetMs,
    )
    const seconds = Math.round((performance.now() - start) / 1000)
    const file = join(folder, 'report.json')
    const report = existsSync(file)
      ? (JSON.parse(readFileSync(file, 'utf8')) as ConformanceReport)
      : undefined
    return outcomeOf(stranger, { ...ended, seconds, report })
  } finally {
    await server.close()
    rmSync(folder, { recursive: true })
  }
}

type Ended = { exitCode?: number; lastWords: string }

/** Runs the program from its sources, as this process runs, and ends it when its time is over. */
export async function runProgram(args: string[], budgetMs: number): Promise<Ended> {
  const program = join(root, 'bin', 'touchstone.ts')
  const child = spawn(process.execPath, [...process.execArgv, program, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (piece: Buffer) => {
    said = (said + piece.toString()).slice(-2_000)
  })
  const interrupt = setTimeout(() => child.kill('SIGINT'), budgetMs)
  // Who is interrupted may still write what is known so far, but not for long.
  const kill = setTimeout(() => child.kill('SIGKILL'), budgetMs + 30_000)
  const isOver = (): boolean => performance.now() - start >= budgetMs
  const start = performance.now()
  const [exitCode] = (await once(child, 'close')) as [number | null]
  clearTimeout(interrupt)
  clearTimeout(kill)
  const lastWords = said.trim().split('\n').at(-1) ?? ''
  return { lastWords, ...(exitCode === null || isOver() ? {} : { exitCode }) }
}

type Run = Ended & { seconds: number; report: ConformanceReport | undefined }

/** Holds a report against the table of a stranger. */
export function outcomeOf(stranger: Stranger, run: Run): Outcome {
  const { exitCode, seconds, report, lastWords } = run
  const rows = report?.requirements ?? []
  const failingRows = rows.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
  const early = (report?.findings ?? []).slice(0, findingsRead)
  return {
    name: stranger.name,
    ...(exitCode === undefined ? {} : { exitCode }),
    seconds,
    ...(report ? {} : { lastWords }),
    failingRows,
    inconclusiveRows: rows.filter(({ verdict }) => verdict === 'inconclusive').length,
    findings: report?.findings.length ?? 0,
    unnamed: stranger.faults
      .filter(({ ids }) => !early.some(finding => finding.ids.some(id => ids.includes(id))))
      .map(({ says }) => says),
    unexplained: failingRows.filter(id => !stranger.faults.some(fault => explains(fault, id))),
  }
}

/** Whether one of these rows is failed because of this fault. */
export const explains = ({ ids, also = [] }: Pick<Fault, 'ids' | 'also'>, id: string): boolean =>
  [...ids, ...also].some(one => (one.endsWith('*') ? id.startsWith(one.slice(0, -1)) : id === one))

/** What the run of one stranger should not have come to. */
export function problemsOf(outcome: Outcome): string[] {
  const { name, exitCode, failingRows, findings, unnamed, unexplained, lastWords } = outcome
  const rows = failingRows.length
  const found = [
    ...(lastWords === undefined ? [] : [`expected a report, got none: ${lastWords}`]),
    ...(exitCode === 1 ? [] : [`expected exit code 1, got ${exitCode ?? 'none in the time'}`]),
    ...(findings * 3 > rows ? [`${findings} findings for ${rows} rows: more than a third`] : []),
    ...unnamed.map(says => `not named within the first ${findingsRead} findings: ${says}`),
    ...(unexplained.length > 0 ? [`fail without a fault: ${unexplained.join(', ')}`] : []),
  ]
  return found.map(problem => `  ${name}: ${problem}`)
}

const head = [
  '| server | exit | seconds | failing rows | findings | inconclusive | unnamed | unexplained |',
  '|---|---|---|---|---|---|---|---|',
]

/** An outcome as a row of that Markdown table. */
export function rowOf(outcome: Outcome): string {
  const { name, exitCode = '–', seconds, failingRows, findings, inconclusiveRows } = outcome
  const { unnamed, unexplained } = outcome
  const cells = [name, exitCode, seconds, failingRows.length, findings, inconclusiveRows]
  return `| ${[...cells, unnamed.length, unexplained.length].join(' | ')} |`
}
