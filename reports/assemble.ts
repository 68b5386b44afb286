import type { Requirement } from '../suites/requirement.ts'
import { resultOf, type Verdict, verdicts, type Word } from '../suites/verdict.ts'
import { findingsOf } from './findings.ts'
import type { ConformanceReport, Counts, Row, SectionResult } from './report.ts'

/** What a run came to; `assemble` makes a report of it. */
export type Outcome = {
  run: Run
  /** Every row of the catalogue that this dialect shows, in the catalogue's order. */
  catalogue: Requirement[]
  /** The ids of the set. */
  inSet: ReadonlySet<string>
  /** At most one an id; a row without a verdict is untested. */
  verdicts: Verdict[]
  /** How many mutants each id's check killed. Leave out what is stale: it proves nothing. */
  mutants: Readonly<Record<string, { killed: number; survived: number }>>
}

/** What a report says of the run as a whole. */
export type Run = Pick<
  ConformanceReport,
  | 'suite'
  | 'target'
  | 'seed'
  | 'runs'
  | 'scenarioDigest'
  | 'filtered'
  | 'startedAt'
  | 'durationMs'
  | 'requests'
  | 'cases'
  | 'states'
>

/**
 * The report of a run, one row for every row of the catalogue. Throws when a verdict contradicts
 * the catalogue or itself: an unknown id, two verdicts for one id, a fail without evidence.
 */
export function assemble(outcome: Outcome): ConformanceReport {
  const { run, catalogue } = outcome
  const byId = verdictsById(outcome.verdicts, catalogue)
  const rows = catalogue.map(requirement => rowOf(requirement, outcome, byId.get(requirement.id)))
  return {
    apiVersion: 'touchstone/v1alpha1',
    kind: 'ConformanceReport',
    ...run,
    result: resultOf(rows, run.filtered),
    summary: countsOf(rows),
    sections: sectionsOf(rows, run.filtered),
    findings: findingsOf(rows),
    requirements: rows,
  }
}

function verdictsById(given: Verdict[], catalogue: Requirement[]): Map<string, Verdict> {
  const known = new Set(catalogue.map(row => row.id))
  const byId = new Map<string, Verdict>()
  for (const verdict of given) {
    const { id } = verdict
    if (!known.has(id)) throw new Error(`${id}: a verdict for an id the catalogue does not hold`)
    if (byId.has(id)) throw new Error(`${id}: two verdicts for one requirement`)
    if (verdict.verdict === 'fail' && !verdict.failure) {
      throw new Error(`${id}: a fail without its shrunk case and evidence`)
    }
    byId.set(id, verdict)
  }
  return byId
}

function rowOf(requirement: Requirement, outcome: Outcome, verdict: Verdict | undefined): Row {
  const { id, section, title, rule, source, strength, door, when } = requirement
  const inSet = outcome.inSet.has(id)
  const { killed, survived } = outcome.mutants[id] ?? { killed: 0, survived: 0 }
  return {
    id,
    section,
    title,
    rule,
    source,
    strength,
    door,
    when,
    inSet,
    ...judgement(verdict ?? untested(id, inSet)),
    mutants: { killed, survived },
    // A mutant that survives its own check shows a hole, however many others die.
    proof: killed > 0 && survived === 0 ? 'proven' : 'unproven',
  }
}

type Judgement = Pick<Row, (keyof Row & keyof Verdict) | 'case'>

function judgement(verdict: Verdict): Omit<Judgement, 'id'> {
  // Why it timed out is in its reason.
  const { id, timeOut: _timeOut, ...said } = verdict
  return said.failure ? { ...said, case: `cases/${id}.json` } : said
}

function untested(id: string, inSet: boolean): Verdict {
  const because = inSet ? 'not selected' : 'outside the set of this release'
  return { id, verdict: 'untested', cases: 0, observations: 0, because }
}

function countsOf(rows: { verdict: Word }[]): Counts {
  const count = (word: Word) => rows.filter(row => row.verdict === word).length
  return Object.fromEntries(verdicts.map(word => [word, count(word)])) as Counts
}

function sectionsOf(rows: Row[], filtered: boolean): ConformanceReport['sections'] {
  return [...new Set(rows.map(row => row.section))].map(slug => {
    const own = rows.filter(row => row.section === slug)
    return { slug, title: titleOf(slug), result: resultIn(own, filtered), counts: countsOf(own) }
  })
}

function resultIn(section: Row[], filtered: boolean): SectionResult {
  if (section.every(row => row.verdict === 'untested')) return 'untested'
  const isBinding = section.some(row => row.inSet && row.strength === 'must')
  // Where no must is in the set there is nothing to conform to; a should may have passed.
  const isCalm = section.every(row => calm.includes(row.verdict))
  return !isBinding && isCalm ? 'observed' : resultOf(section, filtered)
}

const calm: Word[] = ['pass', 'observed', 'inapplicable', 'untested']

/** `paths-and-verbs` reads `Paths and verbs`. */
function titleOf(slug: string): string {
  const words = slug.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
