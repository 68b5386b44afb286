import type { CapabilityCounts } from '../suites/verdict.ts'
import type { Requirement } from '../suites/requirement.ts'
import { type RunResult, type Verdict, verdicts, type VerdictWord } from '../suites/verdict.ts'
import { claimsOf, resultOfRun, profileClaims, type ProfileRows, sectionResult } from './claims.ts'
import { findingsOf } from './findings.ts'
import type { RowOfRun } from './findings.ts'
import type {
  ConformanceReport,
  VerdictCounts,
  Finding,
  ProfileClaim,
  RequirementRow,
} from './report.ts'

/** The outcome of a run, from which `assemble` makes a report. */
export type RunOutcome = {
  run: RunFacts
  /** Every row of the catalogue that applies to this dialect, in the order of the catalogue. */
  catalogue: Requirement[]
  /** The ids of the set. */
  inSet: ReadonlySet<string>
  profiles: ProfileRows[]
  /** Returns why a row has no verdict. */
  whyUntested: (row: Requirement) => string
  /** At most one per id. A row without a verdict is untested. */
  verdicts: Verdict[]
  /** How many mutants the check of each id killed. Stale proofs must be left out. */
  mutants: Readonly<Record<string, { killed: number; survived: number }>>
  /** The capabilities that the server showed, and those that were requested in vain. */
  capabilityCounts?: CapabilityCounts
}

/** The parts of a report about the run as a whole. */
export type RunFacts = Pick<
  ConformanceReport,
  | 'suite'
  | 'target'
  | 'seed'
  | 'scenarios'
  | 'shortened'
  | 'skipped'
  | 'scenarioDigest'
  | 'filtered'
  | 'targetOnly'
  | 'profile'
  | 'startedAt'
  | 'durationMs'
  | 'requests'
  | 'cases'
  | 'states'
>

/**
 * Returns the report of a run, with one row for every row of the catalogue. With a profile the
 * result is that of the profile. Throws if a verdict contradicts the catalogue or itself: an
 * unknown id, two verdicts for one id, a fail without evidence.
 */
export function assemble(outcome: RunOutcome): ConformanceReport {
  const { run, catalogue } = outcome
  const byId = verdictsById(outcome.verdicts, catalogue)
  const judged = catalogue.map(row => rowOf(row, outcome, byId.get(row.id)))
  const requestedCapabilities = new Map(
    outcome.verdicts.map(({ id, requestedCapabilities: requested = [] }) => [id, requested]),
  )
  const timeOuts = new Map(
    outcome.verdicts.flatMap(({ id, timeOut }) => (timeOut ? [[id, timeOut]] : [])),
  )
  const findings = findingsOf(judged, {
    capabilityCounts: outcome.capabilityCounts ?? {},
    requestedCapabilities,
    timeOuts,
  })
  const rows = judged.map(row => withBlocker(publishedRow(row), findings))
  const profiles = profileClaims(rows, outcome.profiles, run.scenarios)
  return {
    apiVersion: 'touchstone/v1alpha3',
    kind: 'ConformanceReport',
    ...run,
    result: run.profile === undefined ? resultOfRun(rows, run) : resultIn(profiles, run.profile),
    claims: claimsOf(rows, run),
    profiles,
    summary: countsOf(rows),
    sections: sectionsOf(rows, run),
    findings,
    requirements: rows,
  }
}

function verdictsById(given: Verdict[], catalogue: Requirement[]): Map<string, Verdict> {
  const known = new Set(catalogue.map(row => row.id))
  const byId = new Map<string, Verdict>()
  for (const verdict of given) {
    const { id } = verdict
    if (!known.has(id)) throw new Error(`${id}: a verdict for an id that is not in the catalogue`)
    if (byId.has(id)) throw new Error(`${id}: two verdicts for one requirement`)
    if (verdict.verdict === 'fail' && !verdict.failure) {
      throw new Error(`${id}: a fail without its shrunk case and evidence`)
    }
    byId.set(id, verdict)
  }
  return byId
}

function rowOf(
  requirement: Requirement,
  outcome: RunOutcome,
  verdict: Verdict | undefined,
): RowOfRun {
  const { id, section, title, rule, source, strength, surface, when } = requirement
  const inSet = outcome.inSet.has(id)
  const { killed, survived } = outcome.mutants[id] ?? { killed: 0, survived: 0 }
  return {
    id,
    section,
    title,
    rule,
    source,
    strength,
    surface,
    when,
    inSet,
    ...rowVerdictOf(verdict ?? untested(id, outcome.whyUntested(requirement))),
    mutants: { killed, survived },
    // A mutant that survives its check shows a gap, however many others are killed.
    proof: killed > 0 && survived === 0 ? 'proven' : 'unproven',
  }
}

function withBlocker(row: RequirementRow, findings: Finding[]): RequirementRow {
  const blocker = findings.find(({ blocks }) => blocks.includes(row.id))
  return blocker ? { ...row, blockedBy: blocker.id } : row
}

// The failure covers `neverServed` in words.
const publishedRow = ({ neverServed: _, ...row }: RowOfRun): RequirementRow => row

type RowVerdict = Pick<RowOfRun, (keyof RowOfRun & keyof Verdict) | 'case'>

function rowVerdictOf(verdict: Verdict): Omit<RowVerdict, 'id'> {
  // The reason covers the timeout and why a check was skipped, the findings cover
  // `requestedCapabilities`.
  const {
    id,
    timeOut: _timeOut,
    hadFailedReads: _failedReads,
    hadOtherWriter: _otherWriter,
    leftNameless: _nameless,
    requestedCapabilities: _requested,
    skippedBecause: _skipped,
    ...said
  } = verdict
  return said.failure ? { ...said, case: `cases/${id}.json` } : said
}

const untested = (id: string, because: string): Verdict => ({
  id,
  verdict: 'untested',
  cases: 0,
  observations: 0,
  because,
})

function countsOf(rows: { verdict: VerdictWord }[]): VerdictCounts {
  const count = (word: VerdictWord) => rows.filter(row => row.verdict === word).length
  return Object.fromEntries(verdicts.map(word => [word, count(word)])) as VerdictCounts
}

/** If nothing of a profile could be judged, the run is incomplete. */
function resultIn(profiles: ProfileClaim[], name: string): RunResult {
  const result = profiles.find(profile => profile.name === name)?.result
  if (result === undefined) throw new Error(`${name}: expected a profile of the outcome`)
  const isNothing = result === 'observed' || result === 'untested' || result === 'inapplicable'
  return isNothing ? 'incomplete' : result
}

function sectionsOf(rows: RequirementRow[], run: RunFacts): ConformanceReport['sections'] {
  return [...new Set(rows.map(row => row.section))].map(slug => {
    const own = rows.filter(row => row.section === slug)
    return { slug, title: titleOf(slug), result: sectionResult(own, run), counts: countsOf(own) }
  })
}

/** Formats `paths-and-verbs` as `Paths and verbs`. */
function titleOf(slug: string): string {
  const words = slug.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
