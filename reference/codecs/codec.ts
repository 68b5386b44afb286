// The interface of codecs, which read and write documents in one media type. Each codec has one
// file, and this one has what they share.

import type { JsonObject, TypeMeta } from '../api/object.ts'

/** A parsed document. */
export type ParsedDocument = {
  /**
   * As from the strict JSON reader: plain objects, arrays, strings, numbers, booleans, null, and
   * bigint for integers beyond 2^53.
   */
  value: unknown
  /** The paths of duplicate members, each once. */
  duplicates: string[]
}

/**
 * The body does not have its media type, or exceeds the limits of the reader. It is answered with
 * 400.
 */
export class UnreadableDocument extends Error {
  override name = 'UnreadableDocument'
}

/** A part of the output. Undefined is a point at which other work may run. */
export type Piece = Buffer | undefined

/**
 * The codec of one media type. Members that are undefined are left out. Lists and events are
 * assembled from encoded objects, so that each object is encoded once for all clients.
 */
export type Codec = {
  /**
   * Parses a document. `assumed` is the type of a document that does not name it, for media types
   * that cannot be read otherwise.
   * @throws UnreadableDocument
   */
  readonly read: (bytes: Buffer, assumed?: TypeMeta) => ParsedDocument
  /** Writes a whole document of any type. */
  readonly write: (value: unknown) => Buffer
  /**
   * Writes one object as an item of a list. Its type is not included: `kind` and `apiVersion` are
   * written only if the object has them.
   */
  readonly item: (object: JsonObject, type: TypeMeta) => Buffer
  /** Builds the document of one object from its item, which has no kind and version. */
  readonly whole: (item: Buffer, type: TypeMeta) => Buffer
  /** Builds a list: the members of its head, followed by the member with the items. */
  readonly list: (
    head: JsonObject & TypeMeta,
    member: 'items' | 'rows',
    items: Iterable<Piece>,
  ) => Iterable<Piece>
  /** The encoding of a watch. Absent if the media type has none. */
  readonly stream?: {
    readonly mediaType: string
    /** Builds one event from the document of its object. */
    readonly frame: (type: string, whole: Buffer) => Buffer
  }
  /** Whether documents of a type can be written. If absent, all types can. */
  readonly serves?: (type: TypeMeta) => boolean
}
