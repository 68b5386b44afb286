import type { Key, Revision, StoredEntry } from './store.ts'
import type { ApiObject } from './object.ts'
import type { Resource } from './resource.ts'

/** The query of a list, parsed but not validated. Absent and empty mean the same (LIST-038). */
export type ListOptions = {
  resourceVersion: string
  resourceVersionMatch: string
  /** Infinity when the client set none (LIST-037). */
  limit: number
  continue: string
  labelSelector: string
  fieldSelector: string
  hasSendInitialEvents: boolean
}

/** The state of the collection that a list requests (LIST-001 to LIST-021). */
export type ReadPlan =
  | { read: 'mostRecent' }
  | { read: 'any' }
  | { read: 'notOlderThan'; revision: Revision }
  | { read: 'exact'; revision: Revision }
  | { read: 'continue'; token: string }

/** The state of one object that a get requests (GET-001 to GET-003). */
export type GetPlan = Exclude<ReadPlan, { read: 'exact' } | { read: 'continue' }>

/**
 * Where reading starts: a snapshot (the newest when absent) and the key to read after. The newest
 * snapshot of the cache may be older than that of the store.
 */
export type ReadPosition = { of?: 'cache'; revision?: Revision; after?: Key }

export type ObjectSelector = (object: ApiObject) => boolean

/** One chunk of a list. */
export type ListPage = {
  revision: Revision
  entries: readonly StoredEntry[]
  /** The last key read; the next chunk starts after it. Absent when the list is complete. */
  last?: Key
  /** The number of keys that follow; absent when there is a selector. */
  remaining?: number
}

/** The parameters of one chunk of a list. */
export type ChunkQuery = {
  readonly prefix: string
  readonly limit: number
  /** Absent when every object is selected. */
  readonly selector: ObjectSelector | undefined
  readonly resource: Resource
  /** Fires when the client has left. Absent for types whose objects no webhook converts. */
  readonly signal?: AbortSignal | undefined
}

export type ListChunk = {
  readonly page: Pick<ListPage, 'revision' | 'entries' | 'remaining'>
  /** Empty when the list is complete. */
  readonly token: string
}

/**
 * Parses a resource version: a decimal number below 2^64. Returns it without leading zeros, or
 * undefined for any other text.
 */
export function parseRevision(text: string): Revision | undefined {
  if (!/^\d{1,20}$/.test(text)) return undefined
  const number = BigInt(text)
  return number < 2n ** 64n ? (number.toString() as Revision) : undefined
}

/** Whether revision `a` equals `b` or is newer. */
export const isAtLeast = (a: Revision, b: Revision): boolean => BigInt(a) >= BigInt(b)

/** Limits the total number of keys in concurrent unlimited lists. */
export type ListConcurrencyLimit = {
  /**
   * Reserves room for `keys`. Returns the function that releases it, or undefined if there is none.
   */
  readonly acquire: (keys: number, keysMax: number) => (() => void) | undefined
}
