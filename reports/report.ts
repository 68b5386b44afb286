// The types of report.json. A test keeps them in step with report.schema.json.

import type { Surface, Failure, RunResult, Strength, VerdictWord } from '../suites/verdict.ts'
import type { Severity } from './severity.ts'

/**
 * The result of a part of the set. A part without binding rows is `observed`. `untested` and
 * `inapplicable` are parts of which nothing was judged.
 */
export type PartResult = RunResult | 'observed' | 'untested' | 'inapplicable'

/** The result of a part of the run, and the musts on which it is based. */
export type Claim = {
  result: PartResult
  /** The musts of the set, how many of them were judged, and how many passed. */
  musts: number
  judged: number
  passed: number
}

/** The claim of a profile. The digest covers the ids of its rows. */
export type ProfileClaim = Claim & { name: string; title: string; digest: string }

/** A conformance report: one row for every id of the catalogue. */
export type ConformanceReport = {
  apiVersion: 'touchstone/v1alpha3'
  kind: 'ConformanceReport'
  /** Digests of the catalogue, of the ids that are judged, and of their checks. */
  suite: { version: string; requirements: string; set: string; checks: string }
  target: {
    name: string
    implementation: string
    version: string
    url: string
    dialect: string
    features: string[]
    /**
     * Faults that the pre-flight detected, one line each. Absent if there are none. A fault that
     * violates a row is also a finding.
     */
    problems?: string[]
    /** All declared differences, whether or not they waived a row. */
    differences: { id: string; because: string; link: string; until: string }[]
  }
  /** The root seed: the same seed, checks and number of scenarios give the same scenarios. */
  seed: number
  scenarios: number
  /** Checks that performed fewer scenarios, because a must had failed and the run was long. */
  shortened?: { checks: number; scenarios: number }
  /** Checks that were not performed, because the run ended early or was too slow. */
  skipped?: { checks: number; because: string }
  scenarioDigest: string
  /** True when only a selection of the set was run. */
  filtered: boolean
  /** True when the checks that start servers or node agents were left out (`--smoke`). */
  targetOnly?: boolean
  /** The selected profile, if any. `result` is then that of the profile. */
  profile?: string
  /** RFC 3339, UTC. */
  startedAt: string
  durationMs: number
  requests: number
  cases: number
  result: RunResult
  /**
   * The separate claims of the server, of the program that checks its configuration, and of servers
   * and node agents that the run starts.
   */
  claims: { http: Claim; configuration: Claim; started?: Claim }
  profiles: ProfileClaim[]
  summary: VerdictCounts
  sections: { slug: string; title: string; result: PartResult; counts: VerdictCounts }[]
  findings: Finding[]
  /** How often each interesting state of a scenario was reached. */
  states: Record<string, number>
  requirements: RequirementRow[]
  /** The comparison with the baseline. Absent without one. */
  baseline?: BaselineResult
}

/** The comparison with a baseline file, and the resulting exit code. */
export type BaselineResult = BaselineComparison & { file: string; exitCode: 0 | 1 | 4 }

/** The rows of a run compared with the entries of a baseline. Each id is in one list at most. */
export type BaselineComparison = {
  /** Does not pass, as in the baseline. */
  known: { id: string; verdict: VerdictWord }[]
  /** Fails without an entry, or is a must that could not be judged and has no entry. */
  new: { id: string; verdict: VerdictWord; reason: string }[]
  /** Fails for another reason, or has another verdict than in the baseline. */
  changed: { id: string; was: string; is: string }[]
  /** Listed as failing or waived, and passes; or listed as failing, and is waived now. */
  stale: { id: string; was: VerdictWord }[]
  /** Was not judged in this run, so it is unknown whether it still fails. */
  stopped: { id: string; verdict: VerdictWord | 'not in the catalogue' }[]
  /** Differs in a way that does not affect the exit code. */
  noted: { id: string; was: string; is: string }[]
}

export type VerdictCounts = Record<VerdictWord, number>

/** Failures with one root cause. */
export type Finding = {
  /** One sentence: what is wrong. */
  title: string
  /**
   * The requirement whose case shows it best, and all requirements that fail because of it. They
   * may be flaky if they are about stored data or about a request that should be refused.
   */
  id: string
  ids: string[]
  /** Rows that could not be judged because of it. */
  blocks: string[]
  severity: Severity
  strength: Strength
  /** Clients and tools that break because of it. */
  breaks: string[]
  /** Path of the case file, relative to the report directory. */
  case: string
}

/** Returns the flaky rows that belong to no finding. */
export function flakyRowsOf(report: Pick<ConformanceReport, 'requirements' | 'findings'>) {
  const found = new Set(report.findings.flatMap(({ ids }) => ids))
  return report.requirements.filter(({ id, verdict }) => verdict === 'flaky' && !found.has(id))
}

/** One requirement in the report. */
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
  /** Fewer scenarios than planned were performed, because the run was shortened. */
  shortened?: true
  because?: string
  /** Of a row from which the dialect departs: whether the target does, too. */
  departure?: 'absent' | 'present' | 'not shown'
  /** The row whose fault kept this one from being judged. Only on `inconclusive`. */
  blockedBy?: string
  /** Path of the case file, relative to the report directory. */
  case?: string
  failure?: Failure
  mutants: { killed: number; survived: number }
  proof: 'proven' | 'unproven'
}

/** The progress of a run: the current section, and counts of the whole run. */
export type Progress = {
  section: string
  done: number
  total: number
  cases: number
  requests: number
  /** Requests per second since the start. */
  rate: number
  elapsedMs: number
  /** An estimate from the finished checks. Undefined at the start. */
  leftMs?: number
  failures: number
}
