// Which version of an object a get shows.

import { answered, at, itemsOf, succeeded } from '../../../properties/history/history.ts'
import type { Exchange, History } from '../../../properties/history/history.ts'
import { findsAny, findsMostRecent, findsNotOlderThan } from '../../../properties/laws/get/gets.ts'
import { notesOf } from '../../../properties/laws/notes.ts'
import { eachRead } from '../../../properties/laws/list/reads.ts'
import {
  getsAtVersions,
  getsMostRecent,
} from '../../../properties/scenarios/readers-and-writers.ts'
import {
  change,
  create,
  get,
  list,
  named,
  together,
  versionOf,
} from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

const words = (exchange: Exchange): string => {
  if (!exchange.answer) return 'no answer'
  return itemsOf(exchange) ? 'a list' : succeeded(exchange) ? 'the object' : answered(exchange)
}

const notesBoth = notesOf(words, 'get', 'list')

// Longer than any version that the target gave, and a number where versions are numbers.
const farAhead = { $join: [versionOf('object'), '000000'] }

export default [
  property('GET-001', getsMostRecent(), eachRead(findsMostRecent)),
  example(
    'GET-002',
    [
      create('object', 'main', 'a'),
      get('first', 'main', named('a'), { resourceVersion: '0' }),
      change('object', 'main', 'object', { '/metadata/annotations': { change: 'one' } }),
      get('second', 'main', named('a'), { resourceVersion: '0' }),
    ],
    function* (history: History) {
      yield* findsAny(history, at(history, 'first'))
      yield* findsAny(history, at(history, 'second'))
    },
  ),
  property('GET-003', getsAtVersions(), eachRead(findsNotOlderThan)),
  example(
    'GET-004',
    [
      create('object', 'main', 'a'),
      together(
        [get('get', 'main', named('a'), { resourceVersion: farAhead })],
        [list('list', 'main', { resourceVersion: farAhead, match: 'NotOlderThan' })],
      ),
    ],
    notesBoth,
  ),
  example(
    'GET-005',
    [
      create('object', 'main', 'a'),
      get('get', 'main', named('a'), { resourceVersion: 'abc!' }),
      list('list', 'main', { resourceVersion: 'abc!', match: 'NotOlderThan' }),
    ],
    notesBoth,
  ),
]
