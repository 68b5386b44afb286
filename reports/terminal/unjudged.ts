import { countedNoun, formatCount, listIds } from '../text-layout.ts'
import { type UnjudgedRows, unjudgedRows, type ReasonGroup } from '../sentences.ts'
import { type Page, paragraphLines } from './page.ts'

const reasonsMax = 8
const idsMax = 4

/** Formats what was not judged and why, and how many rows were only observed. */
export function unjudgedLines(page: Page): string[] {
  const groups = unjudgedRows(page.report)
  const observed = page.report.summary.observed
  if (groups.length === 0 && observed === 0) return []
  return [
    page.colours.bold('not judged'),
    ...groups.flatMap(group => groupLines(group, page)),
    ...observedLines(page),
  ]
}

/**
 * Formats the count of rows that cannot fail, and of those that the target departs from as its
 * dialect allows.
 */
function observedLines({ report }: Page): string[] {
  const observed = report.requirements.filter(({ verdict }) => verdict === 'observed')
  const departing = observed.filter(({ departure }) => departure === 'present').length
  const open = observed.length - departing
  return [
    ...(open > 0 ? [`  observed ${formatCount(open)}: the specification allows any response`] : []),
    ...(departing > 0
      ? [
          `  observed ${formatCount(departing)}: departures that the dialect allows (see the report)`,
        ]
      : []),
  ]
}

function groupLines({ verdict, total, reasons }: UnjudgedRows, page: Page): string[] {
  const shown = reasons.slice(0, reasonsMax)
  const rest = reasons.slice(reasonsMax).reduce((sum, reason) => sum + reason.ids.length, 0)
  // Ids are listed for verdicts that need attention. Long lists are only counted.
  const say = verdict === 'inapplicable' || verdict === 'untested' ? countOf : namesOf
  return [
    `  ${page.colours.yellow(`${verdict} ${formatCount(total)}`)}`,
    ...shown.flatMap(reason => paragraphLines(say(reason, page), 4)),
    ...(rest > 0 ? [`    and ${countedNoun(rest, 'row')} for other reasons`] : []),
  ]
}

function countOf({ because, ids }: ReasonGroup): string {
  return `${because}: ${formatCount(ids.length)}`
}

function namesOf({ because, ids }: ReasonGroup, { report }: Page): string {
  const waiver = report.target.differences.find(difference => ids.includes(difference.id))
  const until = waiver ? ` (until ${waiver.until}, ${waiver.link})` : ''
  return `${listIds(ids, idsMax)}: ${because}${until}`
}
