// Certifies each partial server of `fixtures/partial-servers/` by its URL, by the program in a
// separate process: a full run, and a second one with the same seed in the rest of five minutes.
// Compares the reports with the tables of true faults and with each other. It passes if a fault
// explains every failing row, every fault is among the first findings, the two runs have equal
// verdicts, and the server holds the same objects as before.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { partialServers } from '../../fixtures/partial-servers/all.ts'
import type { PartialServer } from '../../fixtures/partial-servers/partial-server.ts'
import type { ConformanceReport } from '../../reports/report.ts'
import { printLine } from '../long-runs/print-line.ts'
import type { LongRun } from '../long-runs/storage-engine-runs.ts'
import { createShell } from '../../bin/test-shell.ts'
import { objectChanges, listServerObjects } from './server-objects.ts'
import {
  partialServerOutcome,
  partialServerProblems,
  outcomeTableRow,
  outcomeTableHead,
} from './partial-server-outcome.ts'
import { thisProgram } from '../../fixtures/targets/this-program.ts'
import type { EndedRun, PartialServerOutcome, CertifyRun } from './partial-server-outcome.ts'

export { explainsRow as explains } from './partial-server-outcome.ts'

type Options = {
  /** Names of partial servers; all if empty. */
  names?: string[]
  /** Additional flags of `certify`. */
  flags?: string[]
  /** The time limit of a run. */
  budgetMs?: number
  onOutcome?: (outcome: PartialServerOutcome) => void
}

const replaysMax = 3
const budgetMsByDefault = 300_000

/**
 * The nightly step. It runs for an hour, so it prints the outcome of each server as soon as it is
 * known.
 */
export async function judgePartialServers(): Promise<LongRun> {
  outcomeTableHead.forEach(printLine)
  const onOutcome = (outcome: PartialServerOutcome) =>
    [outcomeTableRow(outcome), ...partialServerProblems(outcome)].forEach(printLine)
  const outcomes = await certifyPartialServers({ ...optionsOfEnvironment(), onOutcome })
  const problems = outcomes.flatMap(partialServerProblems)
  const right = outcomes.filter(one => partialServerProblems(one).length === 0).length
  const says = `${right} of ${outcomes.length} judged right`
  return problems.length === 0 ? { summary: says } : { summary: says, problem: problems.join('\n') }
}

/**
 * Reads `PARTIAL_SERVERS` (names of partial servers) and `PARTIAL_SERVERS_FLAGS` (additional flags
 * of `certify`).
 */
function optionsOfEnvironment(): Options {
  const words = (name: string) => (process.env[name] ?? '').split(' ').filter(Boolean)
  return { names: words('PARTIAL_SERVERS'), flags: words('PARTIAL_SERVERS_FLAGS') }
}

/** Certifies the partial servers one after the other. */
export async function certifyPartialServers(
  options: Options = {},
): Promise<PartialServerOutcome[]> {
  const { names = [], onOutcome } = options
  const unknown = names.find(name => !partialServers.some(one => one.name === name))
  if (unknown !== undefined)
    throw new Error(
      `partial servers: expected one of ${partialServers.map(one => one.name).join(', ')}, got ${unknown}`,
    )
  const outcomes: PartialServerOutcome[] = []
  for (const partialServer of partialServers) {
    if (names.length > 0 && !names.includes(partialServer.name)) continue
    const outcome = await certifyOne(partialServer, options)
    onOutcome?.(outcome)
    outcomes.push(outcome)
  }
  return outcomes
}

async function certifyOne(
  partialServer: PartialServer,
  options: Options,
): Promise<PartialServerOutcome> {
  const server = await partialServer.start()
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-partial-servers-'))
  try {
    const before = await listServerObjects(server)
    const first = await certifyAt(server.url, join(folder, 'first'), options)
    const second = await certifyAt(server.url, join(folder, 'second'), comparing(first, options))
    const notReplayed = first.report ? await replay(first.report, folder) : []
    const changes = objectChanges(before, await listServerObjects(server))
    return { ...partialServerOutcome(partialServer, first, second), changes, notReplayed }
  } finally {
    await server.close()
    rmSync(folder, { recursive: true })
  }
}

/**
 * Returns the options of the run that is compared with the first: it ends in the time that the
 * first has left, but has at least a minute. Rows that it does not reach are not compared.
 */
function comparing({ seconds }: CertifyRun, options: Options): Options {
  const { flags = [], budgetMs = budgetMsByDefault } = options
  const left = Math.max(60, Math.round(budgetMs / 1000) - seconds)
  return { ...options, flags: [...flags, '--timeout', `${left}s`] }
}

async function certifyAt(
  url: string,
  directory: string,
  { flags = [], budgetMs = budgetMsByDefault }: Options,
): Promise<CertifyRun> {
  const start = performance.now()
  const ended = await runProgram(['certify', url, '--report-dir', directory, ...flags], budgetMs)
  const seconds = Math.round((performance.now() - start) / 1000)
  const file = join(directory, 'report.json')
  const report = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as ConformanceReport)
    : undefined
  return { ...ended, seconds, report }
}

/**
 * Runs the printed commands of the first findings. Returns those that do not show the fault again.
 */
async function replay(report: ConformanceReport, folder: string): Promise<string[]> {
  const paste = createShell(folder, join(folder, 'tools'))
  const problems: string[] = []
  const failures = report.findings.map(
    ({ id }) => report.requirements.find(row => row.id === id)?.failure,
  )
  const commands = failures.flatMap(failure => failure?.replay ?? [])
  for (const command of commands.slice(0, replaysMax)) {
    const { code, out, err } = await paste(command)
    const said = `${out}${err}`.trim().split('\n').at(-1) ?? ''
    if (code !== 1) problems.push(`${command}: expected exit code 1, got ${code}: ${said}`)
  }
  return problems
}

/** Runs the program, and ends it at its time limit. */
export async function runProgram(args: string[], budgetMs: number): Promise<EndedRun> {
  const [command = '', ...words] = thisProgram()
  const child = spawn(command, [...words, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (piece: Buffer) => {
    said = (said + piece.toString()).slice(-2_000)
  })
  const interrupt = setTimeout(() => child.kill('SIGINT'), budgetMs)
  // An interrupted run may still write what it knows so far, but not for long.
  const kill = setTimeout(() => child.kill('SIGKILL'), budgetMs + 30_000)
  const isOver = (): boolean => performance.now() - start >= budgetMs
  const start = performance.now()
  const [exitCode] = (await once(child, 'close')) as [number | null]
  clearTimeout(interrupt)
  clearTimeout(kill)
  const lastWords = said.trim().split('\n').at(-1) ?? ''
  return { lastWords, ...(exitCode === null || isOver() ? {} : { exitCode }) }
}
