// Sentences that every form of the report shares.

import type { Row, ConformanceReport } from './report.ts'
import { counted, grouped, listed } from './layout.ts'
import { verdicts, type Word } from '../suites/verdict.ts'

/** How many of the set's musts applied, and how many of those passed. */
export function mustsOf(report: ConformanceReport): { passed: number; applicable: number } {
  const applicable = mustsOfSet(report).filter(row => row.verdict !== 'inapplicable')
  return {
    passed: applicable.filter(row => row.verdict === 'pass').length,
    applicable: applicable.length,
  }
}

/** The result as one sentence; what follows the result's own word. */
export function resultSentence(report: ConformanceReport): string {
  const { passed, applicable } = mustsOf(report)
  if (report.result === 'conformant') {
    const lacking = mustsOfSet(report).filter(row => row.verdict === 'inapplicable')
    const ids = lacking.map(row => row.id)
    const apart = ids.length > 0 ? `; not applicable here: ${listed(ids, 4)}` : ''
    return `all ${grouped(applicable)} applicable musts of set ${report.suite.set} passed${apart}`
  }
  if (report.result === 'nonconformant') {
    const failed = grouped(mustsThat(report, ['fail']))
    const found = counted(report.findings.length, 'finding')
    const judged = grouped(applicable - mustsThat(report, ['untested']))
    return `${failed} of ${judged} applicable musts failed, ${found}`
  }
  if (report.result === 'partial') {
    return `${counted(passed, 'selected must')} passed; a selection is never called conformant`
  }
  const open = mustsThat(report, ['flaky', 'inconclusive', 'error'])
  if (open > 0) return `${grouped(open)} of ${grouped(applicable)} musts could not be judged`
  const waived = mustsThat(report, ['waived'])
  if (waived > 0) return `${grouped(waived)} of ${grouped(applicable)} musts are waived, not passed`
  if (passed === 0) return 'no must was put to the test'
  return `${grouped(mustsThat(report, ['untested']))} of ${grouped(applicable)} musts did not run`
}

function mustsThat(report: ConformanceReport, words: Word[]): number {
  return mustsOfSet(report).filter(row => words.includes(row.verdict)).length
}

const mustsOfSet = (report: ConformanceReport): Row[] =>
  report.requirements.filter(row => row.inSet && row.strength === 'must')

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

/** The verdicts that occur: what deserves a column, a filter or a piece of a bar. */
export function occurring(counts: Record<Word, number>): Word[] {
  return verdicts.filter(word => counts[word] > 0)
}

/** The states of one area, the most frequent first, and the names of those that were not reached. */
export type Area = { name: string; states: { name: string; times: number }[]; missed: string[] }

/** The states that a run reached, by area: `watch: ADDED` is the state ADDED of the area watch. */
export function areasOf({ states }: ConformanceReport): Area[] {
  const byArea = new Map<string, Area['states']>()
  for (const [state, times] of Object.entries(states)) {
    const [name = '', ...rest] = state.split(': ')
    byArea.set(name, [...(byArea.get(name) ?? []), { name: rest.join(': '), times }])
  }
  return [...byArea].map(([name, all]) => ({
    name,
    states: all.toSorted((a, b) => b.times - a.times),
    missed: all.filter(({ times }) => times === 0).map(one => one.name),
  }))
}
