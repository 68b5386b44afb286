// Laws of paths: which objects a collection path covers, and which one a resource path means.

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

/** The uid of an object that was created; without one it cannot be told from others. */
export function* requireUid(create: Exchange): Generator<Observation, string> {
  const uid = uidIn(create)
  const isKnown = isSuccess(create) && typeof uid === 'string'
  yield* precondition(isKnown, `${create.step} returned ${answerSummary(create)} without a uid`)
  return String(uid)
}

/**
 * A list holds the case's objects of its scope and no others: all that were created before in its
 * namespace, or in any where the path names none.
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

/** A get answers the object that a create made, told by its uid. */
export function* getAnswersTheObject(
  history: History,
  { reading, of, says }: { reading: string; of: string; says: string },
): Generator<Observation> {
  const wanted = yield* requireUid(exchangeAt(history, of))
  const exchange = yield* requireDecision(history, reading)
  const got = isSuccess(exchange) ? uidIn(exchange) : answerSummary(exchange)
  yield verify(got === wanted, { says, expected: wanted, got, at: exchange })
}

/** Whether an answer shows an object in any form: somewhere in it stands the object's uid. */
const shows = (exchange: Exchange, object: Exchange): boolean =>
  isSuccess(exchange) && (exchange.answer?.text ?? '').includes(String(uidIn(object)))

/** A path is not served: whatever it answers, it does not show an object that is there. */
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
