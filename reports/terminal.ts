// The summary that ends a run, for a terminal of 80 columns.

import pc from 'picocolors'
import { visible } from './escape.ts'
import { counted, duration } from './layout.ts'
import type { ConformanceReport } from './report.ts'
import { baseline } from './terminal/baseline.ts'
import { compact } from './terminal/compact.ts'
import { findings } from './terminal/findings.ts'
import { flaky } from './terminal/flaky.ts'
import { commandField, field, type Page, type SummaryOptions } from './terminal/page.ts'
import { profiles } from './terminal/profiles.ts'
import { claims, result } from './terminal/result.ts'
import { sections } from './terminal/sections.ts'
import { states } from './terminal/states.ts'
import { unjudged } from './terminal/unjudged.ts'

export type { SummaryOptions }

/**
 * The final summary. The result comes last, and what the baseline makes of it. By default it fits
 * on one screen; verbose, it has everything but the evidence. No line is wider than 80 columns, but
 * for URLs and paths.
 */
export function summary(report: ConformanceReport, options: SummaryOptions): string {
  const page: Page = { report, options, colours: pc.createColors(options.colour) }
  if (!options.verbose) return `${compact(page).join('\n')}\n`
  const blocks = [
    header,
    findings,
    flaky,
    sections,
    profiles,
    unjudged,
    states,
    afterwards,
    outcome,
  ]
  const texts = blocks.map(block => block(page).join('\n')).filter(text => text !== '')
  return `${texts.join('\n\n')}\n`
}

/** Colour belongs on a terminal whose user has not declined it (see no-color.org). */
export function wantsColour(stream: { isTTY?: boolean }, env: Record<string, string | undefined>) {
  return stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'
}

function header(page: Page): string[] {
  const { report, colours } = page
  const { target, suite } = report
  const work = [duration(report.durationMs), counted(report.cases, 'case')]
  return [
    colours.bold(`Touchstone ${visible(suite.version)}`),
    ...field('target', `${target.name}: ${target.implementation} ${target.version}`, 2, page),
    ...field('', target.url, 2, page),
    ...field('dialect', target.dialect, 2, page),
    ...(target.problems ?? []).flatMap((problem, at) =>
      field(at === 0 ? 'problems' : '', problem, 2, page),
    ),
    ...field('set', `${suite.set} of catalogue ${suite.requirements}`, 2, page),
    ...field('checks', suite.checks, 2, page),
    ...field('seed', `${report.seed}, ${counted(report.runs, 'run')} per property`, 2, page),
    ...field('took', [...work, counted(report.requests, 'request')].join(', '), 2, page),
    ...(report.filtered
      ? field('selected', 'a part of the set; the rest did not run', 2, page)
      : []),
  ]
}

function afterwards(page: Page): string[] {
  const { command, reportDir, files } = page.options
  return [
    ...commandField('again', command, 2, page),
    ...files.flatMap((file, at) =>
      field(at === 0 ? 'report' : '', `${reportDir}/${file}`, 2, page),
    ),
  ]
}

const outcome = (page: Page): string[] => [...claims(page), ...result(page), ...baseline(page)]
