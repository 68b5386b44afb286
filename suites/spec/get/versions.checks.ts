// Checks which version of an object a get returns.

import { farVersionTerm } from '../../../properties/dsl/future-version.ts'
import {
  answerSummary,
  exchangeAt,
  itemsOf,
  isSuccess,
} from '../../../properties/history/history.ts'
import type { Exchange, History } from '../../../properties/history/history.ts'
import {
  getShowsAnyState,
  getShowsMostRecent,
  getShowsNotOlderThan,
} from '../../../properties/laws/get/gets.ts'
import { notesOf } from '../../../properties/laws/notes.ts'
import { eachRead } from '../../../properties/laws/list/reads.ts'
import {
  getsAtVersions,
  getsMostRecent,
} from '../../../properties/scenarios/readers-and-writers.ts'
import {
  updateFrom,
  create,
  get,
  list,
  caseName,
  concurrently,
  versionFrom,
} from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

const words = (exchange: Exchange): string => {
  if (!exchange.answer) return 'no answer'
  return itemsOf(exchange) ? 'a list' : isSuccess(exchange) ? 'the object' : answerSummary(exchange)
}

const notesBoth = notesOf(words, 'get', 'list')

const farAhead = farVersionTerm(versionFrom('object'))

export default [
  property('GET-001', getsMostRecent(), eachRead(getShowsMostRecent)),
  example(
    'GET-002',
    [
      create('object', 'main', 'a'),
      get('first', 'main', caseName('a'), { resourceVersion: '0' }),
      updateFrom('object', 'main', 'object', { '/metadata/annotations': { change: 'one' } }),
      get('second', 'main', caseName('a'), { resourceVersion: '0' }),
    ],
    function* (history: History) {
      yield* getShowsAnyState(history, exchangeAt(history, 'first'))
      yield* getShowsAnyState(history, exchangeAt(history, 'second'))
    },
  ),
  property('GET-003', getsAtVersions(), eachRead(getShowsNotOlderThan)),
  example(
    'GET-004',
    [
      create('object', 'main', 'a'),
      concurrently(
        [get('get', 'main', caseName('a'), { resourceVersion: farAhead })],
        [list('list', 'main', { resourceVersion: farAhead, match: 'NotOlderThan' })],
      ),
    ],
    notesBoth,
  ),
  example(
    'GET-005',
    [
      create('object', 'main', 'a'),
      get('get', 'main', caseName('a'), { resourceVersion: 'abc!' }),
      list('list', 'main', { resourceVersion: 'abc!', match: 'NotOlderThan' }),
    ],
    notesBoth,
  ),
]
