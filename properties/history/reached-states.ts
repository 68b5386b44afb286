// Counts the interesting states that a history reached, for the report. A run that never saw a
// second chunk is weak evidence about chunks, whatever its verdicts. A state is `area: name`.

import type { Exchange, History, Stream } from './history.ts'
import { bodyValueAt, isSuccess, resourceVersionOf } from './history.ts'
import { isConcurrentStep, isWatchStep, readPaces } from '../dsl/scenario.ts'
import type { Scenario, Step, WatchStep } from '../dsl/scenario.ts'
import { valueAt } from '../dsl/term.ts'

const matches = ['Exact', 'NotOlderThan']
const eventTypes = ['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ERROR']

const pages = ['first of several', 'in between', 'last, full', 'last, not full', 'only, full']
const starts = ['unset', '0', 'current', 'old', 'future']

// The states that a report lists even if they were not reached.
const wanted = [
  'list: expired version',
  ...[...pages, 'expired token'].map(state => `page: ${state}`),
  ...starts.map(version => `watch: from version ${version}`),
  ...readPaces.map(reader => `watch: ${reader} reader`),
  ...[...eventTypes, 'expired version'].map(state => `watch: ${state}`),
]

/** Returns counts of states, sorted by name, with 0 for missing states of the areas reached. */
export function withMissingStates(reached: Record<string, number>): Record<string, number> {
  const areas = new Set(Object.keys(reached).map(areaOf))
  const missing = wanted.filter(state => areas.has(areaOf(state)) && !(state in reached))
  const all = { ...reached, ...Object.fromEntries(missing.map(state => [state, 0])) }
  return Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const areaOf = (state: string): string => state.split(': ')[0] ?? ''

/** Yields the names of the states that the history of a scenario reached, with repetitions. */
export function* statesReached(history: History, scenario: Scenario): Generator<string> {
  for (const exchange of history.exchanges) {
    const { method, path } = exchange.request
    if (path !== '') yield* statesOf(history, exchange)
    else if (method === 'accepts') yield `configuration: ${outcomeOf(exchange)}`
    else if (method === method.toUpperCase()) yield 'requests: not sent'
    else if (method !== 'wait' && method !== 'close') yield `control: ${method}`
  }
  if (overlaps(history)) yield 'requests: at the same time'
  for (const { watch, reader } of watchesIn(scenario.steps))
    if (history.exchanges.some(({ step, stream }) => step === watch.as && stream))
      yield `watch: ${reader ?? 'steady'} reader`
}

const outcomeOf = (exchange: Exchange): string => {
  if (!exchange.answer) return 'no answer'
  return isSuccess(exchange) ? 'accepted' : 'refused'
}

/** Returns the watches among the steps, including those in concurrent steps. */
export const watchesIn = (steps: Step[]): WatchStep[] =>
  steps.flatMap(step =>
    (isConcurrentStep(step) ? step.concurrent.flat() : [step]).filter(isOpening),
  )

const isOpening = (step: Step): step is WatchStep => isWatchStep(step)

function* statesOf(history: History, exchange: Exchange): Generator<string> {
  const { method, query } = exchange.request
  const status = exchange.answer?.status
  if (status === undefined) return yield 'requests: no answer'
  yield `requests: ${method} ${Math.floor(status / 100)}xx`
  if ([409, 410, 504].includes(status)) yield `requests: ${status}`
  if (exchange.stream) return yield* watchStates(history, exchange, exchange.stream)
  const isOfMany = method === 'GET' && exchange.about && exchange.about.name === undefined
  if (!isOfMany) return
  if (status === 410) yield expiredIn(query)
  if (isSuccess(exchange)) yield* listStates(history, exchange)
}

function expiredIn(query: Record<string, string>): string {
  if ('watch' in query) return 'watch: expired version'
  return 'continue' in query ? 'page: expired token' : 'list: expired version'
}

function* listStates(history: History, exchange: Exchange): Generator<string> {
  const { query } = exchange.request
  const match = query['resourceVersionMatch']
  const paging = ['continue', 'limit'].find(name => name in query)
  const cell = [
    ...(match === undefined ? [] : [matches.includes(match) ? match : 'another match']),
    ...(paging === undefined ? [] : [paging]),
    `version ${versionClass(history, exchange)}`,
  ]
  yield `list: ${cell.join(', ')}`
  if ('labelSelector' in query || 'fieldSelector' in query) yield 'list: with a selector'
  const items = bodyValueAt(exchange, '/items')
  if (!Array.isArray(items)) return
  if (items.length === 0) yield 'list: empty'
  if (paging !== undefined) yield `page: ${pageClass(exchange, items.length)}`
}

/** Classifies a page by its position in the list, and the last one by whether it is full. */
function pageClass(exchange: Exchange, length: number): string {
  const { query } = exchange.request
  const token = bodyValueAt(exchange, '/metadata/continue')
  const isFirst = !('continue' in query)
  if (typeof token === 'string' && token !== '') return isFirst ? 'first of several' : 'in between'
  const position = isFirst ? 'only' : 'last'
  if (length === 0) return `${position}, empty`
  return `${position}, ${length === Number(query['limit']) ? 'full' : 'not full'}`
}

function* watchStates(history: History, exchange: Exchange, stream: Stream): Generator<string> {
  const { query } = exchange.request
  if (query['sendInitialEvents'] === 'true') yield 'watch: initial events'
  yield `watch: from version ${versionClass(history, exchange)}`
  if ('labelSelector' in query || 'fieldSelector' in query) yield 'watch: with a selector'
  if (exchange.about && exchange.about.namespace === undefined) yield 'watch: all namespaces'
  const types = new Set(stream.frames.map(({ document }) => valueAt(document, '/type')))
  for (const type of eventTypes) if (types.has(type)) yield `watch: ${type}`
  if (stream.frames.length === 0) yield 'watch: without an event'
  if (stream.frames.some(({ document }) => valueAt(document, '/object/code') === 410))
    yield 'watch: expired version'
  yield `watch: ${stream.end?.how ?? 'open'}`
}

/**
 * Classifies the version of a request at the time when it was sent: issued with no write since
 * (current), issued before other writes (old), beyond all issued versions (future), or other.
 */
function versionClass(history: History, { request, sentAt, about }: Exchange): string {
  const asked = request.query['resourceVersion']
  if (asked === undefined || asked === '' || asked === '0') return asked || 'unset'
  const given = versionsBefore(history, sentAt)
  const first = given.find(([one]) => one === asked)
  if (!first) return isBeyond(asked, given) ? 'future' : 'never given'
  const isOld = history.exchanges.some(
    one =>
      one.request.method !== 'GET' &&
      one.about?.role === about?.role &&
      isSuccess(one) &&
      one.sentAt >= first[1] &&
      one.answeredAt <= sentAt,
  )
  return isOld ? 'old' : 'current'
}

/**
 * Returns the versions issued before a point in time, each with its time, those of answers first.
 */
function versionsBefore({ exchanges }: History, moment: number): [unknown, number][] {
  const answers = exchanges.map((one): [unknown, number] => [
    resourceVersionOf(one),
    one.answeredAt,
  ])
  const events = exchanges.flatMap(({ stream }) =>
    (stream?.frames ?? []).map(({ document, receivedAt }): [unknown, number] => [
      valueAt(document, '/object/metadata/resourceVersion'),
      receivedAt,
    ]),
  )
  return [...answers, ...events].filter(
    ([given, timeMs]) => given !== undefined && timeMs <= moment,
  )
}

/** Versions are opaque to judges. To name a state it suffices that they look like numbers. */
function isBeyond(asked: string, given: [unknown, number][]): boolean {
  const isNumber = (one: unknown) => /^\d{1,40}$/.test(String(one))
  if (!isNumber(asked)) return false
  return given.every(([one]) => !isNumber(one) || BigInt(String(one)) < BigInt(asked))
}

const overlaps = ({ exchanges }: History): boolean =>
  exchanges.some((one, index) => {
    const next = exchanges[index + 1]
    return (
      next !== undefined &&
      one.lane !== undefined &&
      next.lane !== one.lane &&
      next.sentAt < one.answeredAt
    )
  })
