import type { EncodedList } from '../api/list.ts'
import type { Limits } from '../api/limits.ts'
import { apiVersionOf, type Resource } from '../api/resource.ts'
import type { Status } from '../api/refusal.ts'
import type { Stored } from '../storage/storage.ts'
import { bytesIn, metadataStart } from './store.ts'

/** One object, from the bytes that are kept (OBJ-001, OBJ-022). */
export const encodeObject = (entry: Stored, resource: TypeMeta): Buffer =>
  Buffer.concat([
    Buffer.from(`{${envelopeOf(resource, resource.kind)},${versionOf(entry)}`),
    bytesIn(resource, entry).subarray(metadataStart),
    newline,
  ])

/**
 * A collection, from the bytes of its objects (ENV-001 to ENV-011). Items leave out their kind,
 * which the list carries. A list that fits into one batch is one buffer.
 */
export function encodeList(
  list: EncodedList,
  limits: Pick<Limits, 'batchBytes'>,
): Buffer | Iterable<Buffer> {
  const bytes = list.page.entries.reduce((sum, { value }) => sum + value.length, 0)
  const batches = batchesOf(pieces(list), limits.batchBytes)
  return bytes < limits.batchBytes ? Buffer.concat([...batches]) : batches
}

export const encodeStatus = (status: Status): Buffer => Buffer.from(`${JSON.stringify(status)}\n`)

function* pieces({ resource, page, token }: EncodedList): Iterable<Buffer> {
  const metadata = JSON.stringify({
    resourceVersion: page.revision,
    ...(token && { continue: token }),
    ...(token && page.remaining !== undefined && { remainingItemCount: page.remaining }),
  })
  const envelope = envelopeOf(resource, resource.listKind)
  yield Buffer.from(`{${envelope},"metadata":${metadata},"items":[`)
  let separator = ''
  for (const entry of page.entries) {
    yield Buffer.from(`${separator}{${versionOf(entry)}`)
    yield bytesIn(resource, entry).subarray(metadataStart)
    separator = ','
  }
  yield Buffer.from(']}\n')
}

/** Joins pieces into buffers of about a size, so that a large list is a few writes. */
function* batchesOf(pieces: Iterable<Buffer>, bytesMax: number): Iterable<Buffer> {
  let batch: Buffer[] = []
  let bytes = 0
  for (const piece of pieces) {
    if (bytes > 0 && bytes + piece.length > bytesMax) {
      yield Buffer.concat(batch)
      batch = []
      bytes = 0
    }
    batch.push(piece)
    bytes += piece.length
  }
  yield Buffer.concat(batch)
}

type TypeMeta = Pick<Resource, 'group' | 'version' | 'kind' | 'view'>

const envelopeOf = (resource: Pick<Resource, 'group' | 'version'>, kind: string): string =>
  `"kind":"${kind}","apiVersion":"${apiVersionOf(resource)}"`

/** What a dry run would create has no version. */
const versionOf = ({ revision }: Stored): string =>
  revision === '' ? '"metadata":{' : `"metadata":{"resourceVersion":"${revision}",`

const newline = Buffer.from('\n')
