// Models the contents of a collection by folding the acknowledged writes. The model does not
// interpret versions. It knows only that they were issued.

import type { Role } from '../../fixtures/objects/tested-types.ts'
import type { Exchange, History, Item } from './history.ts'
import { isOwnItem, itemKey, bodyValueAt, isSuccess, resourceVersionOf } from './history.ts'

/** The objects of one type by `namespace/name`, each as its last write left it. */
export type CollectionState = ReadonlyMap<string, Item>

/** An acknowledged write that changed one object. */
export type AcknowledgedWrite = {
  /** `namespace/name` of the object. */
  key: string
  /** The object after the write; undefined if the write removed it. */
  item: Item | undefined
  /** The version that the request named as its base, if any. */
  basedOn: unknown
  by: Exchange
}

/** The model's result when the outcome of a write is unknown (no answer, or a 5xx). */
export const unknownState = Symbol('the state is not known')

/**
 * Returns the acknowledged writes of one type in the order in which they were sent, without no-ops.
 */
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

/** Returns the state after a write. The given state is not changed. */
export function stateAfter(
  state: CollectionState,
  { key, item }: AcknowledgedWrite,
): CollectionState {
  const next = new Map(state)
  if (item) next.set(key, item)
  else next.delete(key)
  return next
}

/**
 * Reports whether an item is in the scope of a request: its namespace and its label selector
 * `key=value`.
 */
function asksFor({ about, request }: Exchange, item: Item): boolean {
  if (about?.namespace !== undefined && item.metadata['namespace'] !== about.namespace) return false
  const [key = '', value] = request.query['labelSelector']?.split('=') ?? []
  if (value === undefined) return true

  const labels = item.metadata['labels'] as Record<string, unknown> | undefined
  return labels?.[key] === value
}

/** Returns the part of a state that a list must show. */
export const stateInScope = (state: CollectionState, list: Exchange): CollectionState =>
  new Map([...state].filter(([, item]) => asksFor(list, item)))

/** Formats an item for reports: its logical name, the number of its namespace, its version. */
export function itemText(history: History, item: Item): string {
  const { prefix, namespaces } = history.context
  const name = String(item.metadata['name'])
  const place = namespaces.indexOf(String(item.metadata['namespace']))
  const logical = isOwnItem(history, item) ? name.slice(prefix.length) : name
  return `${logical}${place > 0 ? `@${place}` : ''} at ${String(item.metadata['resourceVersion'])}`
}

/** Formats the items of a state for reports, sorted. */
export const stateTexts = (history: History, items: Iterable<Item>): string[] =>
  [...items].map(item => itemText(history, item)).sort()

// A request with a dangling reference was not sent and has an empty path. A dry run writes nothing.
const isWrite = ({ request }: Exchange): boolean =>
  ['POST', 'PUT', 'PATCH', 'DELETE'].includes(request.method) &&
  request.path !== '' &&
  request.query['dryRun'] !== 'All'

/** Returns the effect of an answered write, or undefined if the answer does not show it. */
function writeBy(exchange: Exchange): AcknowledgedWrite | undefined {
  const { method, body } = exchange.request
  const isDelete = method === 'DELETE'
  // The effect of a collection deletion is visible only in the individual objects.
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

/** A write that produced no new version changed nothing (OBJ-024). */
const isNoOp = ({ key, item }: AcknowledgedWrite, before: AcknowledgedWrite[]): boolean =>
  item !== undefined &&
  before.some(
    write =>
      write.key === key &&
      write.item?.metadata['resourceVersion'] === item.metadata['resourceVersion'],
  )

const askedKey = ({ about }: Exchange): string => `${about?.namespace ?? ''}/${about?.name ?? ''}`

/** Reports whether the object is marked for deletion but still has finalizers. */
function isFinalizing(exchange: Exchange): boolean {
  const finalizers = bodyValueAt(exchange, '/metadata/finalizers')
  return isDeleted(exchange) && Array.isArray(finalizers) && finalizers.length > 0
}

/** Reports whether this update removed the last finalizer, and so the object. */
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
