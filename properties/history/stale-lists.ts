// Finds lists that show an older state than they are allowed to. What a law concludes from such a
// list may be untrue: an object that the list lacks was not lost, and a removed one that it shows
// is not there.

import type { Exchange, History, Item } from './history.ts'
import { isSuccess, itemsOf, resourceVersionOf } from './history.ts'

/**
 * A list, and a write of the same type that was acknowledged before it and that it does not show.
 */
export type StaleList = { list: Exchange; version: string; write: Exchange; written: string }

/**
 * Returns a list without a `resourceVersion` that is older than a write acknowledged before the
 * list was sent, and shows no object at a version after its own. Undefined if versions cannot
 * be compared. A list that shows newer objects than its version says has a wrong version and is not
 * stale.
 */
export function staleListIn(history: History): StaleList | undefined {
  if (!history.context.ordered) return undefined
  for (const list of history.exchanges.filter(isNewestList)) {
    const version = numberIn(resourceVersionOf(list))
    const items = itemsOf(list) ?? []
    if (version === undefined || !items.every(item => isAtMost(versionIn(item), version))) continue
    const write = history.exchanges.find(one => isUnseen(one, { list, version }))
    if (write)
      return { list, version: String(version), write, written: String(resourceVersionOf(write)) }
  }
  return undefined
}

type Seen = { list: Exchange; version: bigint }

/** Whether a write is newer than the version of a list, which shows no newer object. */
function isUnseen(write: Exchange, { list, version }: Seen): boolean {
  const { about } = write
  if (!isOfOneType(write, list) || write.answeredAt >= list.sentAt) return false
  if (!writes.has(write.request.method) || !isSuccess(write) || isDryRun(write)) return false
  const namespace = list.about?.namespace
  if (namespace !== undefined && namespace !== about?.namespace) return false
  const written = numberIn(resourceVersionOf(write))
  return written !== undefined && written > version
}

/** Requests that are given as paths, such as those of custom types, have no role. */
const isOfOneType = (write: Exchange, list: Exchange): boolean =>
  write.about || list.about
    ? write.about?.role === list.about?.role
    : isOfCollection(pathOf(write), pathOf(list))

/** Whether a path is that of a collection, of one of its objects, or of a subresource of one. */
function isOfCollection(path: string, collection: string): boolean {
  if (path === collection) return true
  return (
    path.startsWith(`${collection}/`) &&
    /^[^/]+(?:\/(?:scale|status))?$/.test(path.slice(collection.length + 1))
  )
}

const pathOf = ({ request }: Exchange): string => request.path.split('?')[0] ?? ''

const writes = new Set(['POST', 'PUT', 'PATCH'])

const isDryRun = ({ request: { query } }: Exchange): boolean => query['dryRun'] !== undefined

/** Whether an exchange lists the most recent state, whole or as the first chunk. */
export function isNewestList(one: Exchange): boolean {
  const { resourceVersion = '', continue: token } = one.request.query
  const isList = isSuccess(one) && !one.stream && itemsOf(one) !== undefined
  return isList && one.request.method === 'GET' && resourceVersion === '' && token === undefined
}

const versionIn = ({ metadata }: Item): bigint | undefined => numberIn(metadata['resourceVersion'])

const numberIn = (value: unknown): bigint | undefined =>
  typeof value === 'string' && /^\d+$/.test(value) ? BigInt(value) : undefined

const isAtMost = (one: bigint | undefined, other: bigint): boolean =>
  one !== undefined && one <= other
