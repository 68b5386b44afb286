// Sentences that every form of the report shares.

import type { Row, ConformanceReport } from './report.ts'
import { counted, grouped } from './layout.ts'
import { verdicts, type Word } from '../suites/verdict.ts'

/** How many of the set's musts applied, and how many of those passed. */
export function mustsOf(report: ConformanceReport): { passed: number; applicable: number } {
  const excused: Word[] = ['inapplicable', 'waived', 'observed']
  const musts = report.requirements.filter(row => row.inSet && row.strength === 'must')
  const applicable = musts.filter(row => !excused.includes(row.verdict))
  return {
    passed: applicable.filter(row => row.verdict === 'pass').length,
    applicable: applicable.length,
  }
}

/** The result as one sentence without the result's own word. */
export function resultSentence(report: ConformanceReport): string {
  const { passed, applicable } = mustsOf(report)
  const set = `set ${report.suite.set}`
  if (report.result === 'conformant') {
    const waived = report.summary.waived
    const excused = waived > 0 ? `, ${grouped(waived)} waived as declared differences` : ''
    return `conforms to ${set}: all ${counted(applicable, 'applicable must')} passed${excused}`
  }
  if (report.result === 'nonconformant') {
    const failed = mustsThat(report, ['fail'])
    const found = counted(report.findings.length, 'finding')
    return `does not conform to ${set}: ${counted(failed, 'must')} failed (${found})`
  }
  if (report.result === 'partial') {
    return `all that was selected passed; a selection never makes a target conformant`
  }
  const open = mustsThat(report, ['flaky', 'inconclusive', 'error'])
  if (open > 0) return `not decided for ${set}: ${counted(open, 'must')} could not be judged`
  if (passed === 0) return `not decided for ${set}: no must was put to the test`
  return `not decided for ${set}: ${counted(mustsThat(report, ['untested']), 'must')} did not run`
}

function mustsThat(report: ConformanceReport, words: Word[]): number {
  return report.requirements.filter(
    row => row.inSet && row.strength === 'must' && words.includes(row.verdict),
  ).length
}

/** Rows that were not judged, by verdict and then by reason; the most frequent reason first. */
export type NotJudged = { verdict: Word; total: number; reasons: Reasons[] }
export type Reasons = { because: string; ids: string[] }

const notJudgedWords: Word[] = [
  'flaky',
  'error',
  'inconclusive',
  'waived',
  'inapplicable',
  'untested',
]

export function notJudged(report: ConformanceReport): NotJudged[] {
  return notJudgedWords
    .map(verdict => {
      const rows = report.requirements.filter(row => row.verdict === verdict)
      return { verdict, total: rows.length, reasons: reasonsOf(rows) }
    })
    .filter(group => group.total > 0)
}

function reasonsOf(rows: Row[]): Reasons[] {
  const byReason = new Map<string, string[]>()
  for (const row of rows) {
    // The first line says it; what follows in an error is a stack.
    const [because = ''] = (row.because ?? 'no reason given').split('\n')
    byReason.set(because, [...(byReason.get(because) ?? []), row.id])
  }
  return [...byReason]
    .map(([because, ids]) => ({ because, ids }))
    .sort((a, b) => b.ids.length - a.ids.length)
}

/** The verdicts that occur, worst first: what deserves a column, a filter or a piece of a bar. */
export function occurring(counts: Record<Word, number>): Word[] {
  return verdicts.filter(word => counts[word] > 0)
}
