import { escapeControls } from '../escape.ts'
import { clip, countedNoun, formatCount } from '../text-layout.ts'
import { flakyRowsOf } from '../report.ts'
import { columns, commandLines, fieldLines, type Page, paragraphLines } from './page.ts'

const briefMax = 2
const fullMax = 10

/**
 * Formats the rows that failed, but not in all of their re-runs, and belong to no finding, with the
 * received value and the command to repeat each.
 */
export function flakyLines(page: Page): string[] {
  const rows = flakyRowsOf(page.report)
  if (rows.length === 0) return []
  const shown = rows.slice(0, fullMax)
  const more = rows.length - shown.length
  return [
    page.colours.bold(
      `${countedNoun(rows.length, 'flaky row')}: failed, but not in all five re-runs`,
    ),
    ...shown.flatMap(({ id, title, because = '', failure }) => [
      ...paragraphLines(`${id} ${title}: ${because}`, 2),
      ...(failure?.replay === undefined ? [] : commandLines('replay', failure.replay, 4, page)),
    ]),
    ...(more > 0 ? [`  and ${formatCount(more)} more in the report`] : []),
  ]
}

/** Formats the same in a few lines. */
export function briefFlakyLines(page: Page): string[] {
  const rows = flakyRowsOf(page.report)
  const more = rows.length - briefMax
  const lines = rows.slice(0, briefMax).map(({ id, title }) => `${id} ${escapeControls(title)}`)
  return [...lines, ...(more > 0 ? [`and ${formatCount(more)} more`] : [])].flatMap((line, index) =>
    fieldLines(index === 0 ? 'flaky' : '', clip(line, columns - 16), 2, page),
  )
}
