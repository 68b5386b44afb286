// Checks the terms of the list table (such as Exact and Not older than), also during concurrent
// writes.

import { exchangeAt } from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import {
  listShowsAnyState,
  listShowsExactVersion,
  listShowsMostRecent,
  listShowsNextChunkOf,
  listShowsNotOlderThan,
} from '../../../properties/laws/list/lists.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { eachRead, listsNeverGoBack } from '../../../properties/laws/list/reads.ts'
import {
  listsAny,
  listsAtVersions,
  listsMostRecent,
} from '../../../properties/scenarios/readers-and-writers.ts'
import { create, list, tokenFrom } from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

function* isOneRecentSnapshot(history: History): Generator<Observation> {
  yield* eachRead(listShowsMostRecent)(history)
  yield* listsNeverGoBack(history)
}

function* bothChunksFollow(history: History): Generator<Observation> {
  const goesOn = listShowsNextChunkOf('first')
  yield* goesOn(history, exchangeAt(history, 'once'))
  yield* goesOn(history, exchangeAt(history, 'again'))
}

const continued = { limit: 2, continue: tokenFrom('first') }

export default [
  property('LIST-022', listsAny(), eachRead(listShowsAnyState)),
  property('LIST-023', listsMostRecent(), isOneRecentSnapshot),
  property('LIST-024', listsAtVersions('NotOlderThan'), eachRead(listShowsNotOlderThan)),
  property('LIST-025', listsAtVersions('Exact'), eachRead(listShowsExactVersion)),
  example(
    'LIST-026',
    [
      ...['a', 'b', 'c', 'd'].map(name => create(`object-${name}`, 'main', name)),
      list('first', 'main', { limit: 2 }),
      list('once', 'main', continued),
      create('object-bb', 'main', 'bb'),
      create('object-dd', 'main', 'dd'),
      list('again', 'main', continued),
    ],
    bothChunksFollow,
  ),
]
