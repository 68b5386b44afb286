// What the words in the list table mean, also while others write.

import { at } from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import {
  showsAny,
  showsExactly,
  showsMostRecent,
  showsNextChunkOf,
  showsNotOlderThan,
} from '../../../properties/laws/list/lists.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { eachRead, listsNeverGoBack } from '../../../properties/laws/list/reads.ts'
import {
  listsAny,
  listsAtVersions,
  listsMostRecent,
} from '../../../properties/scenarios/readers-and-writers.ts'
import { create, list, tokenOf } from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

function* isOneRecentSnapshot(history: History): Generator<Observation> {
  yield* eachRead(showsMostRecent)(history)
  yield* listsNeverGoBack(history)
}

function* bothChunksFollow(history: History): Generator<Observation> {
  const goesOn = showsNextChunkOf('first')
  yield* goesOn(history, at(history, 'once'))
  yield* goesOn(history, at(history, 'again'))
}

const continued = { limit: 2, continue: tokenOf('first') }

export default [
  property('LIST-022', listsAny(), eachRead(showsAny)),
  property('LIST-023', listsMostRecent(), isOneRecentSnapshot),
  property('LIST-024', listsAtVersions('NotOlderThan'), eachRead(showsNotOlderThan)),
  property('LIST-025', listsAtVersions('Exact'), eachRead(showsExactly)),
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
