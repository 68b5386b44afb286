// Objects in any form but the one that they are kept in.

import type { Limits } from '../api/limits.ts'
import type { ListPage } from '../api/list.ts'
import type { ApiObject, JsonObject } from '../api/object.ts'
import type { Framed, Wanted } from '../api/parts.ts'
import { apiVersionOf, storedAs } from '../api/resource.ts'
import { atOnce, type Walk } from '../lib/turns.ts'
import type { WatchEvent } from '../api/watch.ts'
import type { Piece } from '../codecs/codec.ts'
import { joinPieces } from '../codecs/pieces.ts'
import type { Stored } from '../storage/storage.ts'
import { columnsOf } from '../types/tables/columns.ts'
import { definitionsOf, partialOf, rowOf, type RowOptions } from '../types/tables/table.ts'
import { codecOf } from './codec-of.ts'
import { encodedOnce } from './encoded-once.ts'
import { recall } from './store.ts'

/** One object by itself. */
export const objectShown = (entry: Stored, wanted: Wanted): Walk<Buffer> =>
  shapeOf(wanted).whole(entry)

/** A collection, object by object. */
export const listShown = (
  { entries }: Pick<ListPage, 'entries'>,
  metadata: JsonObject,
  wanted: Wanted,
): Iterable<Piece> => shapeOf(wanted).list(metadata, entries)

/** One document of a watch. */
export function eventShown(
  event: Exclude<WatchEvent, { type: 'ERROR' }>,
  wanted: Wanted,
  framed: Framed,
): Buffer {
  const { stream } = codecOf(wanted.form.answer, wanted.at)
  if (!stream) throw new Error('a watch was negotiated in a form that has none')
  const shape = shapeOf(wanted)
  const whole =
    event.type === 'BOOKMARK'
      ? shape.bookmark(bookmark(event), framed)
      : atOnce(shape.whole(event.entry, framed))
  return stream.frame(event.type, whole)
}

/** The metadata of an object with nothing but its version (ENV-016). */
function bookmark({
  revision,
  annotations,
}: Extract<WatchEvent, { type: 'BOOKMARK' }>): ApiObject['metadata'] {
  const marks = Object.keys(annotations).length > 0 && { annotations }
  return { resourceVersion: revision, ...marks }
}

/** How objects stand in an answer. */
type Shape = {
  readonly whole: (entry: Stored, framed?: Framed) => Walk<Buffer>
  readonly list: (metadata: JsonObject, entries: readonly Stored[]) => Iterable<Piece>
  readonly bookmark: (metadata: ApiObject['metadata'], framed: Framed) => Buffer
}

function shapeOf(wanted: Wanted): Shape {
  const { as } = wanted.form.answer
  if (as === 'itself') return itself(wanted)
  return as === 'Table' ? table(wanted) : partial(wanted)
}

function itself(wanted: Wanted): Shape {
  const { resource, form, at } = wanted
  const codec = codecOf(form.answer, at)
  const apiVersion = apiVersionOf(resource)
  const type = { kind: resource.kind, apiVersion }
  const item = (entry: Stored) =>
    encodedOnce(entry, { resource, codec, form: 'itself' }, function* () {
      const { kind: _kind, apiVersion: _version, ...object } = objectOf(entry, wanted)
      yield
      return codec.item(object, type)
    })
  const named = (entry: Stored) =>
    encodedOnce(entry, { resource, codec, form: 'itself by its type' }, function* () {
      const object = objectOf(entry, wanted)
      yield
      return codec.item({ ...object, ...type }, type)
    })
  const inList = resource.itemsNameType ? named : item
  return {
    *whole(entry) {
      const one = yield* item(entry)
      yield
      return codec.whole(one, type)
    },
    list: (metadata, entries) => {
      const head = { kind: resource.listKind, apiVersion, metadata }
      return codec.list(head, 'items', each(entries, inList, at.limits))
    },
    bookmark: metadata => codec.whole(codec.item({ metadata }, type), type),
  }
}

