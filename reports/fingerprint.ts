// Compares failures without their numbers, names and versions.

import { createHash } from 'node:crypto'
import type { Failure } from '../suites/verdict.ts'

/** Why a requirement fails, in words that are stable between runs. */
export type FailureReason = { reason: string; hash: string }

/** The part of a failure from which its reason is made. */
type Exchange = {
  step: string
  request: { method: string; path: string }
  answer?: { status: number } | undefined
  problem?: string | undefined
}
type Shown = Pick<Failure, 'got' | 'at'> & { expected?: string; exchanges: Exchange[] }

/**
 * Applied in this order: patterns with a specific form come before patterns that match any digit.
 */
const varying: [RegExp, string][] = [
  [/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, '<uid>'],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?( ?(Z|UTC|[+-]\d\d:?\d\d))?/g, '<time>'],
  [/\b[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT\b/g, '<time>'],
  [/\bhttps?:\/\/[^\s"'/]+/g, '<address>'],
  // The name of an object of the run, with any suffix of the server.
  [/\bt[0-9a-f]{8}-[a-z0-9.-]*[a-z0-9]/g, '<name>'],
  [/\beyJ[\w+/=.-]+|\b(?=[\w+/=]*\d)[\w+/=]{24,}/g, '<token>'],
  [/\b0x[0-9a-f]+\b/g, '<pointer>'],
  [/\bv?\d+\.\d+\.\d+([-+][\w.+-]*\w)?(?![\w.])/g, '<version>'],
  // The namespace of the environment in which a check happens to run.
  [/(?<![\w/])[a-z](?:r\d+)?0?\/(?=[a-z<])/g, ''],
  // The id of a run as a separate word.
  [/(?<![\w-])(?=\d*[a-f])(?=[a-f]*\d)[0-9a-f]{8}(?![\w-])/g, '<id>'],
  // A generated name has a digit, or ends in the five letters that generateName adds, which are
  // taken from an alphabet without vowels.
  [/\b(?=[a-z-]*\d)[a-z0-9]+(-[a-z0-9]+)+\b/g, '<name>'],
  [/\b[a-z0-9]+(-[a-z0-9]+)*-[b-df-hj-np-tv-xz2-9]{5}\b/g, '<name>'],
  [/\b(?!v\d)[a-z]+\d+\b/g, '<name>'],
  [/-?\b\d+(\.\d+)?(ns|[uµm]?s|m|h)?\b/g, 'N'],
  // Objects of a scenario as the laws print them. An opaque version looks like a generated name.
  [/(?<=\bat )<name>/g, 'N'],
  [/(?<=["[,]|ADDED |MODIFIED |DELETED )[a-z0-9<>.@N-]+(?= at N\b)/g, '<name>'],
  [/\s+/g, ' '],
]

// The number and order of a case's events depend on when it is stopped, so they are not part of a
// reason.
const event = '(?:ADDED|MODIFIED|DELETED)(?: at N)?'
const events = new RegExp(`\\b${event}(?:, ${event})+`, 'g')
const repeated = /((?:\b\w+ )?"?(?:<\w+>(?: at N)?|N)"?)(?:, ?\1)+/g
/** A list of texts, the last of which may be cut. */
const texts = /(?<=\[)"[^"]*"(?:, ?"[^"]*")*(?:, ?"[^"]*$)?/g

/** Replaces uids, times, addresses, tokens, names of a run and numbers in a text. */
export function normalise(text: string): string {
  return varying
    .reduce((rest, [form, word]) => rest.replace(form, word), text)
    .replace(texts, sorted)
    .replace(events, '<events>')
    .replace(repeated, '$1, …')
    .trim()
}

/** Removes duplicates from a list of texts and sorts it. */
function sorted(list: string, index: number, text: string): string {
  const whole = list.match(/"[^"]*"/g) ?? []
  const [first = '', ...others] = [...new Set(whole)].toSorted()
  const isOfOne = /<\w+>|\bN\b/.test(first) && others.length === 0
  const end = index + list.length === text.length ? ']' : ''
  return `${isOfOne ? `${first}, …` : [first, ...others].join(',')}${end}`
}

/**
 * Returns the shape of a path without its group, version, type and namespace: `<collection>`,
 * `<object>`, `<object>/status`, or else the normalised path.
 */
export function pathShape(path: string): string {
  const [plain = ''] = path.split('?')
  const resource = /^\/(?:api|apis\/[^/]+)\/[^/]+\/(.+)$/.exec(plain)?.[1]
  if (resource === undefined) return normalise(plain)

  const scoped = /^namespaces\/[^/]+\/(?!(?:status|finalize)$)(.+)$/.exec(resource)?.[1]
  const [, name, ...subresource] = (scoped ?? resource).split('/')
  if (name === undefined) return '<collection>'
  return ['<object>', ...subresource].join('/')
}

/**
 * Returns the root cause of a failure, which is equal for failures of one finding. A refusal or a
 * crash is a root cause whatever rule it violates. If the request succeeded, the root cause is the
 * violated rule.
 */
export function rootCauseOf(failure: Failure): string {
  const exchange = offendingExchangeOf(failure)
  const status = exchange?.answer?.status
  // A refusal with the expected status and wrong content, whichever request was refused.
  const isRefused = status !== undefined && status >= 400 && status < 500
  if (isRefused && !/^\d{3}\b/.test(failure.got))
    return `content of refusals|${normalise(failure.says)}`
  const refused = exchange !== undefined && (status === undefined || status >= 400)
  // The request and content that show a violated rule differ between runs.
  if (!refused) return `a success|${normalise(failure.says)}`
  return [whereOf(exchange), normalise(failure.got)].join('|')
}

/**
 * Returns the reason that a baseline records: the place of the fault and the received value,
 * normalised.
 */
export function failureReason(failure: Shown): FailureReason {
  const reason = `${whereOf(offendingExchangeOf(failure))}: ${gotBy(failure)}`
  return { reason, hash: hashOf(reason) }
}

/**
 * Returns the received value without the labels of the case's steps. An empty list counts as a list
 * of objects if one was expected.
 */
function gotBy({ expected = '', got, exchanges }: Shown): string {
  const wanted = normalise(expected)
  const list = got.startsWith('{') ? /"kind":\s*"(\w+List)"/.exec(got) : null
  if (list) return `a ${list[1]}`
  if (got.trim() === '[]' && wanted === objects) return objects
  const labels = exchanges.map(({ step }) => step).filter(step => /[-\d]/.test(step))
  const longestFirst = [...new Set(labels)].toSorted((a, b) => b.length - a.length)
  return normalise(
    longestFirst.reduce((rest, label) => rest.replaceAll(bounded(label), '<step>'), got),
  )
}

const objects = '["<name> at N", …]'

const bounded = (label: string): RegExp =>
  new RegExp(`(?<![\\w-])${label.replaceAll(/[^\w\s-]/g, '\\$&')}(?![\\w-])`, 'g')

/**
 * Returns the reason of a row without a failure: its first line, normalised. The other lines are a
 * stack.
 */
export function unjudgedReason(because: string): FailureReason {
  const [line = ''] = because.split('\n')
  const reason = normalise(line)
  return { reason, hash: hashOf(reason) }
}

const hashOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 12)

/** Returns the request that shows the fault. */
export function offendingExchangeOf({ at, exchanges }: Shown): Exchange | undefined {
  return exchanges.find(exchange => exchange.step === at)
}

function whereOf(exchange: Exchange | undefined): string {
  if (exchange === undefined) return 'no request'
  const { request, answer, problem } = exchange
  const outcome = answer?.status ?? `no answer (${normalise(problem ?? 'none arrived')})`
  return `${request.method} ${pathShape(request.path)} ${outcome}`
}
