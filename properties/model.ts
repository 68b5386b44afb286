// What a collection must hold after each step of a sequential history, by folding the writes that
// the target acknowledged. Knows nothing of versions but that they were issued.

import type { Exchange, History, Item } from './history.ts'
import { keyOf, read, succeeded } from './history.ts'
import type { Role } from '../fixtures/objects/probe-types.ts'

/** The objects of one type by `namespace/name`, each as its last acknowledged write left it. */
export type State = ReadonlyMap<string, Item>

/** A write whose fate is not known (no answer, or a 5xx): from there on the model says nothing. */
export const unknown = Symbol('the state is not known')

/**
 * The state of a type's collection after each exchange, by the exchange's position.
 * From an indeterminate write on it is `unknown`.
 */
export function statesOf(history: History, role: Role): (State | typeof unknown)[] {
  let state: State | typeof unknown = new Map()
  return history.exchanges.map(exchange => {
    if (state !== unknown && exchange.about?.role === role) state = next(state, exchange)
    return state
  })
}

/** The state just before an exchange was sent; sequential histories only. */
export function stateBefore(history: History, role: Role, exchange: Exchange): State | typeof unknown {
  const position = history.exchanges.indexOf(exchange)
  return position === 0 ? new Map() : (statesOf(history, role)[position - 1] ?? unknown)
}

/** The part of a state that a request's scope covers. */
export const inScope = (state: State, exchange: Exchange): State =>
  new Map([...state].filter(([key]) => isInScope(key, exchange)))

const isInScope = (key: string, { about }: Exchange): boolean =>
  about?.namespace === undefined || key.startsWith(`${about.namespace}/`)

function next(state: State, exchange: Exchange): State | typeof unknown {
  const { method } = exchange.request
  if (method !== 'POST' && method !== 'PUT' && method !== 'DELETE') return state
  const { answer } = exchange
  if (exchange.request.path === '') return state
  if (!answer || answer.status >= 500) return unknown
  if (!succeeded(exchange)) return state

  const copy = new Map(state)
  const object = answer.body as Item
  if (method === 'DELETE' && !isFinalizing(exchange)) copy.delete(deletedKey(exchange))
  else if (isRemovedByUpdate(exchange)) copy.delete(keyOf(object))
  else copy.set(keyOf(object), object)
  return copy
}

const deletedKey = ({ about }: Exchange): string => `${about?.namespace ?? ''}/${about?.name ?? ''}`

const isFinalizing = (exchange: Exchange): boolean => {
  const finalizers = read(exchange, '/metadata/finalizers')
  return read(exchange, '/metadata/deletionTimestamp') !== undefined && Array.isArray(finalizers) && finalizers.length > 0
}

const isRemovedByUpdate = (exchange: Exchange): boolean =>
  read(exchange, '/metadata/deletionTimestamp') !== undefined && !isFinalizing(exchange)
