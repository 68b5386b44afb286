// Groups failures with one root cause into findings. A missing capability is such a cause, and its
// finding also lists the rows that could not be judged without it.

import { isNeverServed, neverServedTitle } from '../suites/unserved-requests.ts'
import type { NeverServedRequest, UnansweredRequest } from '../suites/unserved-requests.ts'
import type { Capability, CapabilityCounts, Strength, Verdict } from '../suites/verdict.ts'
import type { CauseCode, FailureCause } from './failure-cause.ts'
import { causes } from './causes.table.ts'
import { combinedCauses } from './combined-causes.table.ts'
import { failingRowBehind } from './unmet-preconditions.table.ts'
import { evidenceOf } from './evidence-of-row.ts'
import type { FailedRow } from './evidence-of-row.ts'
import { rootCauseOf } from './fingerprint.ts'
import type { Finding, RequirementRow } from './report.ts'
import { titleOf } from './finding-title.ts'
import { severities, severityOf } from './severity.ts'
import type { Severity } from './severity.ts'
import { affectedClients } from './affected-clients.table.ts'
import type { FailureEvidence } from './failure-evidence.ts'
import { runEvidenceOf } from './run-evidence.ts'

/** A row with the parts of its verdict that no report contains. */
export type RowOfRun = RequirementRow & Pick<Verdict, 'neverServed'>

type Failed = RowOfRun & FailedRow

/** Evidence for findings in addition to the rows. */
export type Clues = {
  capabilityCounts: CapabilityCounts
  /** By row id: the capabilities that its requests need. */
  requestedCapabilities: ReadonlyMap<string, readonly Capability[]>
  /** By row id: the request whose timeout kept the row from being judged. */
  timeOuts?: ReadonlyMap<string, UnansweredRequest>
}

/** Rows of one finding. Several causes have a `title` in common. */
type Group = {
  causes: FailureCause[]
  title?: string
  /** The code of the causes, if they may be a part of a combined cause. */
  code?: CauseCode
  /** The requests that the server never serves, if that is the fault. */
  neverServed: NeverServedRequest[]
  /** The gravest of its rows. */
  severity: Severity
  rows: Ranked[]
}

type Ranked = Failed & { severity: Severity }

const strengths: Strength[] = ['must', 'should', 'may', 'silent']

/**
 * Returns the findings of a report, by severity, strength and number of requirements. Without
 * clues, only failures that look alike are grouped.
 */
export function findingsOf(rows: RowOfRun[], clues?: Clues): Finding[] {
  const groups = new Map<string, Group>()
  const failed = rows.filter(isFailed)
  const causeOf = clues ? causesOf(failed, clues) : () => undefined
  for (const row of failed) {
    const cause = row.neverServed && !isJsonPatch(row.neverServed) ? undefined : causeOf(row)
    const neverServed = cause ? undefined : row.neverServed
    const severity = neverServed ? 'missing' : (cause?.severity ?? severityIn(row))
    const title = neverServed ? neverServedTitle(neverServed) : cause?.title
    const key = title ?? rootCauseOf(row.failure)
    const group = groups.get(key) ?? {
      severity,
      rows: [],
      causes: cause ? [cause] : [],
      ...(title === undefined ? {} : { title }),
      ...(cause?.code === undefined ? {} : { code: cause.code }),
      neverServed: neverServed ? [neverServed] : [],
    }
    groups.set(key, {
      ...group,
      severity: graver(severity, group.severity),
      rows: [...group.rows, { ...row, severity }],
    })
  }
  const found = new Set([...groups.values()].flatMap(group => group.causes))
  const blocked = clues ? blockedRowsByCause(rows, found, clues) : new Map<FailureCause, string[]>()
  const explainedBy = clues ? explainingRows(rows, failed) : new Map<string, string>()
  return combined(mergeNeverServed([...groups.values()]))
    .map(group => findingOf(group, blocksOf(group, { rows, blocked, clues, explainedBy })))
    .toSorted(
      (a, b) =>
        severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
        rank(a) - rank(b) ||
        rowsOf(b) - rowsOf(a),
    )
}

/** Whether the request is a JSON patch that always gets 500. */
const isJsonPatch = ({ outcome, shape }: NeverServedRequest): boolean =>
  outcome === 'error' && shape.method === 'PATCH' && shape.hasOddBody

const graver = (a: Severity, b: Severity): Severity =>
  severities.indexOf(a) < severities.indexOf(b) ? a : b

