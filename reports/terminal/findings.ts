import { isKnownFinding } from '../baseline-messages.ts'
import { escapeControls } from '../escape.ts'
import { clipAtWord, countedNoun, formatCount, listIds, wrap } from '../text-layout.ts'
import type { Finding } from '../report.ts'
import { columns, commandLines, fieldLines, type Page } from './page.ts'

const inFullMax = 8
const namedMax = 30
const stepsMax = 12
const breaksMax = 6
const idsMax = 8
const indent = 5

/**
 * Formats the findings: the first few with their shrunk case, the others and the known ones by
 * name.
 */
export function findingsBlock(page: Page): string[] {
  const { report, colours } = page
  if (report.findings.length === 0) return []
  const isKnown = (finding: Finding) => isKnownFinding(finding, report)
  const fresh = report.findings.filter(finding => !isKnown(finding))
  const known = report.findings.filter(isKnown)
  const inFull = fresh.slice(0, inFullMax)
  const named = [...fresh.slice(inFullMax), ...known].slice(0, namedMax - inFull.length)
  const more = report.findings.length - inFull.length - named.length
  const apart = known.length > 0 ? `, ${formatCount(known.length)} in the baseline` : ''
  return [
    colours.bold(`${countedNoun(report.findings.length, 'finding')}${apart}`),
    ...inFull.flatMap((finding, index) => ['', ...findingLines(finding, index + 1, page)]),
    ...(named.length > 0 ? [''] : []),
    ...named.map(finding => {
      const { id, title } = finding
      const word = isKnown(finding) ? 'known  ' : ''
      return `  ${clipAtWord(`${word}${id}  ${escapeControls(title)}`, columns - 2)}`
    }),
    ...(more > 0 ? [`  and ${formatCount(more)} more in the report`] : []),
  ]
}

function findingLines(finding: Finding, number: number, page: Page): string[] {
  const { report, options, colours } = page
  const failure = report.requirements.find(row => row.id === finding.id)?.failure
  const steps = failure?.steps ?? []
  const more = steps.length - stepsMax
  const shown = steps.slice(0, stepsMax).map((step, index) => `${index + 1}. ${step.trim()}`)
  const title = wrap(escapeControls(finding.title), columns - indent)
  return [
    ...title.map((line, index) => {
      const head = (index === 0 ? `${number}.` : '').padStart(indent - 1)
      return `${colours.red(head)} ${colours.bold(line)}`
    }),
    ...fieldLines(finding.strength, listIds(finding.ids, idsMax), indent, page),
    ...(finding.blocks.length > 0
      ? fieldLines('blocks', listIds(finding.blocks, idsMax), indent, page)
      : []),
    ...column('breaks', finding.breaks.slice(0, breaksMax), page),
    ...column('steps', more > 0 ? [...shown, `… ${countedNoun(more, 'more step')}`] : shown, page),
    ...fieldLines('expected', failure?.expected ?? '', indent, page),
    ...fieldLines('got', failure?.got ?? '', indent, page),
    ...commandLines(
      'replay',
      failure?.replay ?? `touchstone replay ${options.reportDir}/${finding.case}`,
      indent,
      page,
    ),
  ]
}

/** Formats several values under one name. */
function column(name: string, values: string[], page: Page): string[] {
  return values.flatMap((value, index) => fieldLines(index === 0 ? name : '', value, indent, page))
}
