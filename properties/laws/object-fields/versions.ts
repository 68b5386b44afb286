// Judges resourceVersion: it is a string, and it changes exactly when the object changes.

import type { Exchange, History } from '../../history/history.ts'
import {
  answerSummary,
  itemsOf,
  bodyValueAt,
  isSuccess,
  resourceVersionOf,
} from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { withValueAt } from '../../dsl/term.ts'
import type { Json } from '../../dsl/term.ts'
import { requireAllSuccess } from '../decisions.ts'
import { firstDifference } from '../../models/json-differences.ts'

const pointer = '/metadata/resourceVersion'

/** OBJ-022: every returned object and list has a version that is a string. */
export function* versionsAreStrings(history: History): Generator<Observation> {
  yield* requireAllSuccess(history)
  for (const exchange of history.exchanges) {
    const carriers = [
      bodyValueAt(exchange, pointer),
      ...(itemsOf(exchange) ?? []).map(item => item.metadata['resourceVersion']),
    ]
    for (const got of carriers) {
      yield verify(typeof got === 'string' && got !== '', {
        says: 'metadata.resourceVersion is a non-empty string.',
        expected: 'a non-empty string',
        got: JSON.stringify(got),
        at: exchange,
      })
    }
  }
}

/**
 * OBJ-023: in a sequential history of objects with an annotation `change`, each write of another
 * value gives the object a version that it never had. Otherwise reads show the last version.
 */
export function* versionsMoveWithTheirObjects(history: History): Generator<Observation> {
  const objects = new Set(history.exchanges.map(({ about }) => about?.name))
  for (const name of objects) {
    const all = history.exchanges.filter(
      one => (one.about?.name ?? bodyValueAt(one, '/metadata/name')) === name,
    )
    if (name !== undefined) yield* versionsOfOne(all)
  }
}

function* versionsOfOne(exchanges: Exchange[]): Generator<Observation> {
  let last: Exchange | undefined
  const had = new Set<unknown>()
  for (const exchange of exchanges) {
    yield* precondition(isSuccess(exchange), `${exchange.step} returned ${answerSummary(exchange)}`)
    if (last && exchange.request.method === 'GET') yield* isUnmoved(exchange, last)
    // Whether a write without a change keeps the version is left open (OBJ-024).
    else if (last && changeIn(exchange) !== changeIn(last)) {
      yield verify(!had.has(resourceVersionOf(exchange)), {
        says: 'Each modification gives an object a resourceVersion that it never had.',
        expected: `a version other than ${[...had].join(', ')}`,
        got: resourceVersionOf(exchange),
        at: exchange,
      })
    }
    had.add(resourceVersionOf(exchange))
    last = exchange
  }
}

function* isUnmoved(reading: Exchange, last: Exchange): Generator<Observation> {
  const isUnmodified = firstDifference(unversioned(last), unversioned(reading)) === undefined
  yield* precondition(isUnmodified, 'another writer changed the object')
  yield verify(resourceVersionOf(reading) === resourceVersionOf(last), {
    says: 'An object that is not modified keeps its resourceVersion.',
    expected: resourceVersionOf(last),
    got: resourceVersionOf(reading),
    at: reading,
  })
}

const changeIn = (exchange: Exchange): unknown =>
  bodyValueAt(exchange, '/metadata/annotations/change')

const unversioned = ({ answer }: Exchange): Json =>
  withValueAt(answer?.body as Json, pointer, undefined)
