import type { Key, Revision, StoredEntry } from './store.ts'
import type { ApiObject } from './object.ts'
import type { Resource } from './resource.ts'

/** The query of a list, parsed but not yet judged. Absent and empty mean the same (LIST-038). */
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

/** Which state of the collection a list asks for (LIST-001 to LIST-021). */
export type ReadPlan =
  | { read: 'mostRecent' }
  | { read: 'any' }
  | { read: 'notOlderThan'; revision: Revision }
  | { read: 'exact'; revision: Revision }
  | { read: 'continue'; token: string }

/** Which state of one object a get asks for (GET-001 to GET-003). */
export type GetPlan = Exclude<ReadPlan, { read: 'exact' } | { read: 'continue' }>

/**
 * Where reading starts: a snapshot, the newest when absent, and the key to read after. The newest
 * snapshot of the cache may be older than that of the store.
 */
export type ReadPosition = { of?: 'cache'; at?: Revision; after?: Key }

export type ObjectSelector = (object: ApiObject) => boolean

/** One chunk of a list. */
export type ListPage = {
  revision: Revision
  entries: readonly StoredEntry[]
  /** The last key that was read; the next chunk starts after it. Absent when the list is complete. */
  last?: Key
  /** How many keys follow; unknown under a selector. */
  remaining?: number
}

/** What one chunk of a list is to hold. */
export type ChunkQuery = {
  readonly prefix: string
  readonly limit: number
  /** Absent when every object is selected. */
  readonly selector: ObjectSelector | undefined
  readonly resource: Resource
}

export type ListChunk = {
  readonly page: Pick<ListPage, 'revision' | 'entries' | 'remaining'>
  /** Empty when the list is complete. */
  readonly token: string
}

/** The decimal number in a version string, without leading zeros; undefined if it holds none. */
export function parseRevision(text: string): Revision | undefined {
  if (!/^\d{1,20}$/.test(text)) return undefined
  const number = BigInt(text)
  return number < 2n ** 64n ? (number.toString() as Revision) : undefined
}

/** Whether revision `a` is `b` or one after it. */
export const isAtLeast = (a: Revision, b: Revision): boolean => BigInt(a) >= BigInt(b)

/** Room for what clients list as a whole, counted in keys. */
export type ListConcurrencyLimit = {
  /** What gives the room back; or nothing when there is none. */
  readonly acquire: (keys: number, keysMax: number) => (() => void) | undefined
}
