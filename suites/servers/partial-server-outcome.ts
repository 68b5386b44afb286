// Compares two runs on a partial server with the table of its true faults, and with each other.

import type { KnownFault, PartialServer } from '../../fixtures/partial-servers/partial-server.ts'
import type { ConformanceReport } from '../../reports/report.ts'
import { runDisagreements } from './run-disagreements.ts'

/** The outcome of certifying one partial server. */
export type PartialServerOutcome = {
  name: string
  /** Absent if the run was ended at its time limit. */
  exitCode?: number
  seconds: number
  /** The last output of a run that wrote no report. */
  lastWords?: string
  failingRows: string[]
  /** How many rows could not be judged because of a finding. */
  blockedRows: number
  inconclusiveRows: number
  findings: number
  /** Sentences of the table that are not among the first twelve findings. */
  unnamed: string[]
  /**
   * Failing rows that no fault of the table explains. They count as false alarms until they have
   * been reviewed.
   */
  unexplained: string[]
  /** Rows that fail only sometimes within a run, or that the harness could not judge. */
  unsteady: string[]
  /** Rows whose verdicts differ between the two runs. */
  disagreements: string[]
  /** Objects that the runs left behind or removed. */
  changes: string[]
  /** Findings whose printed command does not show the fault again. */
  notReplayed: string[]
}

const findingsRead = 12

/** How a run of the program ended. */
export type EndedRun = { exitCode?: number; lastWords: string }

/** A run of the program on a server. */
export type CertifyRun = EndedRun & { seconds: number; report: ConformanceReport | undefined }

/**
 * Compares the reports of two equal runs with the table of a partial server, and with each other.
 */
export function partialServerOutcome(
  partialServer: PartialServer,
  first: CertifyRun,
  second: CertifyRun,
): PartialServerOutcome {
  // The worse run counts.
  const { exitCode, report, lastWords } = first.exitCode === 1 ? second : first
  const rows = first.report?.requirements ?? []
  const failingRows = rows.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
  const early = (first.report?.findings ?? []).slice(0, findingsRead)
  // Rows that an interrupted run did not judge are no disagreement.
  const reports = [first, second].flatMap(run => (run.exitCode === undefined ? [] : [run.report]))
  const [one, other] = reports
  return {
    name: partialServer.name,
    ...(exitCode === undefined ? {} : { exitCode }),
    seconds: Math.max(first.seconds, second.seconds),
    ...(report ? {} : { lastWords }),
    failingRows,
    blockedRows: rows.filter(({ blockedBy }) => blockedBy !== undefined).length,
    inconclusiveRows: rows.filter(({ verdict }) => verdict === 'inconclusive').length,
    findings: first.report?.findings.length ?? 0,
    unnamed: partialServer.faults
      .filter(({ ids }) => !early.some(finding => finding.ids.some(id => ids.includes(id))))
      .map(({ says }) => says),
    unexplained: failingRows.filter(
      id => !partialServer.faults.some(fault => explainsRow(fault, id)),
    ),
    unsteady: rows.filter(({ verdict }) => isUnsteady(verdict)).map(lineOf),
    disagreements: one && other ? runDisagreements(one, other) : [],
    changes: [],
    notReplayed: [],
  }
}

const isUnsteady = (verdict: string): boolean => verdict === 'flaky' || verdict === 'error'

const lineOf = ({ id, verdict, because = '' }: ConformanceReport['requirements'][number]) =>
  `${id} is ${verdict}: ${because.split('\n')[0]}`

/** Whether the fault explains the failure of one of these rows. */
export const explainsRow = (
  { ids, also = [] }: Pick<KnownFault, 'ids' | 'also'>,
  id: string,
): boolean =>
  [...ids, ...also].some(one => (one.endsWith('*') ? id.startsWith(one.slice(0, -1)) : id === one))

/** The problems of a run on one partial server. */
export function partialServerProblems(outcome: PartialServerOutcome): string[] {
  const { name, exitCode, failingRows, blockedRows, findings, unnamed, unexplained, lastWords } =
    outcome
  const { unsteady, disagreements, changes, notReplayed } = outcome
  const rows = failingRows.length + blockedRows
  const found = [
    ...(lastWords === undefined ? [] : [`expected a report, got none: ${lastWords}`]),
    ...(exitCode === 1 ? [] : [`expected exit code 1, got ${exitCode ?? 'none in the time'}`]),
    ...(findings * 3 > rows
      ? [`${findings} findings for ${rows} failing or blocked rows: more than a third`]
      : []),
    ...unnamed.map(says => `not named within the first ${findingsRead} findings: ${says}`),
    ...(unexplained.length > 0 ? [`fail without a fault: ${unexplained.join(', ')}`] : []),
    ...unsteady,
    ...disagreements.map(line => `two runs differ: ${line}`),
    ...changes,
    ...notReplayed,
  ]
  return found.map(problem => `  ${name}: ${problem}`)
}

/** The header of the Markdown table of outcomes. */
export const outcomeTableHead = [
  '| server | exit | seconds | failing rows | findings | inconclusive | unnamed | unexplained | differ |',
  '|---|---|---|---|---|---|---|---|---|',
]

/** An outcome as a row of that table. */
export function outcomeTableRow(outcome: PartialServerOutcome): string {
  const { name, exitCode = '–', seconds, failingRows, findings, inconclusiveRows } = outcome
  const { unnamed, unexplained } = outcome
  const cells = [name, exitCode, seconds, failingRows.length, findings, inconclusiveRows]
  const counts = [unnamed.length, unexplained.length, outcome.disagreements.length]
  return `| ${[...cells, ...counts].join(' | ')} |`
}
