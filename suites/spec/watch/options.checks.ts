// Records answers to watches with parameters on which the specification is silent.

import { farVersionTerm } from '../../../properties/dsl/future-version.ts'
import { answerSummary, exchangeAt } from '../../../properties/history/history.ts'
import type { Exchange, History } from '../../../properties/history/history.ts'
import { notesGrouped, notesOf } from '../../../properties/laws/notes.ts'
import { recordAnswer } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { streamingListOptions } from '../../../properties/scenarios/watch/streaming-lists.ts'
import {
  create,
  list,
  tokenFrom,
  awaitEnd,
  awaitVersion,
  awaitEventType,
  versionFrom,
  watch,
} from '../../../properties/dsl/steps.ts'
import type { WatchStepOptions } from '../../../properties/dsl/steps.ts'
import {
  ownChangeEvents,
  watchEventsOf,
  isErrorEvent,
} from '../../../properties/history/watch-events.ts'
import { valueAt } from '../../../properties/dsl/term.ts'
import { example } from '../../check.ts'

const threeObjects = ['a', 'b', 'c'].map(name => create(`object-${name}`, 'main', name))

/**
 * Describes the events of a watch, or its refusal: `ADDED, ADDED, BOOKMARK` or
 * `refused, 422 Invalid`.
 */
const words = (exchange: Exchange): string => {
  if (!exchange.stream) return `refused, ${answerSummary(exchange)}`
  const types = watchEventsOf(exchange.stream).map(event =>
    isErrorEvent(event)
      ? `ERROR ${String(valueAt(event.object, '/code') ?? '')}`.trim()
      : event.type,
  )
  return types.length === 0 ? 'nothing' : types.join(', ')
}

const { bookmarks: _, ...unmarked } = streamingListOptions
const matched = (match: string, more: WatchStepOptions = {}): WatchStepOptions => ({
  match,
  ...more,
})
const atStart = { resourceVersion: versionFrom('start') }

const farAhead = farVersionTerm(versionFrom('object'))
const oneSecond = { timeoutSeconds: '1' }

function* howItEnds(history: History): Generator<Observation> {
  const { stream } = exchangeAt(history, 'timed')
  const how = stream?.end ? `the stream is ${stream.end.how}` : 'no stream'
  const isInTime = exchangeAt(history, 'timed ends').problem === undefined
  yield recordAnswer(`timeoutSeconds=1: ${isInTime ? how : 'the stream goes on'}`)
  const resumed = exchangeAt(history, 'resumed')
  const isResumed = exchangeAt(history, 'resumed shows later').problem === undefined
  yield recordAnswer(
    `resumed after the end: ${isResumed ? 'shows the next change' : words(resumed)}`,
  )
}

/** Records whether a watch from a future version delivers changes before that version. */
function* whatTheFutureShows(history: History): Generator<Observation> {
  const { stream } = exchangeAt(history, 'future')
  const old = stream ? ownChangeEvents(history, stream).length : 0
  const outcome =
    old > 0 ? 'delivers changes before that version' : words(exchangeAt(history, 'future'))
  yield recordAnswer(`a watch from a version far ahead: ${outcome}`)
}

export default [
  example(
    'WATCH-042',
    [
      create('object', 'main', 'a'),
      watch('a match without a version', 'main', streamingListOptions),
      awaitEventType('a match without a version', 'BOOKMARK'),
    ],
    notesOf(words, 'a match without a version'),
  ),
  example(
    'WATCH-043',
    [
      create('object', 'main', 'a'),
      watch('initial events without bookmarks', 'main', unmarked),
      create('marker', 'main', 'b'),
      awaitVersion('initial events without bookmarks', 'marker'),
    ],
    notesOf(words, 'initial events without bookmarks'),
  ),
  example(
    'WATCH-044',
    [
      create('object', 'main', 'a'),
      list('start', 'main'),
      watch('sendInitialEvents=false', 'main', { ...atStart, initialEvents: false }),
      watch('the same with NotOlderThan', 'main', {
        ...atStart,
        ...unmarked,
        initialEvents: false,
      }),
      create('marker', 'main', 'b'),
      awaitVersion('sendInitialEvents=false', 'marker'),
      awaitVersion('the same with NotOlderThan', 'marker'),
    ],
    notesOf(words, 'sendInitialEvents=false', 'the same with NotOlderThan'),
  ),
  example(
    'WATCH-045',
    [
      create('object', 'main', 'a'),
      list('a list with sendInitialEvents', 'main', { query: { sendInitialEvents: 'true' } }),
      list('and with NotOlderThan', 'main', {
        match: 'NotOlderThan',
        resourceVersion: versionFrom('object'),
        query: { sendInitialEvents: 'true' },
      }),
    ],
    notesOf(answerSummary, 'a list with sendInitialEvents', 'and with NotOlderThan'),
  ),
  example(
    'WATCH-046',
    [
      create('object', 'main', 'a'),
      list('start', 'main'),
      watch('NotOlderThan', 'main', matched('NotOlderThan', atStart)),
      watch('Exact', 'main', matched('Exact', atStart)),
      watch('NotOlderThan without a version', 'main', matched('NotOlderThan')),
    ],
    notesGrouped(
      exchange => (exchange.stream ? 'a stream' : answerSummary(exchange)),
      'NotOlderThan',
      'Exact',
      'NotOlderThan without a version',
    ),
  ),
  example(
    'WATCH-048',
    [
      create('object', 'main', 'a'),
      watch('timed', 'main', { resourceVersion: versionFrom('object'), query: oneSecond }),
      awaitEnd('timed'),
      create('later', 'main', 'b'),
      watch('resumed', 'main', { resourceVersion: versionFrom('object') }),
      awaitVersion('resumed', 'later'),
    ],
    howItEnds,
  ),
  example(
    'WATCH-049',
    [
      list('start', 'main'),
      ...threeObjects,
      list('page', 'main', { limit: 1 }),
      watch('limit=1', 'main', { ...atStart, query: { limit: '1' } }),
      watch('continue', 'main', { ...atStart, query: { continue: tokenFrom('page') } }),
      create('marker', 'main', 'z'),
      awaitVersion('limit=1', 'marker'),
      awaitVersion('continue', 'marker'),
    ],
    notesOf(words, 'limit=1', 'continue'),
  ),
  example(
    'WATCH-050',
    [
      create('object', 'main', 'a'),
      watch('future', 'main', { resourceVersion: farAhead, query: oneSecond }),
      create('object-b', 'main', 'b'),
      awaitEnd('future'),
    ],
    whatTheFutureShows,
  ),
]
