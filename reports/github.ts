// Writes annotations of a run for GitHub: workflow commands that the runner displays as notes on a
// check.

import {
  countsSentence,
  type BaselineDifference,
  baselineDifferences,
  exitSentence,
} from './baseline-messages.ts'
import { escapeControls, escapeCiCommands } from './escape.ts'
import { countedNoun, formatCount, listIds } from './text-layout.ts'
import type { ConformanceReport, Finding } from './report.ts'
import { resultSentence } from './sentences.ts'

type Level = 'error' | 'warning' | 'notice'
type Annotation = { level: Level; title: string; message: string[] }

// GitHub shows ten annotations of each level per step and drops the others. The tenth says how many
// there are.
const levelMax = 10
const idsMax = 8

/**
 * Returns the workflow commands that annotate a run, one line each. Text from a server never starts
 * one.
 */
export function annotations(report: ConformanceReport): string[] {
  const all = report.baseline ? ofBaseline(report) : ofFindings(report)
  return (['error', 'warning', 'notice'] as const)
    .flatMap(level =>
      shortened(
        all.filter(one => one.level === level),
        level,
      ),
    )
    .map(command)
}

function ofFindings(report: ConformanceReport): Annotation[] {
  const { result, findings } = report
  const level = { conformant: 'notice', partial: 'notice', nonconformant: 'error' } as const
  return [
    {
      level: result === 'incomplete' ? 'error' : level[result],
      title: `Touchstone: ${result}`,
      message: [resultSentence(report)],
    },
    ...findings.map(finding => ofFinding(finding, report)),
  ]
}

function ofFinding(finding: Finding, report: ConformanceReport): Annotation {
  const { id, ids, strength, title } = finding
  const failure = report.requirements.find(row => row.id === id)?.failure
  return {
    level: strength === 'must' ? 'error' : 'warning',
    title: `${strength} ${listIds(ids, idsMax)}`,
    message: [
      title,
      ...(failure ? [`expected ${failure.expected}`, `got ${failure.got}`] : []),
      failure?.replay ?? `touchstone replay ${finding.case}`,
    ],
  }
}

/** Under a baseline, annotates only the differences and their summary. */
function ofBaseline(report: ConformanceReport): Annotation[] {
  const { baseline } = report
  if (!baseline) return []
  const level = baseline.exitCode === 0 ? 'notice' : 'error'
  const whole: Annotation = {
    level,
    title: `Touchstone: ${report.result}`,
    message: [resultSentence(report), countsSentence(baseline), exitSentence(baseline)],
  }
  return [whole, ...baselineDifferences(baseline).map(ofDifference)]
}

const ofDifference = ({ kind, id, says }: BaselineDifference): Annotation => ({
  level: 'error',
  title: `${kind} ${id}`,
  message: [says],
})

function shortened(all: Annotation[], level: Level): Annotation[] {
  if (all.length <= levelMax) return all
  const shown = all.slice(0, levelMax - 1)
  const more = all.length - shown.length
  const title = `and ${formatCount(more)} more`
  return [...shown, { level, title, message: [`${countedNoun(more, 'note')} in the report`] }]
}

function command({ level, title, message }: Annotation): string {
  const text = message.map(line => dataOf(line)).join('%0A')
  return `::${level} title=${dataOf(title).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${text}`
}

/** Escapes a line for the data of a workflow command. */
function dataOf(line: string): string {
  return escapeCiCommands(escapeControls(line)).replaceAll('%', '%25')
}
