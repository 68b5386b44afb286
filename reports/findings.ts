// Groups failures with one root cause into findings. A missing capability is such a cause, and its
// finding also lists the rows that could not be judged without it.

import { parseNeverServed } from '../suites/verdict.ts'
import type { Capability, Evidence } from '../suites/verdict.ts'
import type { Strength } from '../suites/verdict.ts'
import type { FailureCause } from './cause.ts'
import { exactListRows } from './causes-by-row.table.ts'
import { causes } from './causes.table.ts'
import { offendingExchangeOf, rootCauseOf } from './fingerprint.ts'
import type { Finding, RequirementRow } from './report.ts'
import { severities, severityOf } from './severity.ts'
import type { Severity } from './severity.ts'
import { affectedClients } from './affected-clients.table.ts'
import type { FailureEvidence } from './failure-evidence.ts'

type Failed = RequirementRow & { failure: NonNullable<RequirementRow['failure']>; case: string }

/** Evidence for findings in addition to the rows. */
export type Clues = {
  evidence: Evidence
  /** By row id: the capabilities that its requests need. */
  requestedCapabilities: ReadonlyMap<string, readonly Capability[]>
  /** By row id: the request whose timeout kept the row from being judged, and how it timed out. */
  timeOuts?: ReadonlyMap<string, string>
}

type NeverServed = { request: string; title: string }

type Group = { cause?: FailureCause; neverServed?: NeverServed; severity: Severity; rows: Failed[] }

const strengths: Strength[] = ['must', 'should', 'may', 'silent']
const titleLength = 160
const partLength = 40

/**
 * Returns the findings of a report, by severity and then by number of requirements. Without clues,
 * only failures that look alike are grouped.
 */
export function findingsOf(rows: RequirementRow[], clues?: Clues): Finding[] {
  const groups = new Map<string, Group>()
  const failed = rows.filter(isFailed)
  const causeOf = clues ? causesOf(failed, clues) : () => undefined
  for (const row of failed) {
    const neverServed = parseNeverServed(row.failure.says)
    const cause = neverServed ? undefined : causeOf(row)
    const severity = neverServed ? 'missing' : (cause?.severity ?? severityIn(row))
    const key = neverServed?.title ?? cause?.title ?? rootCauseOf(row.failure)
    const group = groups.get(key) ?? {
      severity,
      rows: [],
      ...(cause ? { cause } : {}),
      ...(neverServed ? { neverServed } : {}),
    }
    const isGraver = severities.indexOf(severity) < severities.indexOf(group.severity)
    groups.set(key, {
      ...group,
      severity: isGraver ? severity : group.severity,
      rows: [...group.rows, row],
    })
  }
  const found = new Set([...groups.values()].flatMap(({ cause }) => (cause ? [cause] : [])))
  const blocked = clues ? blockedBy(rows, found, clues) : new Map<FailureCause, string[]>()
  return [...groups.values()]
    .map(group => findingOf(group, blocksOf(group, { rows, blocked, clues })))
    .toSorted(
      (a, b) =>
        severities.indexOf(a.severity) - severities.indexOf(b.severity) ||
        rank(a) - rank(b) ||
        rowsOf(b) - rowsOf(a),
    )
}

type Blocks = {
  rows: RequirementRow[]
  blocked: Map<FailureCause, string[]>
  clues: Clues | undefined
}

/**
 * Returns the rows that could not be judged because of a finding, in the order of the catalogue.
 */
function blocksOf(group: Group, given: Blocks): string[] {
  const ids = new Set([...blocksByCause(group, given), ...blocksByName(group, given)])
  return given.rows.filter(({ id }) => ids.has(id)).map(({ id }) => id)
}

