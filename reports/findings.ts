// Failures with one root cause are one finding.

import type { Strength } from '../suites/verdict.ts'
import { rootCauseOf } from './fingerprint.ts'
import type { Finding, Row } from './report.ts'
import { whoBreaks } from './who-breaks.table.ts'

type Failed = Row & { failure: NonNullable<Row['failure']>; case: string }

const strengths: Strength[] = ['must', 'should', 'may', 'silent']
const titleLength = 140

/** The findings of a report: strongest first, then those that break the most requirements. */
export function findingsOf(rows: Row[]): Finding[] {
  const causes = new Map<string, Failed[]>()
  for (const row of rows.filter(isFailed)) {
    const cause = rootCauseOf(row.failure)
    causes.set(cause, [...(causes.get(cause) ?? []), row])
  }
  return [...causes.values()]
    .map(findingOf)
    .sort((a, b) => rank(a) - rank(b) || b.ids.length - a.ids.length)
}

function isFailed(row: Row): row is Failed {
  return row.verdict === 'fail' && row.failure !== undefined && row.case !== undefined
}

function findingOf(group: Failed[]): Finding {
  const [lead] = group.toSorted(
    (a, b) => rank(a) - rank(b) || a.failure.steps.length - b.failure.steps.length,
  )
  if (!lead) throw new Error('a finding needs a failure')
  return {
    title: titleOf(lead),
    id: lead.id,
    ids: group.map(row => row.id),
    strength: lead.strength,
    breaks: [...new Set(group.flatMap(breaksBy))],
    case: lead.case,
  }
}

function rank({ strength }: { strength: Strength }): number {
  return strengths.indexOf(strength)
}

/** The broken rule and what came instead: `All chunks share one version: got 42 in chunk 2`. */
function titleOf({ failure }: Failed): string {
  const sentence = `${failure.says.trim().replace(/\.$/, '')}: got ${failure.got.trim()}`
  // A first word such as `metadata.name` or `resourceVersion` is a name and keeps its letters.
  const title = sentence.replace(
    /^[a-z]+(?=[ ,])/,
    first => first.charAt(0).toUpperCase() + first.slice(1),
  )
  return title.length <= titleLength ? title : `${[...title].slice(0, titleLength - 1).join('')}…`
}

/** Who breaks by a row's fault: what names its id, else what names its section. */
function breaksBy(row: Row): string[] {
  const exact = whoBreaks.filter(line => line.at.includes(row.id))
  const lines = exact.length > 0 ? exact : whoBreaks.filter(line => line.at.includes(row.section))
  return lines.flatMap(line => line.breaks)
}
