import type { Dialect } from './dialect.ts'
import type { StoredEntry } from './store.ts'
import type { ApiObject, TypeMeta } from './object.ts'
import type { Limits } from './limits.ts'
import type { Schema } from './schema.ts'
import type { Resource, DeletionPropagation } from './resource.ts'
import type { AdmissionRequest } from './webhooks.ts'

type Operation = 'create' | 'update' | 'delete'

/** A write request, and the function that makes the next object from the current one. */
export type WriteRequest = {
  readonly operation: Operation
  readonly resource: Resource
  readonly namespace: string
  readonly name: string
  /** Whether the write runs every step except the storing. */
  readonly isDryRun: boolean
  /** Set for an apply. Its purpose is ownership, so `managedFields` must not be dropped. */
  readonly isApply?: true
  /** The request that the write serves. Without one, no webhooks are called. */
  readonly request?: AdmissionRequest
  /** The name in the body of a create; empty if the server generates it. */
  readonly givenName?: string
  /**
   * Returns the next object. Is called again with a newer `current` after a conflict with another
   * write. @throws Refusal
   */
  readonly propose: (current: ApiObject | undefined) => ApiObject | Promise<ApiObject>
}

/** A write that is about to be stored; `old` is the object that it replaces. */
export type AdmissionAttributes = {
  readonly operation: Operation
  readonly resource: Resource
  readonly object: ApiObject
  readonly old: ApiObject | undefined
  readonly request?: AdmissionRequest | undefined
  readonly givenName?: string | undefined
  readonly isDryRun?: boolean
}

/**
 * The result of a write. After a removal, `entry` holds the last state and the revision of the
 * removal. A dry run has no revision: its entry has the previous one, or an empty one.
 */
export type WriteOutcome = {
  readonly effect: 'create' | 'update' | 'remove' | 'nothing'
  readonly entry: StoredEntry
  readonly object: ApiObject
  /** Warnings for the client that sent the write. */
  readonly warnings?: readonly string[]
}

/** The identity of an object, fixed at its creation. `now` is in milliseconds since 1970. */
export type ObjectIdentity = {
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly now: number
}

/** The preconditions of a delete; an empty value matches any object. */
export type Preconditions = { readonly uid: string; readonly resourceVersion: string }

/** The options of a delete, from its body or its query. */
export type DeleteOptions = Preconditions & {
  readonly isDryRun: boolean
  /** The default of the type unless set. */
  readonly propagationPolicy?: DeletionPropagation
  /** The grace period, for types that have one; the default of the type unless set. */
  readonly gracePeriodSeconds?: number
  /** Whether an object that cannot be read is removed without reading it (DEL-018). */
  readonly isForced: boolean
}

/** A delete request on an object; `now` is in milliseconds since 1970. */
export type DeletionRequest = Pick<DeleteOptions, 'propagationPolicy' | 'gracePeriodSeconds'> & {
  readonly now: number
}

/**
 * The sources of the options of a delete: the body, or the query when the body is empty (DEL-012).
 */
export type DeleteOptionsSource = {
  readonly bytes: Buffer
  readonly mediaType: string
  readonly query: URLSearchParams
}

/** The kinds of options in the query of a write. */
export type WriteOptionsKind = 'CreateOptions' | 'UpdateOptions' | 'PatchOptions'

/** The treatment of unknown and duplicate fields: dropped, dropped with a warning, or refused. */
export type FieldValidationLevel = 'Ignore' | 'Warn' | 'Strict'

/** The media type of a body, and the type of the object if the body does not contain it. */
export type BodyFormat = { readonly mediaType: string; readonly type?: TypeMeta }

/** The parameters of decoding a body. */
export type DecodeTarget = {
  readonly resource: Resource
  readonly mediaType: string
  readonly level: FieldValidationLevel
}

/** The decoded value of a body, and the members that occur twice in it. */
export type ParsedBody = {
  readonly value: unknown
  readonly duplicates: readonly string[]
  /** Members that are not part of the patch format, as texts for messages. */
  readonly unknownPatchMembers?: readonly string[]
}

/** An object decoded from a body, and the warnings about fields that were dropped. */
export type DecodedObject = {
  readonly object: ApiObject
  /** Warnings about dropped fields. */
  readonly warnings: readonly string[]
}

/**
 * Applies a patch to a document and returns the result; pure, the document is not modified. A patch
 * that takes long may return an `UnfinishedTask`.
 */
export type PatchFunction = (
  document: ApiObject,
  patch: unknown,
  by: {
    readonly schema: Schema
    readonly limits: Limits
    readonly dialect: Pick<Dialect, 'replaceAdds'>
  },
) => unknown