/** Makes one group of several requests that the server never serves. */
function mergeNeverServed(groups: Group[]): Group[] {
  const unserved = groups.filter(({ neverServed }) => neverServed.length > 0)
  if (unserved.length < 2) return groups
  const titles = unserved.flatMap(({ neverServed }) => neverServed.map(neverServedTitle))
  const whole: Group = {
    title: `${titles.length} requests get no proper answer: ${titles.join('; ')}`,
    causes: [],
    neverServed: unserved.flatMap(({ neverServed }) => neverServed),
    severity: unserved.map(({ severity }) => severity).reduce(graver),
    rows: unserved.flatMap(({ rows }) => rows),
  }
  return [...groups.filter(group => !unserved.includes(group)), whole]
}

/** Makes one group of those that one gap in the server explains. */
function combined(groups: Group[]): Group[] {
  return combinedCauses.reduce((all, { title, parts, partsMin }) => {
    const order = Object.keys(parts)
    const wordsFor = ({ code }: Group) => (code === undefined ? undefined : parts[code])
    const placeOf = ({ code }: Group) => order.indexOf(code ?? '')
    const found = all
      .filter(group => wordsFor(group) !== undefined)
      .toSorted((a, b) => placeOf(a) - placeOf(b))
    if (found.length < partsMin) return all
    const whole: Group = {
      title: `${title}: ${found.map(wordsFor).join(', ')}`,
      causes: found.flatMap(({ causes: own }) => own),
      neverServed: [],
      severity: found.map(({ severity }) => severity).reduce(graver),
      rows: found.flatMap(({ rows }) => rows),
    }
    return [...all.filter(group => !found.includes(group)), whole]
  }, groups)
}

type BlockingInput = {
  rows: RequirementRow[]
  blocked: Map<FailureCause, string[]>
  clues: Clues | undefined
  /** By the id of a row that could not be judged: the row whose failure explains it, or `none`. */
  explainedBy: ReadonlyMap<string, string>
}

/**
 * Returns the rows that could not be judged because of a finding, in the order of the catalogue.
 */
function blocksOf(group: Group, given: BlockingInput): string[] {
  const ids = new Set([...blocksByCause(group, given), ...blocksByName(group, given)])
  const own = new Set(group.rows.map(({ id }) => id))
  const isBlocked = ({ id }: RequirementRow) => {
    const explaining = given.explainedBy.get(id)
    return explaining === undefined ? ids.has(id) : own.has(explaining)
  }
  return given.rows.filter(isBlocked).map(({ id }) => id)
}

/** Returns the failing rows that the reasons of rows that could not be judged point to. */
function explainingRows(rows: RequirementRow[], failed: Failed[]): Map<string, string> {
  const failing = new Set(failed.map(({ id }) => id))
  return new Map(
    rows.flatMap(row => {
      const explaining = row.verdict === 'inconclusive' ? failingRowBehind(row, failing) : undefined
      return explaining === undefined ? [] : [[row.id, explaining]]
    }),
  )
}

/** Returns rows whose reason names a row of the finding: `… (LIST-025)`. */
function blocksByName(group: Group, { rows, clues }: BlockingInput): string[] {
  if (!clues) return []
  const ids = new Set(group.rows.map(({ id }) => id))
  const isNamed = ({ verdict, because = '' }: RequirementRow) =>
    verdict === 'inconclusive' &&
    [...because.matchAll(rowsNamed)].some(([, named = '']) =>
      named.split(', ').some(id => ids.has(id)),
    )
  return rows.filter(isNamed).map(({ id }) => id)
}

const rowsNamed = /\(([A-Z0-9]+(?:-[A-Z0-9]+)+(?:, [A-Z0-9]+(?:-[A-Z0-9]+)+)*)\)/g

function blocksByCause(
  { causes: own, neverServed }: Group,
  { rows, blocked, clues }: BlockingInput,
): string[] {
  if (neverServed.length === 0) return own.flatMap(cause => blocked.get(cause) ?? [])
  const isBlocked = ({ id, verdict }: RequirementRow) =>
    verdict === 'inconclusive' && neverServed.some(request => isBlockedBy(request, id, clues))
  return rows.filter(isBlocked).map(({ id }) => id)
}

/** Whether a request that is never served explains why a row could not be judged. */
function isBlockedBy(request: NeverServedRequest, id: string, clues: Clues | undefined): boolean {
  const timeOut = clues?.timeOuts?.get(id)
  if (timeOut && isNeverServed(request, timeOut.shape)) return true
  return request.isApply && request.refusedQuery === undefined && isWithoutApply(id, clues)
}

/** Whether a row requests server-side apply, and no request of the run showed it. */
const isWithoutApply = (id: string, clues: Clues | undefined): boolean =>
  (clues?.capabilityCounts.apply?.had ?? 0) === 0 &&
  clues?.requestedCapabilities.get(id)?.includes('apply') === true

const severityIn = (row: Failed): Severity =>
  severityOf(row.id, row.strength === 'must', evidenceOf(row))

const rowsOf = ({ ids, blocks }: Finding): number => ids.length + blocks.length

