// The summary on one screen. `--verbose` prints everything, and the report has further details.

import { isKnownFinding } from '../baseline-messages.ts'
import { escapeControls } from '../escape.ts'
import { clip, clipAtWord, countedNoun, formatDuration } from '../text-layout.ts'
import { formatCount, listIds, wrap } from '../text-layout.ts'
import type { ConformanceReport, Finding, PartResult } from '../report.ts'
import { claimLines, unjudgedRows } from '../sentences.ts'
import { baselineLines } from './baseline.ts'
import { briefFlakyLines } from './flaky.ts'
import { columns, commandLines, fieldLines, type Page } from './page.ts'
import { notStarted } from './not-started.ts'
import { resultLines } from './result.ts'

/** The lines of the whole output of a run: those of the pre-flight, and a compact summary. */
export const screenLines = 40

const notJudgedResults = ['observed', 'inapplicable', 'untested'] as const
const inFullMax = 3
const namedMax = 10
/** The titles of these may take two lines. */
const longTitlesMax = 5
const reasonsMax = 2
const differencesMax = 4
const indent = 5

/** Formats the summary of a run so that it fits on one screen. Findings get the lines left over. */
export function compactSummary(page: Page): string[] {
  const before = header(page)
  const after = [
    ...parts(page),
    ...briefFlakyLines(page),
    ...unjudged(page),
    ...afterwards(page),
    '',
    ...claimLines(page.report).map(line => clip(escapeControls(line), columns)),
    ...resultLines(page),
    ...baselineLines(page, { differences: differencesMax, notes: 0 }),
  ]
  const room = screenLines - page.options.linesBefore - before.length - after.length - 2
  return [...before, '', ...followed(findings(page, room)), ...after]
}

const followed = (lines: string[]): string[] => (lines.length > 0 ? [...lines, ''] : [])

function header({ report, colours }: Page): string[] {
  const { target, suite, seed } = report
  const name = target.implementation === 'unnamed' ? '' : `${target.implementation} `
  const named = target.name === target.url ? '' : `${target.name}: `
  const server = `${named}${name}${target.version}, ${target.url}`
  const work = [countedNoun(report.cases, 'case'), countedNoun(report.requests, 'request')]
  const run = [`seed ${seed}`, formatDuration(report.durationMs), ...work].join(', ')
  const lines = (text: string) => wrap(escapeControls(text), columns - 2).slice(0, 2)
  const [first = '', ...more] = lines(
    `Touchstone ${suite.version}, ${server}, dialect ${target.dialect}`,
  )
  return [
    colours.bold(first),
    ...[...more, ...lines(`set ${suite.set}, checks ${suite.checks}, ${run}`)].map(line =>
      colours.dim(clip(`  ${line}`, columns)),
    ),
  ]
}

/** Formats the first findings in full, as long as there is room to name the next ones. */
function findings(page: Page, room: number): string[] {
  const { report, colours } = page
  if (report.findings.length === 0) return []
  const isKnown = (finding: Finding) => isKnownFinding(finding, report)
  const unknown = report.findings.filter(finding => !isKnown(finding))
  const known = report.findings.length - unknown.length
  // Known findings are only named, and only if there are no others.
  const fresh = unknown.length > 0 ? unknown : report.findings
  const most = unknown.length > 0 ? inFullMax : 0
  const apart = known > 0 ? `, ${formatCount(known)} in the baseline` : ''
  const head = colours.bold(`${countedNoun(report.findings.length, 'finding')}${apart}`)
  for (let full = most; full >= 0; full--) {
    const inFull = fresh
      .slice(0, full)
      .flatMap((finding, index) => inFullLines(finding, index, page))
    const left = room - 1 - inFull.length
    const rest = fresh.slice(full)
    const titles = rest
      .slice(0, namedMax - full)
      .map((finding, index) => titleLines(finding, full + index, page))
    const fitting = titles.findLastIndex((_, index) => {
      const isRest = index + 1 < rest.length
      return titles.slice(0, index + 1).flat().length + (isRest ? 1 : 0) <= left
    })
    // One title, and how many follow.
    if (left < 0 || (rest.length > 0 && fitting < 0)) continue
    // The next titles are worth more than a second command.
    if (full > 1 && full + fitting + 1 < Math.min(longTitlesMax, fresh.length)) continue
    const more = rest.length - fitting - 1
    return [
      head,
      ...inFull,
      ...titles.slice(0, fitting + 1).flat(),
      ...(more > 0 ? [`  and ${formatCount(more)} more in the report`] : []),
    ]
  }
  return [head]
}

/** Formats a finding with the command that shows it, and the first one with its values, too. */
function inFullLines(finding: Finding, index: number, page: Page): string[] {
  const { report, options } = page
  const failure = report.requirements.find(row => row.id === finding.id)?.failure
  const short = (name: string, text = '') =>
    fieldLines(name, clip(escapeControls(text), columns - indent - 12), indent, page)
  const isFirst = index === 0
  return [
    ...titleLines(finding, index, page),
    ...(isFirst ? [...short('expected', failure?.expected), ...short('got', failure?.got)] : []),
    ...commandLines(
      'replay',
      failure?.replay ?? `touchstone replay ${options.reportDir}/${finding.case}`,
      indent,
      page,
    ),
  ]
}

