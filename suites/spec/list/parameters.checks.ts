// Checks single list parameters, most of them where the specification is silent.

import {
  answerSummary,
  exchangeAt,
  itemsOf,
  bodyValueAt,
} from '../../../properties/history/history.ts'
import type { Exchange, History } from '../../../properties/history/history.ts'
import { listIsRefusedUnlikeControl } from '../../../properties/laws/list/lists.ts'
import { notesOf } from '../../../properties/laws/notes.ts'
import { acceptsParameter } from '../../../properties/laws/parameters.ts'
import { requireSuccess } from '../../../properties/laws/preconditions.ts'
import { precondition } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { create, list, caseName, tokenFrom, versionFrom } from '../../../properties/dsl/steps.ts'
import type { ListStepOptions } from '../../../properties/dsl/steps.ts'
import { example } from '../../check.ts'
import type { Check } from '../../check.ts'
import type { Id } from '../../generated/catalogue.ts'

/**
 * Creates five objects, lists all of them (`all`), lists a first chunk of two (`chunk`), and then
 * sends the lists of the case.
 */
const afterFive = (lists: Record<string, ListStepOptions>) => [
  ...['a', 'b', 'c', 'd', 'e'].map(name =>
    create(`object-${name}`, 'main', name, { set: { '/metadata/labels/letter': caseName(name) } }),
  ),
  list('all', 'main'),
  list('chunk', 'main', { limit: 2 }),
  ...Object.entries(lists).map(([as, options]) => list(as, 'main', options)),
]

/**
 * A check that records the answer to each list: its status, or how many of the five objects it
 * contains.
 */
const silent = (id: Id, lists: Record<string, ListStepOptions>): Check =>
  example(id, afterFive(lists), notesOf(listWords, ...Object.keys(lists)))

function listWords(list: Exchange): string {
  const count = itemsOf(list)?.length
  if (count === undefined) return list.answer ? answerSummary(list) : 'no answer'
  return `${count} of 5 items${bodyValueAt(list, '/metadata/continue') ? ' and a token' : ''}`
}

function* bothMatchesAreAccepted(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'all')
  const says = 'A list accepts the matches Exact and NotOlderThan with a version.'
  // A server may have discarded the version since a later write.
  const { answer } = exchangeAt(history, 'Exact')
  yield* precondition(answer?.status !== 410, 'Exact returned 410: the version is not kept')
  yield* acceptsParameter(history, 'Exact', { control: 'all', says })
  yield* acceptsParameter(history, 'NotOlderThan', { control: 'all', says })
}

function* matchNeedsAVersion(history: History): Generator<Observation> {
  yield* listIsRefusedUnlikeControl('Exact at a version')(history, exchangeAt(history, 'Exact'))
  yield* listIsRefusedUnlikeControl('NotOlderThan at a version')(
    history,
    exchangeAt(history, 'NotOlderThan'),
  )
}

const atVersion = { resourceVersion: versionFrom('all') }
const goingOn = { continue: tokenFrom('chunk') }

export default [
  example(
    'LIST-027',
    afterFive({
      Exact: { match: 'Exact', ...atVersion },
      NotOlderThan: { match: 'NotOlderThan', ...atVersion },
    }),
    bothMatchesAreAccepted,
  ),
  silent('LIST-028', {
    'match Newest': { match: 'Newest', ...atVersion },
    'match exact': { match: 'exact', ...atVersion },
  }),
  example(
    'LIST-029',
    afterFive({
      Exact: { match: 'Exact' },
      'Exact at a version': { match: 'Exact', ...atVersion },
      NotOlderThan: { match: 'NotOlderThan' },
      'NotOlderThan at a version': { match: 'NotOlderThan', ...atVersion },
    }),
    matchNeedsAVersion,
  ),
  silent('LIST-033', {
    'Exact with a token': { match: 'Exact', limit: 2, ...goingOn },
    'NotOlderThan with a token': { match: 'NotOlderThan', limit: 2, ...goingOn },
    'Exact with a token and a version': { match: 'Exact', limit: 2, ...goingOn, ...atVersion },
    'NotOlderThan with a token and version 0': {
      match: 'NotOlderThan',
      limit: 2,
      resourceVersion: '0',
      ...goingOn,
    },
  }),
  silent('LIST-034', { 'a token without a limit': goingOn }),
  silent('LIST-036', { 'limit 2 at version 0': { limit: 2, resourceVersion: '0' } }),
  silent('LIST-037', {
    'limit 0': { limit: 0 },
    'limit -1': { limit: -1 },
    'limit that is not a number': { limit: 'two' },
    'limit beyond 64 bits': { limit: '9223372036854775808' },
  }),
  silent('LIST-038', {
    'an empty version': { resourceVersion: '' },
    'an empty version, Exact': { resourceVersion: '', match: 'Exact' },
  }),
  silent('LIST-039', {
    'labelSelector that matches one': { labelSelector: { $join: ['letter=', caseName('b')] } },
    'labelSelector that matches none': { labelSelector: { $join: ['letter=', caseName('z')] } },
    'fieldSelector that matches one': {
      fieldSelector: { $join: ['metadata.name=', caseName('b')] },
    },
  }),
]