/**
 * Returns the cause of each row: the first one that explains it. A cause that explains too few rows
 * is dropped, and its rows go to their next cause. Causes with one title count together.
 */
function causesOf(failed: Failed[], clues: Clues): (row: Failed) => FailureCause | undefined {
  const evidence = new Map(failed.map(row => [row, evidenceOf(row, clues.capabilityCounts)]))
  const inRun = runEvidenceOf([...evidence.values()], clues.capabilityCounts)
  const matching = new Map(
    [...evidence].map(([row, own]) => {
      const evident = { ...own, ...inRun }
      return [row, causes.filter(one => isCause(one, row, evident, clues))]
    }),
  )
  const dropped = new Set<FailureCause>()
  const first = (row: Failed) => matching.get(row)?.find(one => !dropped.has(one))
  // In their order: the rows of a dropped cause count for a later one, never for an earlier one.
  for (const cause of causes) {
    const count = failed.filter(row => first(row)?.title === cause.title).length
    if (count < (cause.rowsMin ?? 1)) dropped.add(cause)
  }
  return first
}

// For these, a cause needs a request that shows that the capability is missing.
const showsItsLack = new Set<Capability>(['status-bodies', 'version-match'])

/** Whether a failing row needs the missing capability, or shows a fault of this cause. */
function isCause(
  { lacks, method, isAskedBy = () => true, explains }: FailureCause,
  { id }: RequirementRow,
  failed: FailureEvidence,
  { capabilityCounts, requestedCapabilities }: Clues,
): boolean {
  if (!lacks) return explains?.(failed) ?? false
  const { had, lacking } = capabilityCounts[lacks] ?? { had: 0, lacking: 0 }
  if (had > 0 || (method !== undefined && method !== failed.method)) return false
  if (!isAskedBy(failed)) return false
  if (explains) return (lacking > 0 || !showsItsLack.has(lacks)) && explains(failed)
  // It was requested at least once and never provided, so it is missing.
  return lacking > 0 && (requestedCapabilities.get(id)?.includes(lacks) ?? false)
}

/** Returns the rows that could not be judged because a capability is missing. */
function blockedRowsByCause(
  rows: RequirementRow[],
  found: ReadonlySet<FailureCause>,
  { requestedCapabilities }: Clues,
): Map<FailureCause, string[]> {
  const blocked = new Map<FailureCause, string[]>()
  for (const { id, verdict } of rows) {
    if (verdict !== 'inconclusive') continue
    const cause = causes.find(
      one =>
        found.has(one) &&
        one.lacks &&
        !one.explains &&
        requestedCapabilities.get(id)?.includes(one.lacks),
    )
    if (cause) blocked.set(cause, [...(blocked.get(cause) ?? []), id])
  }
  return blocked
}

/**
 * A row that failed, or a flaky one about stored data or a request that should be refused: a race
 * that loses data only sometimes is a fault all the same.
 */
function isFailed(row: RequirementRow): row is Failed {
  if (row.failure === undefined || row.case === undefined) return false
  return (
    row.verdict === 'fail' ||
    (row.verdict === 'flaky' && ['data', 'wrong success'].includes(severityIn(row as Failed)))
  )
}

function findingOf(group: Group, blocks: string[]): Finding {
  const { causes: own, title, severity, rows } = group
  const leads = own.flatMap(cause => cause.leads)
  const place = ({ id }: Failed) => (leads.includes(id) ? leads.indexOf(id) : leads.length)
  const isGravest = (row: Ranked) => row.severity === severity
  // The last criterion is the order of the catalogue, because the size of a shrunk case differs
  // between runs.
  const [lead] = rows.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      Number(isGravest(b)) - Number(isGravest(a)) ||
      Number(isFlaky(a)) - Number(isFlaky(b)) ||
      place(a) - place(b),
  )
  if (!lead) throw new Error('a finding needs a failure')
  return {
    title: `${isFlaky(lead) ? 'sometimes: ' : ''}${title ? `${title} (${lead.title})` : titleOf(lead.failure)}`,
    id: lead.id,
    ids: rows.map(row => row.id),
    blocks,
    severity: lead.strength === 'must' || severity === 'data' ? severity : 'detail',
    strength: lead.strength,
    breaks: [...new Set(rows.flatMap(breaksBy))],
    case: lead.case,
  }
}

const isFlaky = ({ verdict }: Failed): boolean => verdict === 'flaky'

function rank({ strength }: { strength: Strength }): number {
  return strengths.indexOf(strength)
}

/**
 * Returns the clients that a row's fault breaks: those listed for its id, or else for its section.
 */
function breaksBy(row: RequirementRow): string[] {
  const exact = affectedClients.filter(line => line.at.includes(row.id))
  const lines =
    exact.length > 0 ? exact : affectedClients.filter(line => line.at.includes(row.section))
  return lines.flatMap(line => line.breaks)
}
