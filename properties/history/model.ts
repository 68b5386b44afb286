// What a collection can have held, by folding the writes that the target acknowledged. Knows
// nothing of versions but that they were issued.

import type { Role } from '../../fixtures/objects/probe-types.ts'
import type { Exchange, History, Item } from './history.ts'
import { isOwnItem, itemKey, bodyValueAt, isSuccess, resourceVersionOf } from './history.ts'

/** The objects of one type by `namespace/name`, each as its last write left it. */
export type CollectionState = ReadonlyMap<string, Item>

/** An acknowledged write that changed one object. */
export type AcknowledgedWrite = {
  /** `namespace/name` of the object. */
  key: string
  /** The object as the write left it; undefined when it removed it. */
  item: Item | undefined
  /** The version that the request said it was based on, if it said so. */
  basedOn: unknown
  by: Exchange
}

/** A write whose fate is not known (no answer, or a 5xx): the model says nothing. */
export const unknownState = Symbol('the state is not known')

/** The acknowledged writes of one type in the order in which they were sent, without no-ops. */
export function acknowledgedWrites(
  history: History,
  role: Role,
): AcknowledgedWrite[] | typeof unknownState {
  const writes: AcknowledgedWrite[] = []
  for (const exchange of history.exchanges) {
    if (!isWrite(exchange) || exchange.about?.role !== role) continue
    if (!exchange.answer || exchange.answer.status >= 500) return unknownState
    if (!isSuccess(exchange)) continue

    const write = writeBy(exchange)
    if (!write) return unknownState
    if (!isNoOp(write, writes)) writes.push(write)
  }
  return writes
}

/** The state after a write; the states of others are not touched. */
export function stateAfter(
  state: CollectionState,
  { key, item }: AcknowledgedWrite,
): CollectionState {
  const next = new Map(state)
  if (item) next.set(key, item)
  else next.delete(key)
  return next
}

/** Whether a request asks for an item, by its namespace and its label selector `key=value`. */
function asksFor({ about, request }: Exchange, item: Item): boolean {
  if (about?.namespace !== undefined && item.metadata['namespace'] !== about.namespace) return false
  const [key = '', value] = request.query['labelSelector']?.split('=') ?? []
  if (value === undefined) return true

  const labels = item.metadata['labels'] as Record<string, unknown> | undefined
  return labels?.[key] === value
}

/** The part of a state that a list is to show. */
export const stateInScope = (state: CollectionState, list: Exchange): CollectionState =>
  new Map([...state].filter(([, item]) => asksFor(list, item)))

/** An item as reports name it: its logical name, its namespace's number, and its version. */
export function itemText(history: History, item: Item): string {
  const { prefix, namespaces } = history.words
  const name = String(item.metadata['name'])
  const place = namespaces.indexOf(String(item.metadata['namespace']))
  const logical = isOwnItem(history, item) ? name.slice(prefix.length) : name
  return `${logical}${place > 0 ? `@${place}` : ''} at ${String(item.metadata['resourceVersion'])}`
}

/** The items of a state as reports name them, in order. */
export const stateTexts = (history: History, items: Iterable<Item>): string[] =>
  [...items].map(item => itemText(history, item)).sort()

// A reference that dangled left a request unsent: its path is empty. A dry run writes nothing.
const isWrite = ({ request }: Exchange): boolean =>
  ['POST', 'PUT', 'PATCH', 'DELETE'].includes(request.method) &&
  request.path !== '' &&
  request.query['dryRun'] !== 'All'

/** What an answered write did; undefined when the answer does not tell. */
function writeBy(exchange: Exchange): AcknowledgedWrite | undefined {
  const { method, body } = exchange.request
  const isDelete = method === 'DELETE'
  // What the deletion of a collection has done shows in each object alone.
  if (isDelete && exchange.about?.name === undefined) return undefined
  if (isDelete && !isFinalizing(exchange))
    return { key: askedKey(exchange), item: undefined, basedOn: undefined, by: exchange }
  if (!isObject(exchange)) return undefined

  const object = exchange.answer?.body as Item
  const item = !isDelete && isFreed(exchange) ? undefined : object
  return {
    key: itemKey(object),
    item,
    basedOn: isDelete ? undefined : versionIn(body),
    by: exchange,
  }
}

const isObject = (exchange: Exchange): boolean =>
  typeof bodyValueAt(exchange, '/metadata/name') === 'string' &&
  typeof resourceVersionOf(exchange) === 'string'

/** A write that gave no new version changed nothing (OBJ-024). */
const isNoOp = ({ key, item }: AcknowledgedWrite, before: AcknowledgedWrite[]): boolean =>
  item !== undefined &&
  before.some(
    write =>
      write.key === key &&
      write.item?.metadata['resourceVersion'] === item.metadata['resourceVersion'],
  )

const askedKey = ({ about }: Exchange): string => `${about?.namespace ?? ''}/${about?.name ?? ''}`

/** Deleted, but kept until its finalizers are gone. */
function isFinalizing(exchange: Exchange): boolean {
  const finalizers = bodyValueAt(exchange, '/metadata/finalizers')
  return isDeleted(exchange) && Array.isArray(finalizers) && finalizers.length > 0
}

/** Removed by the update that took the last finalizer. */
const isFreed = (exchange: Exchange): boolean => isDeleted(exchange) && !isFinalizing(exchange)

const isDeleted = (exchange: Exchange): boolean =>
  bodyValueAt(exchange, '/metadata/deletionTimestamp') !== undefined &&
  resourceVersionOf(exchange) !== undefined

function versionIn(body: string | undefined): unknown {
  try {
    const value = JSON.parse(body ?? 'null') as Partial<Item> | null
    return value?.metadata?.['resourceVersion']
  } catch {
    // The body was not JSON, so it named no version.
    return undefined
  }
}
