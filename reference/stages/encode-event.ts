import { apiVersionOf, type Resource } from '../api/resource.ts'
import type { WatchEvent } from '../api/watch.ts'
import { bytesIn, metadataStart } from './store.ts'

type TypeMeta = Pick<Resource, 'group' | 'version' | 'kind' | 'view'>

/**
 * One document of a watch, ended by a newline. The bytes of the object are those that are kept;
 * unlike an item of a list it carries its kind (WATCH-007, WATCH-019, ENV-016).
 */
export function encodeEvent(event: WatchEvent, resource: TypeMeta): Buffer {
  const envelope = `"kind":"${resource.kind}","apiVersion":"${apiVersionOf(resource)}"`
  if (event.type === 'ERROR') return frame('ERROR', JSON.stringify(event.status))
  if (event.type === 'BOOKMARK') {
    const annotations = Object.keys(event.annotations).length > 0 && {
      annotations: event.annotations,
    }
    const metadata = JSON.stringify({ resourceVersion: event.revision, ...annotations })
    return frame('BOOKMARK', `{${envelope},"metadata":${metadata}}`)
  }
  const { revision } = event.entry
  const head = `{"type":"${event.type}","object":{${envelope},"metadata":{"resourceVersion":"${revision}",`
  const rest = bytesIn(resource, event.entry).subarray(metadataStart)
  return Buffer.concat([Buffer.from(head), rest, documentEnd])
}

const frame = (type: string, object: string): Buffer =>
  Buffer.from(`{"type":"${type}","object":${object}}\n`)

const documentEnd = Buffer.from('}\n')
