// The two forms of an object: what the verbs compute with, and the bytes that are kept. The bytes
// are encoded once. They leave out what every reader knows (kind, apiVersion) and what only the
// store knows (the version). They begin with the metadata, which is never empty, so that an answer
// only puts these before.

import type { ApiObject, JsonObject } from '../api/object.ts'
import { apiVersionOf, type Resource } from '../api/resource.ts'
import { writeJson } from '../codecs/json.ts'
import { readWrittenJson } from '../codecs/written-json.ts'
import type { Stored } from '../storage/storage.ts'

/** Where the first member of the metadata begins in the bytes of every object. */
export const metadataStart = '{"metadata":{'.length

export function keep(object: ApiObject): Buffer {
  const { kind: _kind, apiVersion: _apiVersion, metadata, ...fields } = object
  const { resourceVersion: _version, ...kept } = metadata
  return apart(writeJson({ metadata: kept, ...fields }))
}

/** A copy by itself. Small buffers are cut from shared ones, which each part keeps alive. */
function apart(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}

/** The bytes of an object in the form of a path, which most often is the form that is kept. */
export const bytesIn = ({ view }: Pick<Resource, 'view'>, entry: Stored): Buffer =>
  view ? keep(view.show(recall(entry, view.of))) : entry.value

type KeptObject = Pick<ApiObject, 'metadata'> & JsonObject

export function recall(
  entry: Stored,
  resource: Pick<Resource, 'group' | 'version' | 'kind'>,
): ApiObject {
  // `keep` wrote these bytes from a checked object.
  const { metadata, ...fields } = readWrittenJson(entry.value) as KeptObject
  return {
    kind: resource.kind,
    ...fields,
    apiVersion: apiVersionOf(resource),
    metadata: { ...metadata, resourceVersion: entry.revision },
  }
}
