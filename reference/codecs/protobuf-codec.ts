import type { JsonObject, TypeMeta } from '../api/object.ts'
import { truncate } from '../api/quote.ts'
import { type Codec, type ParsedDocument, type Piece } from './codec.ts'
import { UnreadableDocument } from './codec.ts'
import { readJson } from './read-json.ts'
import {
  envelopeEnd,
  watchEventFrame,
  readEnvelope,
  envelopeStart,
  wrapInEnvelope,
} from './protobuf-envelope.ts'
import { encodeMessage } from './protobuf-message-type.ts'
import { messageNames, messageFields, messageKey } from './protobuf-message-data.ts'
import { sourceOf } from './protobuf-source.ts'
import { messageTypeOf } from './protobuf-message-registry.ts'

/**
 * Returns the Protobuf codec of a dialect (ENC-014 to ENC-019, ENC-024), which sets the media type
 * and the domain of the groups. Types without a message, such as Table and custom types, are not
 * supported (ENC-021).
 */
export function protobufCodec({
  mediaType,
  apiDomain,
  heedsEnvelope = true,
}: ProtobufOptions): Codec {
  let names: ReadonlyMap<string, string> | undefined
  const nameOf = (type: TypeMeta): string | undefined => {
    names ??= messageNames(apiDomain)
    // Tools send it in the version of the object to be deleted, whether or not that version is
    // known.
    if (type.kind === 'DeleteOptions') return 'meta.v1.DeleteOptions'
    return names.get(messageKey(type))
  }
  const item = (object: JsonObject, type: TypeMeta) => {
    const message = messageTypeOf(needed(nameOf(type), type))
    return encodeMessage(writer => message.writeFields(object, writer))
  }
  return {
    read: (bytes, assumed) => read(bytes, { mediaType, heedsEnvelope, nameOf, assumed }),
    write: value => {
      // A single document names its type.
      const object = value as JsonObject & TypeMeta
      return wrapInEnvelope(item(object, object), object)
    },
    item,
    whole: wrapInEnvelope,
    list: (head, member, items) => {
      const name = needed(nameOf(head), head)
      return list(item(head, head), { type: head, tag: tagOf(name, member), items })
    },
    stream: { mediaType: `${mediaType};stream=watch`, frame: watchEventFrame },
    serves: type => nameOf(type) !== undefined,
  }
}

export type ProtobufOptions = {
  readonly mediaType: string
  readonly apiDomain: string
  /** Whether content type and encoding in the envelope are checked and used. Defaults to true. */
  readonly heedsEnvelope?: boolean
}

type NameOf = (type: TypeMeta) => string | undefined

function needed(name: string | undefined, { apiVersion, kind }: TypeMeta): string {
  if (name === undefined) throw new Error(`${kind} of ${apiVersion} has no Protobuf message`)
  return name
}

type Reading = {
  mediaType: string
  heedsEnvelope: boolean
  nameOf: NameOf
  assumed: TypeMeta | undefined
}

function read(
  bytes: Buffer,
  { mediaType, heedsEnvelope, nameOf, assumed }: Reading,
): ParsedDocument {
  const { type, raw, contentEncoding, contentType } = refusing(() => readEnvelope(bytes))
  if (heedsEnvelope) {
    if (contentEncoding !== '') throw unknownValue('contentEncoding', contentEncoding)
    if (contentType === 'application/json') return readJson(raw)
    if (contentType !== '' && contentType !== mediaType) {
      throw unknownValue('contentType', contentType)
    }
  }
  const apiVersion = type.apiVersion || (assumed?.apiVersion ?? '')
  const kind = type.kind || (assumed?.kind ?? '')
  const name = nameOf({ apiVersion, kind })
  if (name === undefined) {
    throw unknownValue('typeMeta', `${kind || 'no kind'} of ${apiVersion || 'no version'}`)
  }
  const message = messageTypeOf(name)
  const value = refusing(() => message.readFields(sourceOf(raw), { apiVersion, kind }))
  return { value, duplicates: [] }
}

const unknownValue = (field: string, value: string) =>
  new UnreadableDocument(`Protobuf: ${field}: cannot be read: ${truncate(value)}`)

/** Converts errors of the wire format reader, which throws plain errors for unreadable bytes. */
function refusing<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof UnreadableDocument || !(error instanceof Error)) throw error
    const isOfReader = error instanceof RangeError || error.constructor === Error
    throw isOfReader ? new UnreadableDocument(`Protobuf: ${error.message}`) : error
  }
}

/** Returns the tag of each item of a list. In all lists, the metadata comes before the items. */
function tagOf(name: string, member: string): number {
  const row = messageFields(name)?.find(([, field]) => field === member)
  if (!row) throw new Error(`${name} has no ${member}`)
  return (row[0] << 3) | 2
}

/**
 * Writes a list. All items are encoded before the first byte is returned, because the length comes
 * first. Other work may run after each item.
 */
function* list(
  head: Buffer,
  { type, tag, items }: { type: TypeMeta; tag: number; items: Iterable<Piece> },
): Iterable<Piece> {
  const pieces: Buffer[] = []
  let bytes = head.length
  for (const item of items) {
    if (item) {
      const start = encodeMessage(writer => writer.uint32(tag).uint32(item.length))
      pieces.push(start, item)
      bytes += start.length + item.length
    }
    yield undefined
  }
  yield Buffer.concat([envelopeStart(type, bytes), head])
  yield* pieces
  yield envelopeEnd
}
