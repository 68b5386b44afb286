// Sentences that all forms of the report share.

import {
  scenariosForConformance,
  isBinding,
  verdicts,
  type VerdictWord,
} from '../suites/verdict.ts'
import { countDepartures, countMusts, hasTooFewJudged, isStarted } from './claims.ts'
import { countedNoun, formatCount } from './text-layout.ts'
import type { Claim, ConformanceReport, RequirementRow } from './report.ts'

/** Counts the musts of the result: those of the set or, if one was selected, of the profile. */
export function mustsOf(report: ConformanceReport): {
  passed: number
  judged: number
  musts: number
} {
  const named = report.profiles.find(({ name }) => name === report.profile)
  return named ?? countMusts(report.requirements)
}

/**
 * Returns the rest of the sentence that starts with the result: what was judged, what of it did not
 * pass, and how thoroughly.
 */
export function resultSentence(report: ConformanceReport): string {
  const { judged, musts, passed } = mustsOf(report)
  const { result, profile, scenarios, shortened, skipped, findings } = report
  const of = `${formatCount(judged)} of ${formatCount(musts)} musts`
  const parts = [
    ...(profile === undefined ? [`${of} judged`] : [`profile ${profile}`, of]),
    ...(result === 'nonconformant'
      ? [`${formatCount(judged - passed)} failed`, countedNoun(findings.length, 'finding')]
      : []),
    ...(result === 'incomplete' ? openParts(report) : []),
    ...departingPart(report.requirements),
    ...(shortened
      ? [`${shortened.scenarios} to ${scenarios} scenarios`]
      : [countedNoun(scenarios, 'scenario')]),
    ...(skipped ? [`${countedNoun(skipped.checks, 'check')} skipped`] : []),
  ]
  return [parts.join(', '), ...caveatsOf(report)].join('; ')
}

/** Returns how many scenarios each property had, and how many checks had fewer or none. */
export function scenariosPerProperty(report: ConformanceReport): string {
  const { skipped } = report
  const all = scenariosOfPerformed(report)
  if (!skipped) return all
  return `${all}; ${countedNoun(skipped.checks, 'check')} skipped: ${skipped.because}`
}

function scenariosOfPerformed({ scenarios, shortened }: ConformanceReport): string {
  const all = `${countedNoun(scenarios, 'scenario')} per property`
  if (!shortened) return all
  const { checks, scenarios: fewest } = shortened
  return `${all}, but only ${fewest} or more in ${countedNoun(checks, 'check')}, because a must had failed and the run was long (--scenarios ${scenarios} performs all)`
}

/** Returns the counts of applicable musts that an incomplete run did not judge, by reason. */
function openParts(report: ConformanceReport): string[] {
  const { judged, musts } = mustsOf(report)
  const open = mustsThat(report, ['flaky', 'inconclusive', 'error', 'observed'])
  const waived = mustsThat(report, ['waived'])
  const departing = countDepartures(report.requirements)
  const left = musts - judged - open - waived - departing - mustsThat(report, ['inapplicable'])
  const isSelection = (report.filtered && report.profile === undefined) || report.targetOnly
  return [
    ...(open > 0 ? [`${formatCount(open)} undecided`] : []),
    ...(waived > 0 ? [`${formatCount(waived)} waived`] : []),
    ...(left > 0 && !isSelection ? [`${formatCount(left)} did not run`] : []),
  ]
}

/**
 * Returns the count of musts that were performed but do not count, because the dialect departs from
 * them.
 */
function departingPart(rows: RequirementRow[]): string[] {
  const departing = countDepartures(rows)
  const verb = departing === 1 ? 'departs' : 'depart'
  return departing > 0
    ? [`${formatCount(departing)} ${verb} from the specification as the dialect allows`]
    : []
}

/** Returns why a run is not conformant although everything judged passed. */
function caveatsOf(report: ConformanceReport): string[] {
  const { result, profile, filtered, targetOnly, scenarios } = report
  const { judged, musts } = mustsOf(report)
  if (result === 'incomplete' && profile !== undefined && judged * 2 < musts)
    return ['fewer than half of the musts of the profile were judged']
  const isTooLittle = profile === undefined && hasTooFewJudged(report.claims.http)
  if (result === 'incomplete' && isTooLittle && openParts(report).length === 0)
    return ['fewer than a quarter of the musts of the server could be judged']
  if (result !== 'partial') return []
  if (filtered && profile === undefined) return ['a selection of the set']
  if (targetOnly) return ['no servers or node agents were started']
  return scenarios < scenariosForConformance
    ? [`conformant requires ${scenariosForConformance} per property`]
    : []
}

