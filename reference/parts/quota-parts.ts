import type { ApiObject } from '../api/object.ts'
import type { Resource } from '../api/resource.ts'
import type { Key } from '../api/store.ts'
import type { AdmissionAttributes, WriteOperation } from '../api/write.ts'
import type { Amounts } from '../lib/amounts.ts'

/** The quotas of namespaces, and the functions that count what objects use of them. */
export type QuotaFunctions<Parts> = {
  readonly ledger: QuotaLedger
  /** Returns how objects of a type are counted; undefined if they are not. */
  readonly counterOf: (
    type: Pick<Resource, 'group' | 'resource'>,
    apiDomain: string,
  ) => QuotaCounter | undefined
  /** Whether a quota counts an object of a type that it limits. */
  readonly isInScopes: (object: ApiObject, quota: ApiObject, counter: QuotaCounter) => boolean
  /**
   * Checks a write against the quotas of its namespace and charges them; returns at once if there
   * are none. Resolves to the function that must be called when the write has been stored or has
   * failed. @throws Refusal 403
   */
  readonly charge: (
    attempt: AdmissionAttributes,
    parts: Parts,
  ) => undefined | Promise<ChargeEnd | undefined>
  /** Counts what the stored objects of a namespace use of the limits of a quota. */
  readonly countUsage: (quota: ApiObject, limits: Amounts, parts: Parts) => Promise<Amounts>
  /** Starts the controller that counts what objects use: after deletes, and for new quotas. */
  readonly startController: (parts: Parts) => {
    readonly whenIdle: () => Promise<void>
    readonly close: () => void
  }
}

export type ChargeEnd = (isStored: boolean) => void

/** A write as quotas see it. `subresource` is empty for the object itself. */
export type CountedWrite = Pick<AdmissionAttributes, 'object' | 'old'> & {
  readonly operation: WriteOperation
  readonly subresource: string
}

/** A condition of a quota on the objects that it counts. */
export type QuotaScope = {
  readonly scopeName: string
  readonly operator: string
  readonly values: readonly string[]
}

/** How the objects of a type count against quotas. */
export type QuotaCounter = {
  /** Whether a name of a limit is about this type. */
  readonly tracks: (name: string) => boolean
  /** Whether a write may change what its object uses. */
  readonly isCharged: (write: CountedWrite) => boolean
  /** Whether an update may free what its object used, so that the usage is counted again. */
  readonly mayFree: (object: ApiObject, old: ApiObject) => boolean
  /** What an object uses; `now` is in milliseconds since 1970. */
  readonly usageOf: (object: ApiObject, now: number) => Amounts
  /** What each object uses, if that does not depend on the object. */
  readonly usageOfEach?: Amounts
  readonly isInScope: (object: ApiObject, scope: QuotaScope) => boolean
  /** Returns what an object lacks if these names are limited, as the end of a message. */
  readonly missingIn?: (object: ApiObject, limited: readonly string[]) => string | undefined
}

/** A charged write that may not have been stored yet. */
export type ChargedWrite = {
  readonly type: Resource
  readonly key: Key
  readonly object: ApiObject
}

/** What one server knows of quotas: the namespaces that have some, and writes under way. */
export type QuotaLedger = {
  /** Set until the stored quotas have been read. Writes wait for it. */
  loading: Promise<void> | undefined
  readonly hasQuotas: (namespace: string) => boolean
  readonly put: (quota: ApiObject) => void
  readonly remove: (place: { readonly namespace: string; readonly name: string }) => void
  /** Runs charges and counts of a namespace one after the other. */
  readonly inTurn: <T>(namespace: string, work: () => Promise<T>) => Promise<T>
  /** Notes a charged write. Returns the function that removes the note. */
  readonly note: (namespace: string, write: ChargedWrite) => () => void
  readonly noted: (namespace: string) => readonly ChargedWrite[]
  /** Calls the listener when a namespace is to be counted again. */
  readonly onRecount: (listener: (namespace: string) => void) => void
  readonly recount: (namespace: string) => void
}
