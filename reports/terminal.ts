// The summary at the end of a run, for a terminal of 80 columns.

import pc from 'picocolors'
import { escapeControls } from './escape.ts'
import { scenariosPerProperty } from './sentences.ts'
import { countedNoun, formatDuration } from './text-layout.ts'
import type { ConformanceReport } from './report.ts'
import { baselineLines } from './terminal/baseline.ts'
import { compactSummary } from './terminal/compact.ts'
import { findingsBlock } from './terminal/findings.ts'
import { flakyLines } from './terminal/flaky.ts'
import { commandLines, fieldLines, type Page, type SummaryOptions } from './terminal/page.ts'
import { profileLines } from './terminal/profiles.ts'
import { surfaceClaimLines, resultLines } from './terminal/result.ts'
import { sectionLines } from './terminal/sections.ts'
import { stateLines } from './terminal/states.ts'
import { unjudgedLines } from './terminal/unjudged.ts'

export type { SummaryOptions }

/**
 * Returns the final summary. The result and the comparison with the baseline come last. By default
 * it fits on one screen. With `verbose` it has everything except the evidence. No line is wider
 * than 80 columns, except for URLs and paths.
 */
export function summary(report: ConformanceReport, options: SummaryOptions): string {
  const page: Page = { report, options, colours: pc.createColors(options.colour) }
  if (!options.verbose) return `${compactSummary(page).join('\n')}\n`
  const blocks = [
    header,
    findingsBlock,
    flakyLines,
    sectionLines,
    profileLines,
    unjudgedLines,
    stateLines,
    afterwards,
    outcome,
  ]
  const texts = blocks.map(block => block(page).join('\n')).filter(text => text !== '')
  return `${texts.join('\n\n')}\n`
}

/** Whether to use colour: on a terminal, unless the user has declined it (see no-color.org). */
export function wantsColour(stream: { isTTY?: boolean }, env: Record<string, string | undefined>) {
  return stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'
}

function header(page: Page): string[] {
  const { report, colours } = page
  const { target, suite } = report
  const work = [formatDuration(report.durationMs), countedNoun(report.cases, 'case')]
  return [
    colours.bold(`Touchstone ${escapeControls(suite.version)}`),
    ...fieldLines('target', `${target.name}: ${target.implementation} ${target.version}`, 2, page),
    ...fieldLines('', target.url, 2, page),
    ...fieldLines('dialect', target.dialect, 2, page),
    ...(target.problems ?? []).flatMap((problem, index) =>
      fieldLines(index === 0 ? 'problems' : '', problem, 2, page),
    ),
    ...fieldLines('set', `${suite.set} of catalogue ${suite.requirements}`, 2, page),
    ...fieldLines('checks', suite.checks, 2, page),
    ...fieldLines('seed', `${report.seed}, ${scenariosPerProperty(report)}`, 2, page),
    ...fieldLines('took', [...work, countedNoun(report.requests, 'request')].join(', '), 2, page),
    ...(report.filtered
      ? fieldLines('selected', 'a part of the set; the rest did not run', 2, page)
      : []),
  ]
}

function afterwards(page: Page): string[] {
  const { command, reportDir, files } = page.options
  return [
    ...commandLines('repeat', command, 2, page),
    ...files.flatMap((file, index) =>
      fieldLines(index === 0 ? 'report' : '', `${reportDir}/${file}`, 2, page),
    ),
  ]
}

const outcome = (page: Page): string[] => [
  ...surfaceClaimLines(page),
  ...resultLines(page),
  ...baselineLines(page),
]
