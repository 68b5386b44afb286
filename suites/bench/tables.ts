// Formats metric rows as a table for the terminal and as a Markdown table for docs/benchmarks.md.

import type { GoalComparison, MedianAndRange, MetricRow } from './summary.ts'
import type { Bound } from './workload.ts'

const begin = '<!-- what follows is written by `npm run bench` -->'
const end = '<!-- what is above is written by `npm run bench` -->'

export const terminalHead = line('', ['reference', 'genuine', 'bare', '/genuine', '/bare'])

/** Formats a row as one line, plus a second line if the reference has an absolute goal. */
export function terminalRow(row: MetricRow): string {
  const { reference, genuine, bare } = row.figures
  const of = (middle: MedianAndRange | undefined) => (middle ? formatFigure(middle.median) : '-')
  const ratio = (compared: GoalComparison | undefined) =>
    compared ? `${formatFigure(compared.median)} ${goalOf(compared)}` : '-'
  const cells = [of(reference), of(genuine), of(bare)]
  const first = line(`${row.name}, ${row.unit}`, [
    ...cells,
    ratio(row.againstGenuine),
    ratio(row.againstBare),
  ])
  return row.absoluteGoal ? `${first}\n${line('  alone', [ratio(row.absoluteGoal)])}` : first
}

/** Formats a row of a `--before` run, which compares two builds of the reference. */
export function comparisonRow({ name, unit, figures, againstBefore }: MetricRow): string {
  const [now, before] = [figures.reference, figures.before].map(middle =>
    (middle ? formatFigure(middle.median) : '-').padStart(8),
  )
  const { median, min, max } = againstBefore ?? { median: Number.NaN, min: 0, max: 0 }
  const ratio = `${formatFigure(median)} (${formatFigure(min)}–${formatFigure(max)})`
  return `${`${name}, ${unit}`.padEnd(36)} ${now} ${before} ${ratio.padStart(18)}`
}

function line(
  name: string,
  [reference = '', genuine = '', bare = '', ...ratios]: string[],
): string {
  const figures = [reference, genuine, bare].map(cell => cell.padStart(8)).join(' ')
  return `${name.padEnd(26)} ${figures} ${ratios.map(cell => cell.padStart(12)).join(' ')}`.trimEnd()
}

const goalOf = ({ bound, outcome }: GoalComparison): string =>
  bound && outcome ? `${boundText(bound)} ${{ met: '✓', median: '~', missed: '✗' }[outcome]}` : ''

const boundText = (bound: Bound): string =>
  'atLeast' in bound ? `≥${bound.atLeast}` : `≤${bound.atMost}`

/** Formats a number with about three significant digits, and a value that is not finite as `-`. */
export function formatFigure(value: number): string {
  if (!Number.isFinite(value)) return '-'
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return value.toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}

/** Returns the page with its generated section replaced, or appended if the page has none. */
export function replaceSection(page: string, section: string): string {
  const [before = '', rest] = page.split(`${begin}\n`, 2)
  const after = rest?.split(`${end}\n`, 2)[1] ?? ''
  const kept = rest === undefined ? `${page.trimEnd()}\n\n` : before
  return `${kept}${begin}\n${section}\n${end}\n${after}`
}

/** Formats the Markdown section: a heading, `facts` (versions and machine), and the table. */
export function markdownSection(rows: MetricRow[], facts: string[]): string {
  return [
    '## The reference, a genuine server and a bare server',
    ...facts,
    '',
    '| workload | reference | genuine | bare | ratio to genuine | goal | ratio to bare | goal |',
    '|---|---|---|---|---|---|---|---|',
    ...rows.flatMap(pageRows),
  ].join('\n')
}

function pageRows(row: MetricRow): string[] {
  const { reference, genuine, bare } = row.figures
  const of = (middle: MedianAndRange | undefined) => (middle ? formatFigure(middle.median) : '')
  const first = cells([
    `${row.name}, ${row.unit}`,
    of(reference),
    of(genuine),
    of(bare),
    ...pageRatio(row.againstGenuine),
    ...pageRatio(row.againstBare),
  ])
  if (!row.absoluteGoal) return [first]
  const { min, max, bound, outcome } = row.absoluteGoal
  const spread = `${formatFigure(row.absoluteGoal.median)} (${formatFigure(min)}–${formatFigure(max)})`
  const goal = bound ? `${boundText(bound)} ${outcome}` : ''
  return [first, cells(['– the same, reference only', spread, '', '', '', goal, '', ''])]
}

function pageRatio(compared: GoalComparison | undefined): [string, string] {
  if (!compared) return ['', '']
  const { median, min, max, bound, outcome } = compared
  const goal = bound ? `${boundText(bound)} ${outcome}` : ''
  return [`${formatFigure(median)} (${formatFigure(min)}–${formatFigure(max)})`, goal]
}

const cells = (texts: string[]): string => `| ${texts.join(' | ')} |`
