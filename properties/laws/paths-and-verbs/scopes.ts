// Judges paths: which objects a collection path covers, and which object a resource path means.

import type { Exchange, History, Item } from '../../history/history.ts'
import {
  answerSummary,
  exchangeAt,
  itemsOf,
  itemKey,
  ownItems,
  bodyValueAt,
  isSuccess,
} from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { requireLists } from '../preconditions.ts'
import { requireDecision } from '../decisions.ts'

export const uidIn = (exchange: Exchange): unknown => bodyValueAt(exchange, '/metadata/uid')

/**
 * Returns the uid of a created object. Unmet if there is none, because the uid identifies the
 * object.
 */
export function* requireUid(create: Exchange): Generator<Observation, string> {
  const uid = uidIn(create)
  const isKnown = isSuccess(create) && typeof uid === 'string'
  yield* precondition(isKnown, `${create.step} returned ${answerSummary(create)} without a uid`)
  return String(uid)
}

/**
 * A list contains exactly the case's objects in its scope: all that were created before in its
 * namespace, or in any namespace if the path has none.
 */
export function* listHoldsItsScope(
  history: History,
  label: string,
  says: string,
): Generator<Observation> {
  const list = exchangeAt(history, label)
  yield* requireLists(history, list)
  yield* precondition(!bodyValueAt(list, '/metadata/continue'), `${label} is not the whole list`)
  const creates = createsBefore(history, list)
  for (const create of creates) yield* requireUid(create)

  const names = new Map(creates.map(create => [uidIn(create), placeOf(create)]))
  const wanted = creates.filter(create => isInScope(create, list)).map(placeOf)
  const found = ownItems(history, list).map(
    item => names.get(item.metadata['uid']) ?? itemKey(item),
  )
  yield verify(isSameBag(wanted, found), {
    says,
    expected: wanted.sort(),
    got: found.sort(),
    at: list,
  })
}

const createsBefore = (history: History, list: Exchange): Exchange[] =>
  history.exchanges
    .slice(0, history.exchanges.indexOf(list))
    .filter(({ request, about }) => request.method === 'POST' && about?.role === list.about?.role)

const isInScope = (create: Exchange, { about }: Exchange): boolean =>
  about?.namespace === undefined || about.namespace === create.about?.namespace

const placeOf = (create: Exchange): string => itemKey(create.answer?.body as Item)

const isSameBag = (left: string[], right: string[]): boolean =>
  JSON.stringify(left.toSorted()) === JSON.stringify(right.toSorted())

/** A get returns the created object, identified by its uid. */
export function* getAnswersTheObject(
  history: History,
  { reading, of, says }: { reading: string; of: string; says: string },
): Generator<Observation> {
  const wanted = yield* requireUid(exchangeAt(history, of))
  const exchange = yield* requireDecision(history, reading)
  const got = isSuccess(exchange) ? uidIn(exchange) : answerSummary(exchange)
  yield verify(got === wanted, { says, expected: wanted, got, at: exchange })
}

/** Reports whether an answer shows an object in any form: its text contains the object's uid. */
const shows = (exchange: Exchange, object: Exchange): boolean =>
  isSuccess(exchange) && (exchange.answer?.text ?? '').includes(String(uidIn(object)))

/** A path is not served: its answer does not show an existing object. */
export function* pathDoesNotShowObject(
  history: History,
  { reading, of, says }: { reading: string; of: string; says: string },
): Generator<Observation> {
  yield* requireUid(exchangeAt(history, of))
  const exchange = yield* requireDecision(history, reading)
  yield verify(!shows(exchange, exchangeAt(history, of)), {
    says,
    expected: `nothing of ${of}`,
    got: itemsOf(exchange) ? 'a list that holds it' : answerSummary(exchange),
    at: exchange,
  })
}
