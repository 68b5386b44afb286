// Identifies objects in answers: by uid, or on a server that gives them none by namespace and name.
// Rows about uids require a uid instead (`requireUid`).

import type { Exchange, History } from '../history/history.ts'
import {
  answerSummary,
  bodyValueAt,
  isOwnItem,
  isSuccess,
  itemKey,
  itemsOf,
} from '../history/history.ts'
import type { Item } from '../history/history.ts'
import { precondition } from '../history/observation.ts'
import type { Observation } from '../history/observation.ts'
import { isText, valueAt } from '../dsl/term.ts'

/** What distinguishes an object from all others of its type. */
export type Identity = {
  by: 'uid' | 'place'
  /** The uid, or `namespace/name`. */
  text: string
}

/** Returns the identity of a created object. Unmet if its answer shows neither uid nor place. */
export function* requireIdentity(
  history: History,
  create: Exchange,
): Generator<Observation, Identity> {
  const uid = bodyValueAt(create, '/metadata/uid')
  const isCreated = isSuccess(create)
  if (isCreated && typeof uid === 'string') return { by: 'uid', text: uid }

  const hasPlace = isCreated && showsPlace(history, create, create.answer?.body)
  const lacks = `${create.step} returned ${answerSummary(create)} without a uid`
  yield* precondition(hasPlace, isCreated ? `${lacks}, name or namespace` : lacks)
  return { by: 'place', text: hasPlace ? itemKey(create.answer?.body as Item) : '' }
}

/** Returns the identity that an object shows, or undefined. */
export function identityShown({ by }: Identity, object: unknown): unknown {
  if (by === 'uid') return valueAt(object, '/metadata/uid')
  return isText(valueAt(object, '/metadata/name')) ? itemKey(object as Item) : undefined
}

/** Reports whether an answer succeeded and is the object. */
export const isObject = (identity: Identity, exchange: Exchange): boolean =>
  isSuccess(exchange) && identityShown(identity, exchange.answer?.body) === identity.text

/**
 * The precondition that the case's objects in an answer, which may be a list, can be identified:
 * without uids, each needs its namespace.
 */
export function* requireShownPlaces(
  history: History,
  { by }: Identity,
  exchange: Exchange,
): Generator<Observation> {
  if (by === 'uid' || !isSuccess(exchange)) return
  const own = (itemsOf(exchange) ?? [exchange.answer?.body]).filter(
    item => isText(valueAt(item, '/metadata/name')) && isOwnItem(history, item as Item),
  )
  yield* precondition(
    own.every(item => showsPlace(history, exchange, item)),
    `${exchange.step} shows an object without uid and namespace`,
  )
}

const showsPlace = ({ context }: History, { about }: Exchange, object: unknown): boolean =>
  isText(valueAt(object, '/metadata/name')) &&
  ((about !== undefined && !context.types[about.role].namespaced) ||
    isText(valueAt(object, '/metadata/namespace')))

/** The fields of an object that no update changes. */
export const keptFields = ['/metadata/uid', '/metadata/creationTimestamp'] as const

/** The precondition that an answer has one of the fields that no update changes. */
export const requireKeptFields = (exchange: Exchange): Observation[] =>
  precondition(
    keptFields.some(field => bodyValueAt(exchange, field) !== undefined),
    `${exchange.step} returned an object without uid and creationTimestamp`,
  )
