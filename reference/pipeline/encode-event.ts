import type { EncodeContext } from '../parts/parts.ts'
import type { StreamState } from '../api/watch.ts'
import { apiVersionOf } from '../api/resource.ts'
import type { WatchEvent } from '../api/watch.ts'
import { codecOf } from './codec-of.ts'
import { isStoredFormat } from './encode.ts'
import { encodeTransformedEvent } from './encode-transformed.ts'
import { servedBytes, metadataStart } from './stored-object.ts'

/**
 * Encodes one event of a watch. For the stored JSON form the bytes of the object are reused; unlike
 * an item of a list it has its kind (WATCH-007, WATCH-019, ENV-016).
 */
export function encodeEvent(event: WatchEvent, wanted: EncodeContext, framed: StreamState): Buffer {
  const { answer } = wanted.negotiation
  if (event.type === 'ERROR') {
    const codec = codecOf(answer, wanted.parts)
    if (!codec.stream) throw new Error(`${answer.mediaType} has no streams, though it was chosen`)
    return codec.stream.frame('ERROR', codec.write(event.status))
  }
  return isStoredFormat(answer)
    ? eventKept(event, wanted)
    : encodeTransformedEvent(event, wanted, framed)
}

/** Encodes one line of JSON from the stored bytes. */
function eventKept(
  event: Exclude<WatchEvent, { type: 'ERROR' }>,
  { resource }: Pick<EncodeContext, 'resource'>,
): Buffer {
  const envelope = `"kind":"${resource.kind}","apiVersion":"${apiVersionOf(resource)}"`
  if (event.type === 'BOOKMARK') {
    const { annotations } = event
    const metadata = JSON.stringify({
      resourceVersion: event.revision,
      ...(Object.keys(annotations).length > 0 && { annotations }),
    })
    return Buffer.from(`{"type":"BOOKMARK","object":{${envelope},"metadata":${metadata}}}\n`)
  }
  const { revision } = event.entry
  const head = `{"type":"${event.type}","object":{${envelope},"metadata":{"resourceVersion":"${revision}",`
  const rest = servedBytes(resource, event.entry).subarray(metadataStart)
  return Buffer.concat([Buffer.from(head), rest, documentEnd])
}

const documentEnd = Buffer.from('}\n')
