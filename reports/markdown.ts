// Formats a run as Markdown, for the summary page of a CI job.

import {
  countsSentence,
  baselineDifferences,
  exitSentence,
  isKnownFinding,
  notedDifferences,
} from './baseline-messages.ts'
import { escapeControls, escapeCiCommands } from './escape.ts'
import { formatDuration, formatCount, listIds } from './text-layout.ts'
import type { ConformanceReport, Finding } from './report.ts'
import {
  claimLines,
  unjudgedRows,
  occurringVerdicts,
  resultSentence,
  scenariosPerProperty,
} from './sentences.ts'

const findingsMax = 10
const differencesMax = 50
const idsMax = 8
const problemsMax = 5
const lengthMax = 400

/** Returns the result, the findings and the sections. All text from a server is in code spans. */
export function markdownSummary(report: ConformanceReport): string {
  const { result, target, suite, seed } = report
  const { problems = [] } = target
  const server = [target.name, target.implementation, target.version, `dialect ${target.dialect}`]
  const blocks = [
    `## Touchstone: ${result}`,
    `${code(resultSentence(report))}`,
    [
      ...claimLines(report).map(line => `- ${code(line)}`),
      `- server ${server.map(code).join(' ')}`,
      ...problems.slice(0, problemsMax).map(one => `- found by the pre-flight: ${code(one)}`),
      `- set ${code(suite.set)}, checks ${code(suite.checks)}`,
      `- seed ${code(`${seed}`)}, ${scenariosPerProperty(report)}, ${formatDuration(report.durationMs)}`,
    ].join('\n'),
    ...baselined(report),
    ...findings(report),
    sections(report),
    ...unjudged(report),
  ]
  return `${blocks.join('\n\n')}\n`
}

function baselined({ baseline }: ConformanceReport): string[] {
  if (!baseline) return []
  const differences = [...baselineDifferences(baseline), ...notedDifferences(baseline)]
  const shown = differences.slice(0, differencesMax)
  const more = differences.length - shown.length
  const rows = shown.map(({ kind, id, says }) => row([kind, id, code(says)]))
  return [
    `### Baseline\n\n${countsSentence(baseline)}. ${code(exitSentence(baseline))}`,
    ...(rows.length > 0 ? [table(['', 'row', 'difference'], rows)] : []),
    ...(more > 0 ? [`and ${formatCount(more)} more in the report`] : []),
  ]
}

function findings(report: ConformanceReport): string[] {
  const fresh = report.findings.filter(finding => !isKnownFinding(finding, report))
  if (fresh.length === 0) return []
  const known = report.findings.length - fresh.length
  const shown = fresh.slice(0, findingsMax)
  const more = fresh.length - shown.length
  const apart = known > 0 ? ` (and ${formatCount(known)} in the baseline)` : ''
  return [
    `### Findings: ${formatCount(fresh.length)}${apart}`,
    table(
      ['', 'finding', 'expected', 'got', 'rows'],
      shown.map(finding => findingRow(finding, report)),
    ),
    ...(more > 0 ? [`and ${formatCount(more)} more in the report`] : []),
  ]
}

function findingRow(finding: Finding, { requirements }: ConformanceReport): string {
  const { strength, title, id, ids } = finding
  const failure = requirements.find(one => one.id === id)?.failure
  const evidence = [failure?.expected ?? '', failure?.got ?? ''].map(code)
  return row([strength, code(title), ...evidence, listIds(ids, idsMax)])
}

function sections({ sections, summary }: ConformanceReport): string {
  const ran = sections.filter(section => section.result !== 'untested')
  const words = occurringVerdicts(summary)
  const rows = ran.map(({ title, result, counts }) =>
    row([title, result, ...words.map(word => formatCount(counts[word]))]),
  )
  return `### Sections\n\n${table(['section', 'result', ...words], rows)}`
}

/** Returns the unjudged rows that need attention. The others are only counted in the sections. */
function unjudged(report: ConformanceReport): string[] {
  const groups = unjudgedRows(report).filter(({ verdict }) =>
    ['flaky', 'error', 'inconclusive', 'waived'].includes(verdict),
  )
  const rows = groups.flatMap(({ verdict, reasons }) =>
    reasons.map(({ because, ids }) => row([verdict, code(because), listIds(ids, idsMax)])),
  )
  if (rows.length === 0) return []
  const shown = rows.slice(0, differencesMax)
  const more = rows.length - shown.length
  return [
    `### Not judged\n\n${table(['', 'why', 'rows'], shown)}`,
    ...(more > 0 ? [`and ${formatCount(more)} more reasons in the report`] : []),
  ]
}

function table(heads: string[], rows: string[]): string {
  return [row(heads), row(heads.map(() => '---')), ...rows].join('\n')
}

const row = (cells: string[]): string => `| ${cells.join(' | ')} |`

/** Returns a code span on one line that its text cannot end and that is safe in a table. */
function code(text: string): string {
  const plain = escapeCiCommands(escapeControls(text)).trim()
  if (plain === '') return ''
  const short = plain.length <= lengthMax ? plain : `${plain.slice(0, lengthMax - 1)}…`
  const longest = Math.max(0, ...[...short.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence} ${short.replaceAll('|', '\\|')} ${fence}`
}
