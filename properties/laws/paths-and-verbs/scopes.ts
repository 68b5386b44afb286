// Laws of paths: which objects a collection path covers, and which one a resource path means.

import type { Exchange, History, Item } from '../../history/history.ts'
import { answered, at, itemsOf, keyOf, ownItems, read, succeeded } from '../../history/history.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { listed } from '../premises.ts'
import { decided } from '../decisions.ts'

export const uidIn = (exchange: Exchange): unknown => read(exchange, '/metadata/uid')

/** The uid of an object that was created; without one it cannot be told from others. */
export function* uidOf(create: Exchange): Generator<Observation, string> {
  const uid = uidIn(create)
  const isKnown = succeeded(create) && typeof uid === 'string'
  yield* given(isKnown, `${create.step} answered ${answered(create)} without a uid`)
  return String(uid)
}

/**
 * A list holds the case's objects of its scope and no others: all that were created before in its
 * namespace, or in any where the path names none.
 */
export function* holdsItsScope(
  history: History,
  label: string,
  says: string,
): Generator<Observation> {
  const list = at(history, label)
  yield* listed(history, list)
  yield* given(!read(list, '/metadata/continue'), `${label} is not the whole list`)
  const creates = createsBefore(history, list)
  for (const create of creates) yield* uidOf(create)

  const names = new Map(creates.map(create => [uidIn(create), placeOf(create)]))
  const wanted = creates.filter(create => isInScope(create, list)).map(placeOf)
  const found = ownItems(history, list).map(item => names.get(item.metadata['uid']) ?? keyOf(item))
  yield holds(isSameBag(wanted, found), {
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

const placeOf = (create: Exchange): string => keyOf(create.answer?.body as Item)

const isSameBag = (left: string[], right: string[]): boolean =>
  JSON.stringify(left.toSorted()) === JSON.stringify(right.toSorted())

/** A get answers the object that a create made, told by its uid. */
export function* answersTheObject(
  history: History,
  { reading, of, says }: { reading: string; of: string; says: string },
): Generator<Observation> {
  const wanted = yield* uidOf(at(history, of))
  const exchange = yield* decided(history, reading)
  const got = succeeded(exchange) ? uidIn(exchange) : answered(exchange)
  yield holds(got === wanted, { says, expected: wanted, got, at: exchange })
}

/** Whether an answer shows an object in any form: somewhere in it stands the object's uid. */
const shows = (exchange: Exchange, object: Exchange): boolean =>
  succeeded(exchange) && (exchange.answer?.text ?? '').includes(String(uidIn(object)))

/** A path is not served: whatever it answers, it does not show an object that is there. */
export function* doesNotShow(
  history: History,
  { reading, of, says }: { reading: string; of: string; says: string },
): Generator<Observation> {
  yield* uidOf(at(history, of))
  const exchange = yield* decided(history, reading)
  yield holds(!shows(exchange, at(history, of)), {
    says,
    expected: `nothing of ${of}`,
    got: itemsOf(exchange) ? 'a list that holds it' : answered(exchange),
    at: exchange,
  })
}
