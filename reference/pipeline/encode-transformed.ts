// Encodes objects in any form except the stored one.

import type { Limits } from '../api/limits.ts'
import type { ListPage } from '../api/list.ts'
import type { ApiObject, JsonObject } from '../api/object.ts'
import type { EncodeContext } from '../parts/parts.ts'
import type { StreamState } from '../api/watch.ts'
import { apiVersionOf, storageResourceOf } from '../api/resource.ts'
import { runToEnd, type ResumableTask } from '../lib/event-loop.ts'
import type { WatchEvent } from '../api/watch.ts'
import type { Piece } from '../codecs/codec.ts'
import { joinPieces } from '../codecs/pieces.ts'
import type { StoredEntry } from '../api/store.ts'
import { agesAt, fillInAges, placeholderOfAge } from '../types/tables/age-text.ts'
import { columnsOf } from '../types/tables/columns.ts'
import {
  columnDefinitionsOf,
  metadataOnlyObject,
  tableRowOf,
  type RowOptions,
} from '../types/tables/table.ts'
import { codecOf } from './codec-of.ts'
import { cachedEncoding } from './cached-encoding.ts'
import { decodeStored } from './stored-object.ts'

/** Encodes one object as a document. */
export const encodeTransformedObject = (
  entry: StoredEntry,
  wanted: EncodeContext,
): ResumableTask<Buffer> => shapeOf(wanted).whole(entry)

/** Encodes a collection, object by object. */
export const encodeTransformedList = (
  { entries }: Pick<ListPage, 'entries'>,
  metadata: JsonObject,
  wanted: EncodeContext,
): Iterable<Piece> => shapeOf(wanted).list(metadata, entries)

/** Encodes one event of a watch. */
export function encodeTransformedEvent(
  event: Exclude<WatchEvent, { type: 'ERROR' }>,
  wanted: EncodeContext,
  framed: StreamState,
): Buffer {
  const { stream } = codecOf(wanted.negotiation.answer, wanted.parts)
  if (!stream) throw new Error('a watch was negotiated in a form that has none')
  const shape = shapeOf(wanted)
  const whole =
    event.type === 'BOOKMARK'
      ? shape.bookmark(bookmark(event), framed)
      : runToEnd(shape.whole(event.entry, framed))
  return stream.frame(event.type, whole)
}

/** Returns the metadata of a bookmark: its version and annotations only (ENV-016). */
function bookmark({
  revision,
  annotations,
}: Extract<WatchEvent, { type: 'BOOKMARK' }>): ApiObject['metadata'] {
  const marks = Object.keys(annotations).length > 0 && { annotations }
  return { resourceVersion: revision, ...marks }
}

/** The encodings of one requested form: a single object, a list and a bookmark. */
type Shape = {
  readonly whole: (entry: StoredEntry, framed?: StreamState) => ResumableTask<Buffer>
  readonly list: (metadata: JsonObject, entries: readonly StoredEntry[]) => Iterable<Piece>
  readonly bookmark: (metadata: ApiObject['metadata'], framed: StreamState) => Buffer
}

function shapeOf(wanted: EncodeContext): Shape {
  const { as } = wanted.negotiation.answer
  if (as === 'itself') return itself(wanted)
  return as === 'Table' ? table(wanted) : partial(wanted)
}

function itself(wanted: EncodeContext): Shape {
  const { resource, negotiation, parts } = wanted
  const codec = codecOf(negotiation.answer, parts)
  const apiVersion = apiVersionOf(resource)
  const type = { kind: resource.kind, apiVersion }
  const item = (entry: StoredEntry) =>
    cachedEncoding(entry, { resource, codec, form: 'itself' }, function* () {
      const { kind: _kind, apiVersion: _version, ...object } = objectOf(entry, wanted)
      yield
      return codec.item(object, type)
    })
  const named = (entry: StoredEntry) =>
    cachedEncoding(entry, { resource, codec, form: 'itself by its type' }, function* () {
      const object = objectOf(entry, wanted)
      yield
      return codec.item({ ...object, ...type }, type)
    })
  const inList = resource.listItemsCarryType ? named : item
  return {
    *whole(entry) {
      const one = yield* item(entry)
      yield
      return codec.whole(one, type)
    },
    list: (metadata, entries) => {
      const head = { kind: resource.listKind, apiVersion, metadata }
      return codec.list(head, 'items', each(entries, inList, parts.limits))
    },
    bookmark: metadata => codec.whole(codec.item({ metadata }, type), type),
  }
}

/** The form with metadata only. */
function partial(wanted: EncodeContext): Shape {
  const { resource, negotiation, parts } = wanted
  const codec = codecOf(negotiation.answer, parts)
  const apiVersion = metaVersion(wanted)
  const type = { kind: 'PartialObjectMetadata', apiVersion }
  const whole = (metadata: ApiObject['metadata']) =>
    codec.whole(codec.item({ metadata }, type), type)
  // Only in this form do the items of a list have their kind and version.
  const item = (entry: StoredEntry) =>
    cachedEncoding(entry, { resource, codec, form: `metadata ${apiVersion}` }, function* () {
      const object = objectOf(entry, wanted)
      yield
      return codec.item({ ...metadataOnlyObject(object, apiVersion) }, type)
    })
  return {
    *whole(entry) {
      const { metadata } = objectOf(entry, wanted)
      yield
      return whole(metadata)
    },
    list: (metadata, entries) =>
      codec.list(
        { kind: 'PartialObjectMetadataList', apiVersion, metadata },
        'items',
        each(entries, item, parts.limits),
      ),
    bookmark: whole,
  }
}