/** Returns rows whose reason names a row of the finding: `… (LIST-025)`. */
function blocksByName(group: Group, { rows, clues }: Blocks): string[] {
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

function blocksByCause({ cause, neverServed }: Group, { rows, blocked, clues }: Blocks): string[] {
  if (!neverServed) return (cause && blocked.get(cause)) ?? []
  const isBlocked = ({ id, verdict }: RequirementRow) =>
    verdict === 'inconclusive' && clues?.timeOuts?.get(id)?.startsWith(`${neverServed.request}: `)
  return rows.filter(isBlocked).map(({ id }) => id)
}

const severityIn = (row: Failed): Severity =>
  severityOf(row.id, row.strength === 'must', evidentIn(row))

const rowsOf = ({ ids, blocks }: Finding): number => ids.length + blocks.length

/** Returns the cause of each row. Causes that explain too few rows are dropped. */
function causesOf(failed: Failed[], clues: Clues): (row: Failed) => FailureCause | undefined {
  const areReadsStale = failed.some(({ id }) => id === 'GET-001')
  const areDeletedObjectsLost =
    (clues.evidence['exact-lists']?.had ?? 0) > 0 &&
    failed.some(row => exactListRows.includes(row.id) && isDeletedObjectMissing(row))
  const matching = new Map(
    failed.map(row => {
      const evident = { ...evidentIn(row, clues), areReadsStale, areDeletedObjectsLost }
      return [row, causes.filter(one => isCause(one, row, evident, clues))]
    }),
  )
  const first = (row: Failed, among: ReadonlySet<FailureCause>) =>
    matching.get(row)?.find(one => among.has(one))
  const all = new Set(causes)
  const enough = causes.filter(
    one => failed.filter(row => first(row, all) === one).length >= (one.rowsMin ?? 1),
  )
  return row => first(row, new Set(enough))
}

// For these, a request shows that the capability is missing, rather than that it is present.
const showsItsLack = new Set<Capability>(['status-bodies'])

/** Whether a failing row needs the missing capability, or shows a fault of this cause. */
function isCause(
  { lacks, method, isAskedBy = () => true, explains }: FailureCause,
  { id }: RequirementRow,
  failed: FailureEvidence,
  { evidence, requestedCapabilities }: Clues,
): boolean {
  if (!lacks) return explains?.(failed) ?? false
  const { had, lacking } = evidence[lacks] ?? { had: 0, lacking: 0 }
  if (had > 0 || (method !== undefined && method !== failed.method)) return false
  if (!isAskedBy(failed)) return false
  if (explains) return (lacking > 0 || !showsItsLack.has(lacks)) && explains(failed)
  // It was requested at least once and never provided, so it is missing.
  return lacking > 0 && (requestedCapabilities.get(id)?.includes(lacks) ?? false)
}

/** Returns the rows that could not be judged because a capability is missing. */
function blockedBy(
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

function isFailed(row: RequirementRow): row is Failed {
  return row.verdict === 'fail' && row.failure !== undefined && row.case !== undefined
}

function evidentIn(row: Failed, clues?: Clues): FailureEvidence {
  const { id, section, failure } = row
  const exchange = offendingExchangeOf(failure)
  const status = exchange?.answer?.status
  const code = /^([45]\d\d)\b/.exec(failure.expected)?.[1]
  const isRefusalExpected =
    code !== undefined || /^(a refusal|a 4xx|no success)\b/.test(failure.expected)
  return {
    id,
    section,
    method: exchange?.request.method ?? '',
    path: exchange?.request.path ?? '',
    isWrongSuccess: isRefusalExpected && status !== undefined && status < 400,
    expected: code === undefined ? undefined : Number(code),
    status,
    isWatchHad: (clues?.evidence.watch?.had ?? 0) > 0,
    awaited: failure.expected,
    areReadsStale: false,
    areDeletedObjectsLost: false,
    isDeletedObjectMissing: isDeletedObjectMissing(row),
    got: failure.got,
    dryRuns: failure.exchanges.flatMap(({ request: { method, path } }) =>
      /[?&]dryRun=All(&|$)/.test(path) ? [method] : [],
    ),
  }
}

/**
 * Whether a list was expected to hold more objects than it does, and the case deletes all of those
 * that are missing. Laws print objects as `name at version`, without the prefix of the run.
 */
function isDeletedObjectMissing({ failure: { expected, got, exchanges } }: Failed): boolean {
  const [wanted, found] = [textsIn(expected), textsIn(got)]
  if (!wanted || !found || !found.every(text => wanted.includes(text))) return false
  const deleted = exchanges
    .filter(({ request }) => request.method === 'DELETE')
    .map(({ request }) => request.path.split('?')[0] ?? '')
  const missing = wanted.filter(text => !found.includes(text))
  return (
    missing.length > 0 &&
    missing.every(text => {
      const [name = ''] = text.split(' at ')
      return deleted.some(path => path.endsWith(`-${name}`) || path.endsWith(`/${name}`))
    })
  )
}

/** Returns the entries of a printed JSON array of texts. */
function textsIn(printed: string): string[] | undefined {
  if (!/^\["|^\[\]$/.test(printed)) return undefined
  try {
    const entries: unknown = JSON.parse(printed)
    return Array.isArray(entries) ? entries.map(String) : undefined
  } catch {
    return undefined
  }
}

function findingOf({ cause, neverServed, severity, rows }: Group, blocks: string[]): Finding {
  const leads = cause?.leads ?? []
  const place = ({ id }: Failed) => (leads.includes(id) ? leads.indexOf(id) : leads.length)
  // The last criterion is the order of the catalogue, because the size of a shrunk case differs
  // between runs.
  const [lead] = rows.toSorted((a, b) => rank(a) - rank(b) || place(a) - place(b))
  if (!lead) throw new Error('a finding needs a failure')
  const what = cause?.title ?? neverServed?.title
  return {
    title: what ? `${what} (${lead.title})` : titleOf(lead),
    id: lead.id,
    ids: rows.map(row => row.id),
    blocks,
    severity,
    strength: lead.strength,
    breaks: [...new Set(rows.flatMap(breaksBy))],
    case: lead.case,
  }
}

function rank({ strength }: { strength: Strength }): number {
  return strengths.indexOf(strength)
}

/**
 * Formats a title from the received value, the expected value and the rule. If nothing was
 * received, or the values are too long, the rule comes first. The finding has them in full.
 */
function titleOf({ failure }: Failed): string {
  const [got, expected] = [withoutRun(failure.got), withoutRun(failure.expected)]
  const says = failure.says.trim().replace(/\.$/, '')
  if (isNothing(got)) return short(`Violated: ${says}: got nothing`)
  if (fits(got) && fits(expected)) return short(`${got} instead of ${expected}: ${says}`)
  return short(`Violated: ${says}${fits(got) ? `: got ${got}` : ''}`)
}

const isNothing = (text: string): boolean => text === '' || text === 'nothing'

/** Removes the prefix of namespaces of a run, which means nothing to a reader. */
const withoutRun = (text: string): string =>
  text.trim().replaceAll(/\btouchstone-[0-9a-f]{8}-/g, '')

const fits = (text: string): boolean => text.length <= partLength

/** Shortens a text to `titleLength` characters, at the end of a word. */
function short(text: string): string {
  const characters = [...text]
  if (characters.length <= titleLength) return text
  const head = characters.slice(0, titleLength - 1).join('')
  const words = head.slice(0, head.lastIndexOf(' ')).replace(/[\s,;:([{]+$/, '')
  return `${words.length > titleLength / 2 ? words : head}…`
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
