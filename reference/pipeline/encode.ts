import type { ResponseFormat } from '../api/request.ts'
import type { ListChunk, ListPage } from '../api/list.ts'
import type { JsonObject } from '../api/object.ts'
import type { Parts, EncodeContext } from '../parts/parts.ts'
import { apiVersionOf, type Resource } from '../api/resource.ts'
import { runToEnd, UnfinishedTask, type ResumableTask } from '../lib/event-loop.ts'
import type { Piece } from '../codecs/codec.ts'
import { joinPieces } from '../codecs/pieces.ts'
import type { StoredEntry } from '../api/store.ts'
import { joinIntoBatches, singleBatchOrAll } from './batches.ts'
import { codecOf } from './codec-of.ts'
import { indentJson } from './indent-json.ts'
import { encodeTransformedList, encodeTransformedObject } from './encode-transformed.ts'
import { servedBytes, encodeAsServed, isServedAsStored, metadataStart } from './stored-object.ts'

/**
 * Encodes one object, mostly from its stored bytes (OBJ-001, OBJ-022); returns an unfinished task
 * for a large object in another form.
 */
export function encodeObject(
  entry: StoredEntry,
  wanted: EncodeContext,
): Buffer | UnfinishedTask<Buffer> {
  const { resource, negotiation, parts } = wanted
  const isCopied = isStoredFormat(negotiation.answer) && isServedAsStored(resource)
  if (isCopied) return laidOut(headed(entry, entry.value, resource), negotiation.answer)
  const walk = objectWritten(entry, wanted)
  return entry.value.length < parts.limits.largeBodyBytes
    ? runToEnd(walk)
    : new UnfinishedTask(walk)
}

function* objectWritten(entry: StoredEntry, wanted: EncodeContext): ResumableTask<Buffer> {
  const { resource, negotiation } = wanted
  const bytes = isStoredFormat(negotiation.answer)
    ? headed(entry, yield* encodeAsServed(resource, entry), resource)
    : yield* encodeTransformedObject(entry, wanted)
  yield
  return laidOut(bytes, negotiation.answer)
}

/** Makes a document of stored bytes: adds kind, version and resource version. */
const headed = (entry: StoredEntry, bytes: Buffer, resource: Resource): Buffer =>
  Buffer.concat([
    Buffer.from(`{${envelopeOf(resource, resource.kind)},${versionOf(entry)}`),
    bytes.subarray(metadataStart),
    newline,
  ])

/** Whether a response consists of objects in their stored form. */
export const isStoredFormat = ({ as, mediaType }: ResponseFormat): boolean =>
  as === 'itself' && mediaType === 'application/json'

/**
 * Encodes a collection (ENV-001 to ENV-011). Items have no kind, since the list has it. A list that
 * is encoded within a turn and fits into one batch is one buffer.
 */
export function encodeList(
  { page, token }: ListChunk,
  wanted: EncodeContext,
): Buffer | Iterable<Buffer> {
  const { resource, negotiation, parts } = wanted
  const metadata = metadataOf(page, token, resource)
  const isPretty = negotiation.answer.isPretty && isJson(negotiation.answer)
  const pieces = isStoredFormat(negotiation.answer)
    ? listKept(page, metadata, wanted)
    : encodeTransformedList(page, metadata, wanted)
  const { batchBytes, yieldAfterMs } = parts.limits
  // Copying a batch takes so little time that the clock is not checked.
  const isCopied = isStoredFormat(negotiation.answer) && !isPretty && isServedAsStored(resource)
  const limits = isCopied ? { batchBytes } : { batchBytes, turnMs: yieldAfterMs }
  return singleBatchOrAll(
    joinIntoBatches(isPretty ? indentJson(pieces) : pieces, limits),
    parts.limits,
  )
}

/** Encodes a document that is not a stored object, such as a Status. */
export const encodeDocument = (
  value: JsonObject,
  form: ResponseFormat,
  parts: Pick<Parts, 'codecs'>,
): Buffer => laidOut(codecOf(form, parts).write(value), form)

const laidOut = (bytes: Buffer, answer: ResponseFormat): Buffer =>
  answer.isPretty && isJson(answer) ? joinPieces(indentJson([bytes])) : bytes

const isJson = ({ mediaType }: ResponseFormat): boolean => mediaType === 'application/json'

const metadataOf = (
  page: ListChunk['page'],
  token: string,
  { listItemsCarryType }: Resource,
): JsonObject => ({
  // Genuine servers write the empty token for custom types, too.
  ...(listItemsCarryType && token === '' && { continue: '' }),
  resourceVersion: page.revision,
  ...(token && { continue: token }),
  ...(token && page.remaining !== undefined && { remainingItemCount: page.remaining }),
})

function* listKept(
  { entries }: Pick<ListPage, 'entries'>,
  metadata: JsonObject,
  { resource, parts }: EncodeContext,
): Iterable<Piece> {
  const envelope = envelopeOf(resource, resource.listKind)
  yield Buffer.from(`{${envelope},"metadata":${JSON.stringify(metadata)},"items":[`)
  const own = resource.listItemsCarryType ? `${envelopeOf(resource, resource.kind)},` : ''
  let separator = ''
  for (const entry of entries) {
    yield Buffer.from(`${separator}{${own}${versionOf(entry)}`)
    const isLong = !isServedAsStored(resource) && entry.value.length >= parts.limits.largeBodyBytes
    const bytes = isLong ? yield* encodeAsServed(resource, entry) : servedBytes(resource, entry)
    yield bytes.subarray(metadataStart)
    separator = ','
  }
  yield Buffer.from(']}\n')
}

const envelopeOf = (resource: Pick<Resource, 'group' | 'version'>, kind: string): string =>
  `"kind":"${kind}","apiVersion":"${apiVersionOf(resource)}"`

/** An object that a dry run would create has no version. */
const versionOf = ({ revision }: StoredEntry): string =>
  revision === '' ? '"metadata":{' : `"metadata":{"resourceVersion":"${revision}",`

const newline = Buffer.from('\n')