const mustsThat = ({ requirements }: ConformanceReport, words: VerdictWord[]): number =>
  requirements.filter(row => isBinding(row) && words.includes(row.verdict)).length

/** Returns the claims of the surfaces, one line each, or none if the result is of one surface. */
export function claimLines({ claims, requirements }: ConformanceReport): string[] {
  const { http, configuration, started } = claims
  const of = (isIn: (surface: RequirementRow['surface']) => boolean) =>
    requirements.filter(row => row.inSet && isIn(row.surface))
  const lines: [name: string, claim: Claim | undefined, rows: RequirementRow[]][] = [
    ['http', http, of(surface => surface === 'http')],
    ['configuration', configuration, of(surface => surface !== 'http' && !isStarted(surface))],
    ['started servers', started, of(isStarted)],
  ]
  const tested = lines.filter(([, claim]) => claim && claim.result !== 'untested')
  if (tested.length < 2) return []
  return tested.flatMap(([name, claim, rows]) =>
    claim ? [`${name}: ${claimSentence(claim)}${whyNone(claim, rows)}`] : [],
  )
}

/** Formats a claim: its result, and how many of its musts were judged. */
export function claimSentence({ result, judged, musts }: Claim): string {
  const word = judged === 0 ? 'not judged' : result
  return `${word}, ${formatCount(judged)} of ${formatCount(musts)} musts judged`
}

/** Returns why nothing of a surface was judged: the reason of most rows. */
function whyNone({ judged }: Claim, rows: RequirementRow[]): string {
  if (judged > 0) return ''
  const [reason, ...others] = reasonsOf(rows)
  return reason ? ` (${others.length > 0 ? 'mostly ' : ''}${reason.because})` : ''
}

/** Rows that were not judged, by verdict and then by reason, the most frequent reason first. */
export type UnjudgedRows = { verdict: VerdictWord; total: number; reasons: ReasonGroup[] }
export type ReasonGroup = { because: string; ids: string[] }

const notJudgedWords: VerdictWord[] = [
  'flaky',
  'error',
  'inconclusive',
  'waived',
  'inapplicable',
  'untested',
]

export function unjudgedRows(report: ConformanceReport): UnjudgedRows[] {
  return notJudgedWords
    .map(verdict => {
      const rows = report.requirements.filter(row => row.verdict === verdict)
      return { verdict, total: rows.length, reasons: reasonsOf(rows) }
    })
    .filter(group => group.total > 0)
}

// A server need not keep old versions, so this is no failure, but it hides many rows.
const expiredListReason = 'lists at a version that the server had just returned are answered 410'
const expiredList =
  /[?&]resourceVersion=\S* \(step "[^"]*"\) (?:is not a list: it )?returned 410\b|\bis not a Table: 410\b/

function reasonsOf(rows: RequirementRow[]): ReasonGroup[] {
  const byReason = new Map<string, string[]>()
  for (const row of rows) {
    // The first line is the reason. The other lines of an error are a stack.
    const [reason = ''] = (row.because ?? 'no reason given').split('\n')
    const because = expiredList.test(reason) ? expiredListReason : reason
    byReason.set(because, [...(byReason.get(because) ?? []), row.id])
  }
  return [...byReason]
    .map(([because, ids]) => ({ because, ids }))
    .sort((a, b) => b.ids.length - a.ids.length)
}

/** Returns the verdicts that occur, for columns, filters and parts of a bar. */
export function occurringVerdicts(counts: Record<VerdictWord, number>): VerdictWord[] {
  return verdicts.filter(word => counts[word] > 0)
}

/**
 * The states of one area, the most frequent first, and the names of states that were not reached.
 */
export type StateArea = {
  name: string
  states: { name: string; times: number }[]
  missed: string[]
}

/**
 * Returns the states that a run reached, by area: `watch: ADDED` is the state ADDED of the area
 * watch.
 */
export function stateAreasOf({ states }: ConformanceReport): StateArea[] {
  const byArea = new Map<string, StateArea['states']>()
  for (const [state, times] of Object.entries(states)) {
    const [name = '', ...rest] = state.split(': ')
    byArea.set(name, [...(byArea.get(name) ?? []), { name: rest.join(': '), times }])
  }
  return [...byArea].map(([name, all]) => ({
    name,
    states: all.toSorted((a, b) => b.times - a.times),
    missed: all.filter(({ times }) => times === 0).map(one => one.name),
  }))
}
