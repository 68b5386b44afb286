// Checks for which requests a continue token is valid, and for how long.

import { answerSummary, itemsOf, bodyValueAt } from '../../../properties/history/history.ts'
import type { Exchange, History } from '../../../properties/history/history.ts'
import { notesOf } from '../../../properties/laws/notes.ts'
import { expiredTokenIs410, tokenContinuesTheList } from '../../../properties/laws/paging/pages.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  advanceClock,
  create,
  expireVersions,
  list,
  tokenFrom,
} from '../../../properties/dsl/steps.ts'
import { example } from '../../check.ts'

const objects = ['a', 'b', 'c', 'd'].map(name => create(`object-${name}`, 'main', name))
const first = list('first', 'main', { limit: 1 })
const next = { limit: 2, continue: tokenFrom('first') }
const minuteMs = 60_000

function* worksAtOnceAndLater(history: History): Generator<Observation> {
  yield* tokenContinuesTheList(history, 'first', 'at once')
  yield* tokenContinuesTheList(history, 'first', 'after four minutes')
}

const words = (exchange: Exchange): string => {
  const count = itemsOf(exchange)?.length
  return count === undefined ? answerSummary(exchange) : `${count} items`
}

const freshTokenWords = (exchange: Exchange): string =>
  `${answerSummary(exchange)} ${bodyValueAt(exchange, '/metadata/continue') ? 'with' : 'without'} a token`

export default [
  example(
    'PAGE-006',
    [
      ...objects,
      first,
      create('object-bb', 'main', 'bb'),
      list('at once', 'main', next),
      advanceClock('four minutes pass', 4 * minuteMs),
      list('after four minutes', 'main', next),
    ],
    worksAtOnceAndLater,
  ),
  example(
    'PAGE-007',
    [
      ...objects,
      first,
      create('object-bb', 'main', 'bb'),
      expireVersions('expired'),
      list('late', 'main', next),
    ],
    history => expiredTokenIs410(history, 'first', 'late'),
  ),
  example(
    'PAGE-009',
    [
      ...objects,
      first,
      create('object-bb', 'main', 'bb'),
      expireVersions('expired'),
      list('an expired token', 'main', next),
    ],
    notesOf(freshTokenWords, 'an expired token'),
  ),
  example(
    'PAGE-010',
    [
      ...objects,
      first,
      list('garbage', 'main', { limit: 2, continue: 'garbage' }),
      list('garbage in base64', 'main', { limit: 2, continue: 'eyJ2IjoiZ2FyYmFnZSJ9' }),
      list('a token of another type', 'core', next),
      list('a token of another namespace', 'main', { ...next, namespace: 1 }),
      list('a token of all objects, with a selector', 'main', { ...next, labelSelector: 'none' }),
    ],
    notesOf(
      words,
      'garbage',
      'garbage in base64',
      'a token of another type',
      'a token of another namespace',
      'a token of all objects, with a selector',
    ),
  ),
  example(
    'PAGE-011',
    [
      ...objects,
      first,
      list('a larger limit', 'main', next),
      list('a smaller one', 'main', { limit: 1, continue: tokenFrom('a larger limit') }),
    ],
    notesOf(words, 'a larger limit', 'a smaller one'),
  ),
]