/** The metadata alone. */
function partial(wanted: Wanted): Shape {
  const { resource, form, at } = wanted
  const codec = codecOf(form.answer, at)
  const apiVersion = metaVersion(wanted)
  const type = { kind: 'PartialObjectMetadata', apiVersion }
  const whole = (metadata: ApiObject['metadata']) =>
    codec.whole(codec.item({ metadata }, type), type)
  // Here alone the items of a list say what they are.
  const item = (entry: Stored) =>
    encodedOnce(entry, { resource, codec, form: `metadata ${apiVersion}` }, function* () {
      const object = objectOf(entry, wanted)
      yield
      return codec.item({ ...partialOf(object, apiVersion) }, type)
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
        each(entries, item, at.limits),
      ),
    bookmark: whole,
  }
}

/** Rows (TABLE-001 to TABLE-020). */
function table(wanted: Wanted): Shape {
  const { resource, form, at } = wanted
  const codec = codecOf(form.answer, at)
  const columns = resource.columns ?? columnsOf(resource, at.dialect.apiDomain)
  const apiVersion = metaVersion(wanted)
  const type = { kind: 'Table', apiVersion }
  const now = at.clock.now()
  const options = { columns, includeObject: form.answer.includeObject, apiVersion }
  const row = (object: ApiObject, shown: ApiObject, more: Partial<RowOptions> = {}) =>
    codec.item({ ...rowOf(object, { ...options, ...more, shown, now }) }, type)
  // A row says to the second how old things are: it is the same for all who read within one.
  const second = Math.floor(now / 1000)
  const inSecond = `${apiVersion} ${options.includeObject} ${second}`
  const rowIn = (entry: Stored) =>
    encodedOnce(entry, { resource, codec, form: inSecond }, function* () {
      const kept = keptOf(entry, wanted)
      yield
      const shown = shownFrom(kept, wanted)
      // A Scale is no form of the whole object: its cells are made of what it shows.
      const isPart =
        resource.columns !== undefined ||
        (resource.view !== undefined && resource.view.of.kind !== resource.kind)
      return row(isPart ? shown : kept, shown)
    })
  const document = (metadata: JsonObject, rows: Iterable<Piece>, framed?: Framed) => {
    const columnDefinitions = framed?.hasColumns ? null : definitionsOf(columns)
    return codec.list({ ...type, metadata, columnDefinitions }, 'rows', rows)
  }
  const one = (metadata: JsonObject, item: Buffer, framed?: Framed) =>
    joinPieces(document(metadata, [item], framed))
  return {
    *whole(entry, framed) {
      return one(versionIn(entry), yield* rowIn(entry), framed)
    },
    list: (metadata, entries) => document(metadata, each(entries, rowIn, at.limits)),
    bookmark: (metadata, framed) => {
      const empty = { kind: resource.kind, apiVersion: apiVersionOf(resource), metadata }
      // A mark is all that such a row is there for.
      const include = metadata.annotations && { includeObject: 'Metadata' as const }
      const { resourceVersion } = metadata
      return one({ resourceVersion }, row(empty, empty, { ...include }), framed)
    },
  }
}

const metaVersion = ({ form, at }: Wanted): string =>
  `meta.${at.dialect.apiDomain}/${form.answer.version}`

/** Made only when they are written: a long list, or a large object, is work for many turns. */
function* each(
  entries: readonly Stored[],
  item: (entry: Stored) => Walk<Buffer>,
  { largeBodyBytes }: Pick<Limits, 'largeBodyBytes'>,
): Iterable<Piece> {
  for (const entry of entries) {
    const isLarge = entry.value.length >= largeBodyBytes
    yield isLarge ? yield* item(entry) : atOnce(item(entry))
  }
}

/** An object as its path shows it. */
const objectOf = (entry: Stored, wanted: Wanted): ApiObject =>
  shownFrom(keptOf(entry, wanted), wanted)

const shownFrom = (kept: ApiObject, { resource }: Pick<Wanted, 'resource'>): ApiObject =>
  resource.view ? resource.view.show(kept) : kept

/** What a dry run would create has no version. */
const versionIn = ({ revision }: Stored): JsonObject =>
  revision === '' ? {} : { resourceVersion: revision }

/** An object as it is kept. */
function keptOf(entry: Stored, { resource }: Pick<Wanted, 'resource'>): ApiObject {
  const object = recall(entry, storedAs(resource))
  if (entry.revision !== '') return object
  // What a dry run would create has no version.
  const { resourceVersion: _none, ...metadata } = object.metadata
  return { ...object, metadata }
}
