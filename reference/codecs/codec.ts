// How documents are written and read in one media type. A codec is one file; what it shares with
// the others is in this one.

import type { JsonObject, TypeMeta } from '../api/object.ts'

/** A document as it was read. */
export type ParsedDocument = {
  /**
   * What the strict JSON reader gives: plain objects, arrays, strings, numbers, booleans, null;
   * bigint for integers beyond 2^53.
   */
  value: unknown
  /** The paths of members that occur again in their object, each once. */
  duplicates: string[]
}

/** A body that is none of its media type, or beyond the limits of the reader; the answer is 400. */
export class UnreadableDocument extends Error {
  override name = 'UnreadableDocument'
}

/** Bytes; undefined where nothing is written and others may run. */
export type Piece = Buffer | undefined

/**
 * One media type. Values are those of `Document`; members that are undefined are left out. Lists
 * and events are put together from objects that were encoded before, so that each object is
 * encoded once for all who read it.
 */
export type Codec = {
  /**
   * The type is what a document is of that does not say so, for media types in which it could not
   * be read otherwise.
   * @throws UnreadableDocument
   */
  readonly read: (bytes: Buffer, assumed?: TypeMeta) => ParsedDocument
  /** A whole document, whatever it is. */
  readonly write: (value: unknown) => Buffer
  /**
   * One object as it stands in a list. Its type is not part of it: a member `kind` or `apiVersion`
   * is written only where the value has one.
   */
  readonly item: (object: JsonObject, type: TypeMeta) => Buffer
  /** The document of one object, from its item without kind and version. */
  readonly whole: (item: Buffer, type: TypeMeta) => Buffer
  /** A list: what its head says, and behind it the member that holds the items. */
  readonly list: (
    head: JsonObject & TypeMeta,
    member: 'items' | 'rows',
    items: Iterable<Piece>,
  ) => Iterable<Piece>
  /** How a watch is written; absent where there is none in this media type. */
  readonly stream?: {
    readonly mediaType: string
    /** One event, with the whole document of its object. */
    readonly frame: (type: string, whole: Buffer) => Buffer
  }
  /** Whether documents of a type can be written; all can unless set. */
  readonly serves?: (type: TypeMeta) => boolean
}
