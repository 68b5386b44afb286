// Computes the results of sections and the claims of a run: for each profile, and for three groups
// of surfaces: HTTP, configuration, and started servers with node agents.

import {
  type RunExtent,
  type RunResult,
  isBinding,
  resultOf,
  type VerdictWord,
} from '../suites/verdict.ts'
import type {
  Claim,
  ConformanceReport,
  PartResult,
  ProfileClaim,
  RequirementRow,
} from './report.ts'

/** The ids of a profile in the catalogue of a dialect. */
export type ProfileRows = Omit<ProfileClaim, keyof Claim> & { ids: ReadonlySet<string> }

type MustCounts = Omit<Claim, 'result'>

/**
 * Counts the musts of the set among these rows, and how many of them were judged and passed.
 */
export function countMusts(rows: RequirementRow[]): MustCounts {
  const musts = rows.filter(row => row.inSet && row.strength === 'must')
  const count = (...words: VerdictWord[]) => musts.filter(row => words.includes(row.verdict)).length
  return { musts: musts.length, judged: count('pass', 'fail'), passed: count('pass') }
}

/** Counts the musts from which the target departs as its dialect allows. */
export const countDepartures = (rows: RequirementRow[]): number =>
  rows.filter(row => row.inSet && row.strength === 'must' && row.departure === 'present').length

/**
 * Returns the claims of the surfaces: the server, the program that checks its configuration, and
 * servers that are started with files.
 */
export function claimsOf(
  rows: RequirementRow[],
  extent: RunExtent,
): Required<ConformanceReport['claims']> {
  const of = (isIn: (surface: RequirementRow['surface']) => boolean) =>
    claim(rows.filter(row => isIn(row.surface)))
  const claim = (own: RequirementRow[]): Claim => {
    const inSet = own.filter(row => row.inSet)
    const counts = countMusts(inSet)
    const result = resultOfPart(inSet, extent)
    const isGreen = result === 'conformant' || result === 'partial'
    const isEmpty = isGreen && !extent.filtered && hasTooFewJudged(counts)
    return { result: isEmpty ? 'incomplete' : result, ...counts }
  }
  return {
    http: of(surface => surface === 'http'),
    configuration: of(surface => surface !== 'http' && !isStarted(surface)),
    started: of(isStarted),
  }
}

/** Whether rows of a surface are about programs that a run starts. */
export const isStarted = (surface: RequirementRow['surface']): boolean =>
  surface === 'process' || surface === 'agent'

/**
 * Returns the result of a run without a profile: that of its rows, but incomplete if too few musts
 * of the server were judged.
 */
export function resultOfRun(rows: RequirementRow[], extent: RunExtent): RunResult {
  const result = resultOf(rows, extent)
  const isGreen = result === 'conformant' || result === 'partial'
  return isGreen && claimsOf(rows, extent).http.result === 'incomplete' ? 'incomplete' : result
}

// A server below this share does not serve this API, or its API was not found.
const judgedShareMin = 0.25

/** Whether so few musts of a whole run could be judged that it is no evidence about the server. */
export const hasTooFewJudged = ({ judged, musts }: MustCounts): boolean =>
  judged < musts * judgedShareMin

/**
 * Returns the claims of the profiles. A profile is not conformant if one of its applicable musts
 * was neither judged nor a departure that the dialect allows, or if fewer than half of its musts
 * were judged.
 */
export const profileClaims = (
  rows: RequirementRow[],
  profiles: ProfileRows[],
  scenarios: number,
): ProfileClaim[] =>
  profiles.map(({ ids, ...profile }) => {
    const own = rows.filter(row => ids.has(row.id))
    return { ...profile, result: profileResult(own, scenarios), ...countMusts(own) }
  })

function profileResult(rows: RequirementRow[], scenarios: number): PartResult {
  const result = resultOfPart(rows, { filtered: false, scenarios })
  const { musts, judged } = countMusts(rows)
  const isGreen = result === 'conformant' || result === 'partial'
  return isGreen && judged * 2 < musts ? 'incomplete' : result
}

/**
 * Returns the result of a section over all of its rows, including those outside the set. It is
 * `partial` if everything judged passed, but most rows were not judged or depart lawfully.
 */
export function sectionResult(section: RequirementRow[], extent: RunExtent): PartResult {
  const isWhole = section.every(row => !isBinding(row) || row.verdict !== 'untested')
  const filtered = extent.filtered && !isWhole
  const targetOnly = extent.targetOnly === true && !isWhole
  const result = resultOfPart(section, { ...extent, filtered, targetOnly })
  const open = section.filter(row => isOpen(row.verdict) || row.departure === 'present')
  return result === 'conformant' && open.length * 2 > section.length ? 'partial' : result
}

/**
 * Returns the result of some rows: the reason if nothing was judged, and `observed` if no row is
 * binding.
 */
function resultOfPart(rows: RequirementRow[], extent: RunExtent): PartResult {
  if (rows.every(row => row.verdict === 'untested')) return 'untested'
  if (rows.every(row => isOpen(row.verdict))) return 'inapplicable'
  const isCalm = rows.every(row => calm.includes(row.verdict))
  // In a selection, only the rows that ran count.
  const ran = extent.filtered ? rows.filter(row => row.verdict !== 'untested') : rows
  return !ran.some(isBinding) && isCalm ? 'observed' : resultOf(rows, extent)
}

const isOpen = (verdict: VerdictWord): boolean =>
  verdict === 'untested' || verdict === 'inapplicable'

const calm: VerdictWord[] = ['pass', 'observed', 'inapplicable', 'untested']
