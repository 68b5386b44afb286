// The shape of report.json, kept in step with report.schema.json by a test.

import type { Surface, Failure, RunResult, Strength, VerdictWord } from '../suites/verdict.ts'
import type { Severity } from './severity.ts'

/**
 * The result of a part of the set. Without a binding row there is nothing to conform to and what
 * was seen is `observed`; `untested` and `inapplicable` are parts of which nothing was judged.
 */
export type PartResult = RunResult | 'observed' | 'untested' | 'inapplicable'

/** A result of its own, and the musts that it rests on. */
export type Claim = {
  result: PartResult
  /** Musts of the set, how many of them were judged, and how many passed. */
  musts: number
  judged: number
  passed: number
}

/** What a run claims of a profile; the digest covers the ids of its rows. */
export type ProfileClaim = Claim & { name: string; title: string; digest: string }

/** A conformance report: one row for every id of the catalogue. */
export type ConformanceReport = {
  apiVersion: 'touchstone/v1alpha2'
  kind: 'ConformanceReport'
  /** Digests of the catalogue, of the ids that are judged, and of the checks that judge them. */
  suite: { version: string; requirements: string; set: string; checks: string }
  target: {
    name: string
    implementation: string
    version: string
    url: string
    dialect: string
    features: string[]
    /**
     * What the pre-flight found wrong, a line each; absent where it found nothing. What breaks a
     * row fails that row as well, and is a finding.
     */
    problems?: string[]
    /** Declared differences that waived a row. */
    differences: { id: string; because: string; link: string; until: string }[]
  }
  /** The root seed, and a digest of all scenarios: same seed and runs, same digest. */
  seed: number
  runs: number
  scenarioDigest: string
  /** True when only a selection of the set was run. */
  filtered: boolean
  /** The profile that was selected; `result` is that of the profile then. */
  profile?: string
  /** RFC 3339, UTC. */
  startedAt: string
  durationMs: number
  requests: number
  cases: number
  result: RunResult
  /** The server itself, and the program that answers for its configuration, each by itself. */
  claims: { http: Claim; configuration: Claim }
  profiles: ProfileClaim[]
  summary: VerdictCounts
  sections: { slug: string; title: string; result: PartResult; counts: VerdictCounts }[]
  findings: Finding[]
  /** How often each interesting state of a scenario was reached. */
  states: Record<string, number>
  requirements: RequirementRow[]
  /** How the run compares with its baseline; absent without one. */
  baseline?: BaselineResult
}

/** A run beside a baseline file, and the exit code that follows. */
export type BaselineResult = BaselineComparison & { file: string; exitCode: 0 | 1 | 4 }

/** The entries of a baseline beside the rows of a run; each id is in one list at most. */
export type BaselineComparison = {
  /** Does not pass, as the baseline says. */
  known: { id: string; verdict: VerdictWord }[]
  /** Fails without an entry, or is a must that could not be judged and has none. */
  new: { id: string; verdict: VerdictWord; reason: string }[]
  /** Fails for another reason, or instead of what the baseline says. */
  changed: { id: string; was: string; is: string }[]
  /** No longer fails. */
  stale: { id: string; was: VerdictWord }[]
  /** Was not judged in this run, so that nobody knows whether it still fails. */
  stopped: { id: string; verdict: VerdictWord | 'not in the catalogue' }[]
  /** Differs in a way that leaves the exit code alone. */
  noted: { id: string; was: string; is: string }[]
}

export type VerdictCounts = Record<VerdictWord, number>

/** Failures with one root cause. */
export type Finding = {
  /** One sentence: what is wrong. */
  title: string
  /** The requirement whose case shows it best, and all that fail for it. */
  id: string
  ids: string[]
  /** Rows that could not be judged because of it. */
  blocks: string[]
  severity: Severity
  strength: Strength
  /** Which clients and tools break by it. */
  breaks: string[]
  /** Path of the case file, relative to the report directory. */
  case: string
}

/** One requirement as the report shows it. */
export type RequirementRow = {
  id: string
  section: string
  title: string
  rule: string
  source: string
  strength: Strength
  surface: Surface
  when: string
  inSet: boolean
  verdict: VerdictWord
  cases: number
  observations: number
  because?: string
  /** Of a row from which the dialect departs: what the target did there. */
  literal?: 'holds' | 'departs' | 'not seen'
  /** The row whose fault kept this one from being judged; on `inconclusive` only. */
  blockedBy?: string
  /** Path of the case file, relative to the report directory. */
  case?: string
  failure?: Failure
  mutants: { killed: number; survived: number }
  proof: 'proven' | 'unproven'
}

/** How far a run has come: the section it is at, and counts of the whole run. */
export type Progress = {
  section: string
  done: number
  total: number
  cases: number
  requests: number
  /** Requests a second since the start. */
  rate: number
  elapsedMs: number
  /** A guess from the checks done so far; undefined at the start. */
  leftMs?: number
  failures: number
}
