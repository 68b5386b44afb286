// Objects in any form but the one that they are kept in.

import type { ListPage } from '../api/list.ts'
import type { ApiObject, JsonObject } from '../api/object.ts'
import type { Framed, Wanted } from '../api/parts.ts'
import { apiVersionOf } from '../api/resource.ts'
import type { WatchEvent } from '../api/watch.ts'
import type { Codec, TypeMeta } from '../codecs/codec.ts'
import type { Stored } from '../storage/storage.ts'
import { codecOf } from './codec-of.ts'
import { recall } from './store.ts'

/** One object by itself. */
export function objectShown(entry: Stored, wanted: Wanted): Buffer {
  const { item, type } = shapeOf(wanted)
  return codecOf(wanted.form.answer, wanted.at).whole(item(entry), type)
}

/** A collection, object by object. */
export function listShown(
  { entries }: Pick<ListPage, 'entries'>,
  metadata: JsonObject,
  wanted: Wanted,
): Iterable<Buffer> {
  const { item, listType } = shapeOf(wanted)
  const codec = codecOf(wanted.form.answer, wanted.at)
  return codec.list({ ...listType, metadata }, 'items', each(entries, item))
}

/** Made only when they are written: a long list is work for many turns. */
function* each(
  entries: readonly Stored[],
  item: (entry: Stored, isInList: true) => Buffer,
): Iterable<Buffer> {
  for (const entry of entries) yield item(entry, true)
}

/** One document of a watch. */
export function eventShown(
  event: Exclude<WatchEvent, { type: 'ERROR' }>,
  wanted: Wanted,
  _framed: Framed,
): Buffer {
  const { item, type } = shapeOf(wanted)
  const codec = codecOf(wanted.form.answer, wanted.at)
  const bytes = event.type === 'BOOKMARK' ? bookmark(event, codec, type) : item(event.entry)
  if (!codec.stream) throw new Error('a watch was negotiated in a form that has none')
  return codec.stream.frame(event.type, codec.whole(bytes, type))
}

/** An object with nothing but its version (ENV-016). */
function bookmark(
  { revision, annotations }: Extract<WatchEvent, { type: 'BOOKMARK' }>,
  codec: Codec,
  type: TypeMeta,
): Buffer {
  const marks = Object.keys(annotations).length > 0 && { annotations }
  return codec.item({ metadata: { resourceVersion: revision, ...marks } }, type)
}

/** What stands for objects in an answer. */
type Shape = {
  readonly type: TypeMeta
  readonly listType: TypeMeta
  readonly item: (entry: Stored, isInList?: boolean) => Buffer
}

function shapeOf(wanted: Wanted): Shape {
  const { resource, form, at } = wanted
  if (form.answer.as === 'itself') {
    const apiVersion = apiVersionOf(resource)
    const type = { kind: resource.kind, apiVersion }
    const listType = { kind: resource.listKind, apiVersion }
    return { type, listType, item: entry => itemOnce(entry, type, wanted) }
  }
  const apiVersion = `meta.${at.dialect.apiDomain}/${form.answer.version}`
  const type = { kind: 'PartialObjectMetadata', apiVersion }
  const listType = { kind: 'PartialObjectMetadataList', apiVersion }
  const codec = codecOf(form.answer, at)
  const item = (entry: Stored, isInList = false) => {
    const { metadata } = objectOf(entry, wanted)
    // Here alone the items of a list say what they are.
    return codec.item({ ...(isInList && type), metadata }, type)
  }
  return { type, listType, item }
}

/** An object as its path shows it. */
function objectOf(entry: Stored, { resource }: Pick<Wanted, 'resource'>): ApiObject {
  const { view } = resource
  const object = view ? view.show(recall(entry, view.of)) : recall(entry, resource)
  if (entry.revision !== '') return object
  // What a dry run would create has no version.
  const { resourceVersion: _none, ...metadata } = object.metadata
  return { ...object, metadata }
}

// The item of each object in one form beside the one that is kept: those who read the same objects
// mostly read them in the same form. It goes with the bytes that it was made from.
const items = new WeakMap<Buffer, { codec: Codec; revision: string; item: Buffer }>()

function itemOnce(entry: Stored, type: TypeMeta, wanted: Wanted): Buffer {
  const codec = codecOf(wanted.form.answer, wanted.at)
  const known = wanted.resource.view ? undefined : items.get(entry.value)
  if (known?.codec === codec && known.revision === entry.revision) return known.item
  const { kind: _kind, apiVersion: _version, ...object } = objectOf(entry, wanted)
  const item = codec.item(object, type)
  if (!wanted.resource.view) items.set(entry.value, { codec, revision: entry.revision, item })
  return item
}
