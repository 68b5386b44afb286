// What two failures have in common when their numbers, names and versions are taken away.

import { createHash } from 'node:crypto'
import type { Failure } from '../suites/verdict.ts'

/** Why a requirement fails, in words that stay the same from run to run. */
export type FailureReason = { reason: string; hash: string }

/** What of a failure its reason is made of. */
type Exchange = {
  step: string
  request: { method: string; path: string }
  answer?: { status: number } | undefined
  problem?: string | undefined
}
type Shown = Pick<Failure, 'got' | 'at'> & { expected?: string; exchanges: Exchange[] }

/** In this order: what is told apart by its form goes before what only holds a digit. */
const varying: [RegExp, string][] = [
  [/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, '<uid>'],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?( ?(Z|UTC|[+-]\d\d:?\d\d))?/g, '<time>'],
  [/\b[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT\b/g, '<time>'],
  [/\bhttps?:\/\/[^\s"'/]+/g, '<address>'],
  // What a run made, whatever the server added to it.
  [/\bt[0-9a-f]{8}-[a-z0-9.-]*[a-z0-9]/g, '<name>'],
  [/\beyJ[\w+/=.-]+|\b(?=[\w+/=]*\d)[\w+/=]{24,}/g, '<token>'],
  [/\b0x[0-9a-f]+\b/g, '<pointer>'],
  [/\bv?\d+\.\d+\.\d+([-+][\w.+-]*\w)?(?![\w.])/g, '<version>'],
  // The id of a run, where it stands alone.
  [/(?<![\w-])(?=\d*[a-f])(?=[a-f]*\d)[0-9a-f]{8}(?![\w-])/g, '<id>'],
  // A name made for a run holds a digit, or ends in the five letters that generateName adds:
  // they come from an alphabet without vowels.
  [/\b(?=[a-z-]*\d)[a-z0-9]+(-[a-z0-9]+)+\b/g, '<name>'],
  [/\b[a-z0-9]+(-[a-z0-9]+)*-[b-df-hj-np-tv-xz2-9]{5}\b/g, '<name>'],
  [/\b(?!v\d)[a-z]+\d+\b/g, '<name>'],
  [/-?\b\d+(\.\d+)?(ns|[uµm]?s|m|h)?\b/g, 'N'],
  // Objects of a scenario as the laws print them.
  [/(?<=["[,]|ADDED |MODIFIED |DELETED )[a-z0-9<>.-]+(?= at N\b)/g, '<name>'],
  [/\s+/g, ' '],
]

// What a case shows of its objects depends on when it is stopped: how many of them, and in which
// order, is no part of a reason.
const event = '(?:ADDED|MODIFIED|DELETED)(?: at N)?'
const events = new RegExp(`\\b${event}(?:, ${event})+`, 'g')
const repeated = /((?:\b\w+ )?"?(?:<\w+>(?: at N)?|N)"?)(?:, ?\1)+/g
/** A list of texts, of which the last one may be cut. */
const texts = /(?<=\[)"[^"]*"(?:, ?"[^"]*")*(?:, ?"[^"]*$)?/g

/** The text without its uids, times, addresses, tokens, names of one run and numbers. */
export function normalise(text: string): string {
  return varying
    .reduce((rest, [form, word]) => rest.replace(form, word), text)
    .replace(texts, sorted)
    .replace(events, '<events>')
    .replace(repeated, '$1, …')
    .trim()
}

/** The texts of a list, each once and in one order. */
function sorted(list: string, at: number, text: string): string {
  const whole = list.match(/"[^"]*"/g) ?? []
  const [first = '', ...others] = [...new Set(whole)].toSorted()
  const isOfOne = /<\w+>|\bN\b/.test(first) && others.length === 0
  const end = at + list.length === text.length ? ']' : ''
  return `${isOfOne ? `${first}, …` : [first, ...others].join(',')}${end}`
}

/**
 * The shape of a path, whatever its group, version, type and namespace: `<collection>`,
 * `<object>`, `<object>/status`, or the path itself where it is none of these.
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
 * The root cause of a failure, equal for failures that are one finding. A refusal or a crash is
 * its own cause whatever rule it breaks; behind a success only the broken rule tells causes apart.
 */
export function rootCauseOf(failure: Failure): string {
  const exchange = offendingExchangeOf(failure)
  const status = exchange?.answer?.status
  // A refusal with the right status, whose content differs: whoever was refused and why.
  const isRefused = status !== undefined && status >= 400 && status < 500
  if (isRefused && !/^\d{3}\b/.test(failure.got))
    return `content of refusals|${normalise(failure.says)}`
  const refused = exchange !== undefined && (status === undefined || status >= 400)
  // Which request of a case shows a broken rule, and with which content, differs between runs.
  if (!refused) return `a success|${normalise(failure.says)}`
  return [whereOf(exchange), normalise(failure.got)].join('|')
}

/** The reason that a baseline remembers: where it went wrong and what came, normalised. */
export function failureReason(failure: Shown): FailureReason {
  const reason = `${whereOf(offendingExchangeOf(failure))}: ${gotBy(failure)}`
  return { reason, hash: hashOf(reason) }
}

/** What came, without the labels of the case's steps. No objects are a list of objects too. */
function gotBy({ expected = '', got, exchanges }: Shown): string {
  const wanted = normalise(expected)
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

/** The same for a row without a failure: its sentence, normalised. What follows is a stack. */
export function unjudgedReason(because: string): FailureReason {
  const [line = ''] = because.split('\n')
  const reason = normalise(line)
  return { reason, hash: hashOf(reason) }
}

const hashOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 12)

/** The request that shows the fault. */
export function offendingExchangeOf({ at, exchanges }: Shown): Exchange | undefined {
  return exchanges.find(exchange => exchange.step === at)
}

function whereOf(exchange: Exchange | undefined): string {
  if (exchange === undefined) return 'no request'
  const { request, answer, problem } = exchange
  const outcome = answer?.status ?? `no answer (${normalise(problem ?? 'none arrived')})`
  return `${request.method} ${pathShape(request.path)} ${outcome}`
}
