import type { AnswerForm } from '../api/call.ts'
import type { EncodedList, ListPage } from '../api/list.ts'
import type { JsonObject } from '../api/object.ts'
import type { Parts, Wanted } from '../api/parts.ts'
import { apiVersionOf, type Resource } from '../api/resource.ts'
import { atOnce, Unfinished, type Walk } from '../lib/turns.ts'
import type { Piece } from '../codecs/codec.ts'
import { joinPieces } from '../codecs/pieces.ts'
import type { Stored } from '../storage/storage.ts'
import { batchesOf, first } from './batches.ts'
import { codecOf } from './codec-of.ts'
import { indented } from './indent.ts'
import { listShown, objectShown } from './encode-shown.ts'
import { bytesIn, bytesMade, isFormKept, metadataStart } from './store.ts'

/**
 * One object, most often from the stored bytes (OBJ-001, OBJ-022); unfinished where it is large
 * and is written in another form.
 */
export function encodeObject(entry: Stored, wanted: Wanted): Buffer | Unfinished<Buffer> {
  const { resource, form, at } = wanted
  const isCopied = isKept(form.answer) && isFormKept(resource)
  if (isCopied) return laidOut(headed(entry, entry.value, resource), form.answer)
  const walk = objectWritten(entry, wanted)
  return entry.value.length < at.limits.largeBodyBytes ? atOnce(walk) : new Unfinished(walk)
}

function* objectWritten(entry: Stored, wanted: Wanted): Walk<Buffer> {
  const { resource, form } = wanted
  const bytes = isKept(form.answer)
    ? headed(entry, yield* bytesMade(resource, entry), resource)
    : yield* objectShown(entry, wanted)
  yield
  return laidOut(bytes, form.answer)
}

/** An object that is kept in these bytes, as a document. */
const headed = (entry: Stored, bytes: Buffer, resource: Resource): Buffer =>
  Buffer.concat([
    Buffer.from(`{${envelopeOf(resource, resource.kind)},${versionOf(entry)}`),
    bytes.subarray(metadataStart),
    newline,
  ])

/** Whether an answer is made of objects as they are kept. */
export const isKept = ({ as, mediaType }: AnswerForm): boolean =>
  as === 'itself' && mediaType === 'application/json'

/**
 * A collection (ENV-001 to ENV-011). Items leave out their kind, which the list carries. A list
 * that is ready within a turn and fits into one batch is one buffer.
 */
export function encodeList(
  { page, token }: EncodedList,
  wanted: Wanted,
): Buffer | Iterable<Buffer> {
  const { resource, form, at } = wanted
  const metadata = metadataOf(page, token, resource)
  const isPretty = form.answer.isPretty && isJson(form.answer)
  const pieces = isKept(form.answer)
    ? listKept(page, metadata, wanted)
    : listShown(page, metadata, wanted)
  const { batchBytes, turnMs } = at.limits
  // Of what is only copied a batch takes no time worth a look at the clock.
  const isCopied = isKept(form.answer) && !isPretty && isFormKept(resource)
  const limits = isCopied ? { batchBytes } : { batchBytes, turnMs }
  return first(batchesOf(isPretty ? indented(pieces) : pieces, limits), at.limits)
}

/** A document of the server itself, such as a Status. */
export const encodeDocument = (
  value: JsonObject,
  form: AnswerForm,
  at: Pick<Parts, 'codecs'>,
): Buffer => laidOut(codecOf(form, at).write(value), form)

const laidOut = (bytes: Buffer, answer: AnswerForm): Buffer =>
  answer.isPretty && isJson(answer) ? joinPieces(indented([bytes])) : bytes

const isJson = ({ mediaType }: AnswerForm): boolean => mediaType === 'application/json'

const metadataOf = (
  page: EncodedList['page'],
  token: string,
  { itemsNameType }: Resource,
): JsonObject => ({
  // Genuine servers show the empty token of custom types, too.
  ...(itemsNameType && token === '' && { continue: '' }),
  resourceVersion: page.revision,
  ...(token && { continue: token }),
  ...(token && page.remaining !== undefined && { remainingItemCount: page.remaining }),
})

function* listKept(
  { entries }: Pick<ListPage, 'entries'>,
  metadata: JsonObject,
  { resource, at }: Wanted,
): Iterable<Piece> {
  const envelope = envelopeOf(resource, resource.listKind)
  yield Buffer.from(`{${envelope},"metadata":${JSON.stringify(metadata)},"items":[`)
  const own = resource.itemsNameType ? `${envelopeOf(resource, resource.kind)},` : ''
  let separator = ''
  for (const entry of entries) {
    yield Buffer.from(`${separator}{${own}${versionOf(entry)}`)
    const isLong = !isFormKept(resource) && entry.value.length >= at.limits.largeBodyBytes
    const bytes = isLong ? yield* bytesMade(resource, entry) : bytesIn(resource, entry)
    yield bytes.subarray(metadataStart)
    separator = ','
  }
  yield Buffer.from(']}\n')
}

const envelopeOf = (resource: Pick<Resource, 'group' | 'version'>, kind: string): string =>
  `"kind":"${kind}","apiVersion":"${apiVersionOf(resource)}"`

/** What a dry run would create has no version. */
const versionOf = ({ revision }: Stored): string =>
  revision === '' ? '"metadata":{' : `"metadata":{"resourceVersion":"${revision}",`

const newline = Buffer.from('\n')
