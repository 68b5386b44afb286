import type { Dialect } from './dialect.ts'
import type { StoredEntry } from './store.ts'
import type { ApiObject, TypeMeta } from './object.ts'
import type { Limits } from './limits.ts'
import type { Schema } from './schema.ts'
import type { Resource, DeletionPropagation } from './resource.ts'

type Operation = 'create' | 'update' | 'delete'

/** What a write is about, and how it makes the next object from the one that is there. */
export type WriteRequest = {
  readonly operation: Operation
  readonly resource: Resource
  readonly namespace: string
  readonly name: string
  /** Everything but the storing happens. */
  readonly isDryRun: boolean
  /** Whether it is about who owns what, so that the record of that must not be given up. */
  readonly isApply?: true
  /** May be called again with a newer `current` when another write came first. @throws Refusal */
  readonly propose: (current: ApiObject | undefined) => ApiObject | Promise<ApiObject>
}

/** A write that is about to be stored; `old` is what it replaces. */
export type AdmissionAttributes = {
  readonly operation: Operation
  readonly resource: Resource
  readonly object: ApiObject
  readonly old: ApiObject | undefined
}

/**
 * What a write did, or would do. After a removal, `entry` holds the last state and the version of
 * its end. A dry run gives no version: its entry has the one before it, or none (empty).
 */
export type WriteOutcome = {
  readonly effect: 'create' | 'update' | 'remove' | 'nothing'
  readonly entry: StoredEntry
  readonly object: ApiObject
  /** What who wrote it is told of it beside. */
  readonly warnings?: readonly string[]
}

/** Who an object is, as its creation fixes it. `now` is in milliseconds since 1970. */
export type ObjectIdentity = {
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly now: number
}

/** What must be true of an object for it to be deleted; empty means anything. */
export type Preconditions = { readonly uid: string; readonly resourceVersion: string }

export type DeleteOptions = Preconditions & {
  readonly isDryRun: boolean
  /** The type's own way unless set. */
  readonly propagationPolicy?: DeletionPropagation
  /** How long the object may still work, where its type does; the type's own time unless set. */
  readonly gracePeriodSeconds?: number
  /** Whether an object that cannot be read is to be removed as it is (DEL-018). */
  readonly isForced: boolean
}

/** A delete request on an object; `now` is in milliseconds since 1970. */
export type DeletionRequest = Pick<DeleteOptions, 'propagationPolicy' | 'gracePeriodSeconds'> & {
  readonly now: number
}

/** Where a delete says how: in its body, or in its query when the body is empty (DEL-012). */
export type DeleteOptionsSource = {
  readonly bytes: Buffer
  readonly mediaType: string
  readonly query: URLSearchParams
}

/** The kinds of options that travel in the query of a write. */
export type WriteOptionsKind = 'CreateOptions' | 'UpdateOptions' | 'PatchOptions'

/** What becomes of unknown and duplicate fields: dropped, dropped with a warning, or refused. */
export type FieldValidationLevel = 'Ignore' | 'Warn' | 'Strict'

/** What a body is written in, and what it is where it does not say so itself. */
export type BodyFormat = { readonly mediaType: string; readonly type?: TypeMeta }

/** How a body is to be read. */
export type DecodeTarget = {
  readonly resource: Resource
  readonly mediaType: string
  readonly level: FieldValidationLevel
}

/** A value as a body held it, and the members that it held twice. */
export type ParsedBody = {
  readonly value: unknown
  readonly duplicates: readonly string[]
  /** Members of a patch that no patch has, in words. */
  readonly unknownPatchMembers?: readonly string[]
}

export type DecodedObject = {
  readonly object: ApiObject
  /** What the client is told about fields that were dropped. */
  readonly warnings: readonly string[]
}

/**
 * A way to change a document: pure, and the document stays as it is. What takes long may be
 * returned `Unfinished`.
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
