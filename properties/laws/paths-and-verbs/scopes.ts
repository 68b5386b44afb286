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
import { identityShown, requireIdentity, requireShownPlaces } from '../identity.ts'
import type { Identity } from '../identity.ts'

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
  const names = new Map<unknown, string>()
  for (const create of creates) {
    const identity = yield* requireIdentity(history, create)
    yield* requireShownPlaces(history, identity, list)
    if (identity.by === 'uid') names.set(identity.text, placeOf(create))
  }
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

/** A get returns the created object. */
export function* getAnswersTheObject(
  history: History,
  { reading, of, says }: { reading: string; of: string; says: string },
): Generator<Observation> {
  const wanted = yield* requireIdentity(history, exchangeAt(history, of))
  const exchange = yield* requireDecision(history, reading)
  yield* requireShownPlaces(history, wanted, exchange)
  const got = isSuccess(exchange)
    ? identityShown(wanted, exchange.answer?.body)
    : answerSummary(exchange)
  yield verify(got === wanted.text, { says, expected: wanted.text, got, at: exchange })
}

/**
 * Reports whether an answer shows an object: in any form, as its text contains the uid, or without
 * uids as an object or a list.
 */
function shows(exchange: Exchange, identity: Identity): boolean {
  if (!isSuccess(exchange)) return false
  const { text = '', body } = exchange.answer ?? {}
  if (identity.by === 'uid') return text.includes(identity.text)
  const shown = [body, ...(itemsOf(exchange) ?? [])]
  return shown.some(object => identityShown(identity, object) === identity.text)
}

/** A path is not served: its answer does not show an existing object. */
export function* pathDoesNotShowObject(
  history: History,
  { reading, of, says }: { reading: string; of: string; says: string },
): Generator<Observation> {
  const identity = yield* requireIdentity(history, exchangeAt(history, of))
  const exchange = yield* requireDecision(history, reading)
  yield verify(!shows(exchange, identity), {
    says,
    expected: `nothing of ${of}`,
    got: itemsOf(exchange) ? 'a list that holds it' : answerSummary(exchange),
    at: exchange,
  })
}
