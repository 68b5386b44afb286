// Parameters of watches on which the specification is silent.

import { answered, at } from '../../../properties/history/history.ts'
import type { Exchange, History } from '../../../properties/history/history.ts'
import { notesAlike, notesOf } from '../../../properties/laws/notes.ts'
import { noted } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { stateFirst } from '../../../properties/scenarios/watch/watch-lists.ts'
import {
  create,
  list,
  tokenOf,
  untilEnd,
  untilShown,
  untilType,
  versionOf,
  watch,
} from '../../../properties/dsl/steps.ts'
import type { WatchOptions } from '../../../properties/dsl/steps.ts'
import { changesOf, documentsOf, isError } from '../../../properties/history/streams.ts'
import { valueAt } from '../../../properties/dsl/term.ts'
import { example } from '../../check.ts'

const threeObjects = ['a', 'b', 'c'].map(name => create(`object-${name}`, 'main', name))

/** `refused, 422 Invalid`, `ADDED, ADDED, BOOKMARK`: what a watch showed. */
const words = (exchange: Exchange): string => {
  if (!exchange.stream) return `refused, ${answered(exchange)}`
  const types = documentsOf(exchange.stream).map(told =>
    isError(told) ? `ERROR ${String(valueAt(told.object, '/code') ?? '')}`.trim() : told.type,
  )
  return types.length === 0 ? 'nothing' : types.join(', ')
}

const { bookmarks: _, ...unmarked } = stateFirst
const matched = (match: string, more: WatchOptions = {}): WatchOptions => ({ match, ...more })
const atStart = { resourceVersion: versionOf('start') }

// Longer than any version that the target gave, and a number where versions are numbers.
const farAhead = { $join: [versionOf('object'), '000000'] }
const oneSecond = { timeoutSeconds: '1' }

function* howItEnds(history: History): Generator<Observation> {
  const { stream } = at(history, 'timed')
  const how = stream?.end ? `the stream is ${stream.end.how}` : 'no stream'
  const isInTime = at(history, 'timed ends').problem === undefined
  yield noted(`timeoutSeconds=1: ${isInTime ? how : 'the stream goes on'}`)
  const resumed = at(history, 'resumed')
  const isResumed = at(history, 'resumed shows later').problem === undefined
  yield noted(`resumed after the end: ${isResumed ? 'shows the next change' : words(resumed)}`)
}

/** Whether a watch from a version that is yet to come tells what happens meanwhile. */
function* whatTheFutureShows(history: History): Generator<Observation> {
  const { stream } = at(history, 'future')
  const old = stream ? changesOf(history, stream).length : 0
  const told = old > 0 ? 'delivers changes before that version' : words(at(history, 'future'))
  yield noted(`a watch from a version far ahead: ${told}`)
}

export default [
  example(
    'WATCH-042',
    [
      create('object', 'main', 'a'),
      watch('a match without a version', 'main', stateFirst),
      untilType('a match without a version', 'BOOKMARK'),
    ],
    notesOf(words, 'a match without a version'),
  ),
  example(
    'WATCH-043',
    [
      create('object', 'main', 'a'),
      watch('initial events without bookmarks', 'main', unmarked),
      create('marker', 'main', 'b'),
      untilShown('initial events without bookmarks', 'marker'),
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
      untilShown('sendInitialEvents=false', 'marker'),
      untilShown('the same with NotOlderThan', 'marker'),
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
        resourceVersion: versionOf('object'),
        query: { sendInitialEvents: 'true' },
      }),
    ],
    notesOf(answered, 'a list with sendInitialEvents', 'and with NotOlderThan'),
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
    notesAlike(
      exchange => (exchange.stream ? 'a stream' : answered(exchange)),
      'NotOlderThan',
      'Exact',
      'NotOlderThan without a version',
    ),
  ),
  example(
    'WATCH-048',
    [
      create('object', 'main', 'a'),
      watch('timed', 'main', { resourceVersion: versionOf('object'), query: oneSecond }),
      untilEnd('timed'),
      create('later', 'main', 'b'),
      watch('resumed', 'main', { resourceVersion: versionOf('object') }),
      untilShown('resumed', 'later'),
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
      watch('continue', 'main', { ...atStart, query: { continue: tokenOf('page') } }),
      create('marker', 'main', 'z'),
      untilShown('limit=1', 'marker'),
      untilShown('continue', 'marker'),
    ],
    notesOf(words, 'limit=1', 'continue'),
  ),
  example(
    'WATCH-050',
    [
      create('object', 'main', 'a'),
      watch('future', 'main', { resourceVersion: farAhead, query: oneSecond }),
      create('object-b', 'main', 'b'),
      untilEnd('future'),
    ],
    whatTheFutureShows,
  ),
]
