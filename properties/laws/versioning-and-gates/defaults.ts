// Judges that features which are on by default are available. Other sections judge their details.

import type { Exchange, History } from '../../history/history.ts'
import { exchangeAt, hasStep, itemsOf, bodyValueAt } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { watchEventsOf } from '../../history/watch-events.ts'
import { valueAt } from '../../dsl/term.ts'
import { acceptsRequest, findsNothing, refusesRequest } from '../decisions.ts'
import { acceptsParameter } from '../parameters.ts'
import { requireSuccess } from '../preconditions.ts'

/** A dry create (`dry`) succeeds like a real one (`twin`), and stores nothing (`after`). */
export const dryRunsAreOn = (says: string) =>
  function* (history: History): Generator<Observation> {
    yield* requireSuccess(history, 'twin')
    yield* acceptsParameter(history, 'dry', { control: 'twin', says })
    yield* findsNothing(history, 'after', says)
  }

/** Of two objects (`one`, `two`) the first chunk has one and a token that returns the other. */
export const chunksAreOn = (says: string) =>
  function* (history: History): Generator<Observation> {
    yield* requireSuccess(history, 'one', 'two')
    const first = yield* chunkOfOne(history, 'first', says)
    const token = bodyValueAt(first, '/metadata/continue')
    yield verify(typeof token === 'string' && token !== '', {
      says,
      expected: 'a continue token',
      got: token,
      at: first,
    })
    yield* chunkOfOne(history, 'second', says)
  }

function* chunkOfOne(
  history: History,
  label: string,
  says: string,
): Generator<Observation, Exchange> {
  yield* acceptsRequest(history, label, says)
  const exchange = exchangeAt(history, label)
  const count = itemsOf(exchange)?.length ?? 0
  yield verify(count <= 1, { says, expected: 'at most one item', got: count, at: exchange })
  return exchange
}

/** A watch with initial events (`watch`) shows the existing object (`object`). */
export const initialEventsAreOn = (says: string) =>
  function* (history: History): Generator<Observation> {
    yield* requireSuccess(history, 'object')
    yield* acceptsRequest(history, 'watch', says)
    const exchange = exchangeAt(history, 'watch')
    const name = bodyValueAt(exchangeAt(history, 'object'), '/metadata/name')
    const types = watchEventsOf(exchange.stream).map(
      ({ type, object }) => `${type} ${nameIn(object)}`,
    )
    const expected = `ADDED ${String(name)}`
    // A stream may end at any time, even before the first event.
    const isOver = ['ended', 'broken'].includes(exchange.stream?.end?.how ?? '')
    yield* precondition(!isOver || types.includes(expected), 'the watch ended too soon')
    yield verify(types.includes(expected), { says, expected, got: types, at: exchange })
  }

const nameIn = (object: unknown): string => String(valueAt(object, '/metadata/name'))

/**
 * At Strict a create with an unknown field (`faulty`) is refused, and one without (`twin`) is
 * accepted, as it is without a level (`plain`).
 */
export const strictIsOn = (says: string) =>
  function* (history: History): Generator<Observation> {
    // Cases that were saved earlier have no such control.
    if (hasStep(history, 'plain')) {
      yield* requireSuccess(history, 'plain')
      yield* acceptsParameter(history, 'twin', { control: 'plain', says })
    } else yield* requireSuccess(history, 'twin')
    yield* refusesRequest(history, 'faulty', says)
  }