/** Formats the number, the ids and the title of a finding, those of the first ones in two lines. */
function titleLines(finding: Finding, index: number, { colours }: Page): string[] {
  const { id, ids, strength } = finding
  const others = ids.length > 1 ? ` +${formatCount(ids.length - 1)}` : ''
  const says = `${strength} ${id}${others}: ${escapeControls(finding.title)}`
  const width = columns - indent
  const [first = '', ...more] = wrap(says, width)
  const isLong = index < longTitlesMax && more.length > 0
  const lines = isLong ? [first, clipAtWord(more.join(' '), width)] : [clipAtWord(says, width)]
  return lines.map((line, number) => {
    const head = (number === 0 ? `${index + 1}.` : '').padStart(indent - 1)
    return `${colours.red(head)} ${index === 0 ? colours.bold(line) : line}`
  })
}

const marks: [mark: string, says: (count: number) => string, results: PartResult[]][] = [
  ['✗', count => countedNoun(count, 'nonconformant section'), ['nonconformant']],
  ['?', count => countedNoun(count, 'incomplete section'), ['incomplete']],
  ['✓', count => countedNoun(count, 'conformant section'), ['conformant']],
  ['~', count => `${countedNoun(count, 'section')} judged in part`, ['partial']],
  ['–', count => `${countedNoun(count, 'section')} not judged`, [...notJudgedResults]],
]

/**
 * Formats sections and profiles by result. In a selection, those of which nothing ran are left out.
 */
function parts(page: Page): string[] {
  const { sections, filtered, profile, ...report } = page.report
  const profiles = filtered && profile === undefined ? [] : report.profiles
  const shown = marks.filter(([mark]) => mark !== '–' || !filtered)
  const countOf = (results: PartResult[]) =>
    sections.filter(({ result }) => results.includes(result)).length
  const counts = shown
    .map(([mark, , results]) => [mark, countOf(results)] as const)
    .filter(([, count]) => count > 0)
    .map(([mark, count]) => `${mark} ${formatCount(count)}`)
  // With many findings the names of the sections are left out, so that there is room for them.
  const isBrief = page.report.findings.length > inFullMax
  return [
    ...(isBrief ? fieldLines('sections', `${counts.join(', ')} (which: --verbose)`, 2, page) : []),
    ...(isBrief ? [] : shown).flatMap(([mark, says, results]) => {
      const own = sections.filter(({ result }) => results.includes(result))
      const names = mark === '–' ? '' : `: ${own.map(({ title }) => title).join(', ')}`
      return own.length === 0 ? [] : [part(mark, `${says(own.length)}${names}`, page)]
    }),
    ...profilesInWords(profiles).map(
      line => `  ${page.colours.dim('profiles'.padEnd(10))}${clip(line, columns - 12)}`,
    ),
  ]
}

const part = (mark: string, says: string, { colours }: Page): string => {
  const paint = { '✗': colours.red, '?': colours.yellow, '✓': colours.green }[mark] ?? colours.dim
  return `  ${paint(mark)} ${clip(says, columns - 4)}`
}

/** Formats `✓ core, patch; ✗ write`. Profiles of which nothing was judged are left out. */
function profilesInWords(profiles: ConformanceReport['profiles']): string[] {
  const groups = marks.flatMap(([mark, , results]) => {
    const names = profiles.filter(({ result }) => results.includes(result)).map(({ name }) => name)
    return names.length > 0 && mark !== '–' ? [`${mark} ${names.join(', ')}`] : []
  })
  return groups.length > 0 ? [groups.join('; ')] : []
}

/** Formats how many rows were not judged, and the first reasons of those that need attention. */
function unjudged(page: Page): string[] {
  const groups = unjudgedRows(page.report)
  if (groups.length === 0) return []
  // With findings, the reasons are left out, because the findings caused many of them.
  const most = page.report.findings.length > 0 ? 0 : reasonsMax
  const counts = groups.map(({ verdict, total }) => `${formatCount(total)} ${verdict}`).join(', ')
  const reasons = groups
    .filter(({ verdict }) => verdict !== 'inapplicable' && verdict !== 'untested')
    .flatMap(({ verdict, reasons }) =>
      reasons.map(
        ({ because, ids }) => `${verdict} ${listIds(ids, 2)}: ${escapeControls(because)}`,
      ),
    )
  return [
    ...fieldLines('unjudged', `${counts} (why: --verbose)`, 2, page),
    ...notStarted(page.report).flatMap(line => fieldLines('', line, 2, page)),
    ...reasons.slice(0, most).map(line => `    ${clip(line, columns - 4)}`),
  ]
}

function afterwards(page: Page): string[] {
  const { command, reportDir, files } = page.options
  // With findings there is more room for them: each has a command, and the report has this one.
  const again = page.report.findings.length > 0 ? [] : commandLines('repeat', command, 2, page)
  return [
    ...again,
    ...files.slice(0, 1).flatMap(file => fieldLines('report', `${reportDir}/${file}`, 2, page)),
  ]
}