/** The form with rows of a Table (TABLE-001 to TABLE-020). */
function table(wanted: EncodeContext): Shape {
  const { resource, negotiation, parts } = wanted
  const codec = codecOf(negotiation.answer, parts)
  const columns = resource.columns ?? columnsOf(resource, parts.dialect.apiDomain)
  const apiVersion = metaVersion(wanted)
  const type = { kind: 'Table', apiVersion }
  const now = parts.clock.now()
  const writeAge = agesAt(now)
  const options = { columns, includeObject: negotiation.answer.includeObject, apiVersion, writeAge }
  const row = (object: ApiObject, shown: ApiObject, more: Partial<RowOptions> = {}) =>
    codec.item({ ...tableRowOf(object, { ...options, ...more, shown }) }, type)
  // A row in JSON is kept with placeholders for its ages. Other rows are kept for a second, because
  // ages are in whole seconds.
  const hasPlaceholders = codec === parts.codecs['application/json']
  const form = `row ${apiVersion} ${options.includeObject}`
  const keptForm = hasPlaceholders ? form : `${form} ${Math.floor(now / 1000)}`
  const keptAges = hasPlaceholders ? { writeAge: placeholderOfAge } : {}
  const keptRow = (entry: StoredEntry) =>
    cachedEncoding(entry, { resource, codec, form: keptForm }, function* () {
      const kept = keptOf(entry, wanted)
      yield
      const shown = shownFrom(kept, wanted)
      // A Scale is a form of a part of the object: its cells are made from the shown part.
      const isPart =
        resource.columns !== undefined ||
        (resource.view !== undefined && resource.view.storedResource.kind !== resource.kind)
      return row(isPart ? shown : kept, shown, keptAges)
    })
  const rowIn = hasPlaceholders
    ? function* (entry: StoredEntry): ResumableTask<Buffer> {
        return fillInAges(yield* keptRow(entry), now)
      }
    : keptRow
  const document = (metadata: JsonObject, rows: Iterable<Piece>, framed?: StreamState) => {
    const columnDefinitions = framed?.hasColumns ? null : columnDefinitionsOf(columns)
    return codec.list({ ...type, metadata, columnDefinitions }, 'rows', rows)
  }
  const one = (metadata: JsonObject, item: Buffer, framed?: StreamState) =>
    joinPieces(document(metadata, [item], framed))
  return {
    *whole(entry, framed) {
      return one(versionIn(entry), yield* rowIn(entry), framed)
    },
    list: (metadata, entries) => document(metadata, each(entries, rowIn, parts.limits)),
    bookmark: (metadata, framed) => {
      const empty = { kind: resource.kind, apiVersion: apiVersionOf(resource), metadata }
      // A bookmark with annotations needs its metadata in the row.
      const include = metadata.annotations && { includeObject: 'Metadata' as const }
      const { resourceVersion } = metadata
      return one({ resourceVersion }, row(empty, empty, { ...include }), framed)
    },
  }
}

const metaVersion = ({ negotiation, parts }: EncodeContext): string =>
  `meta.${parts.dialect.apiDomain}/${negotiation.answer.version}`

/** Encodes each entry only when it is written: a long list, or a large object, takes many turns. */
function* each(
  entries: readonly StoredEntry[],
  item: (entry: StoredEntry) => ResumableTask<Buffer>,
  { largeBodyBytes }: Pick<Limits, 'largeBodyBytes'>,
): Iterable<Piece> {
  for (const entry of entries) {
    const isLarge = entry.value.length >= largeBodyBytes
    yield isLarge ? yield* item(entry) : runToEnd(item(entry))
  }
}

/** Returns an object in the form of its path. */
const objectOf = (entry: StoredEntry, wanted: EncodeContext): ApiObject =>
  shownFrom(keptOf(entry, wanted), wanted)

const shownFrom = (kept: ApiObject, { resource }: Pick<EncodeContext, 'resource'>): ApiObject =>
  resource.view ? resource.view.toView(kept) : kept

/** An object that a dry run would create has no version. */
const versionIn = ({ revision }: StoredEntry): JsonObject =>
  revision === '' ? {} : { resourceVersion: revision }

/** Returns the stored object. */
function keptOf(entry: StoredEntry, { resource }: Pick<EncodeContext, 'resource'>): ApiObject {
  const object = decodeStored(entry, storageResourceOf(resource))
  if (entry.revision !== '') return object
  // An object that a dry run would create has no version.
  const { resourceVersion: _none, ...metadata } = object.metadata
  return { ...object, metadata }
}
