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
export function bytesIn(resource: Resource, entry: Stored): Buffer {
  const { view, mend } = resource
  if (view) return keep(view.show(recall(entry, view.of)))
  return mend ? mended(resource, entry) : entry.value
}

// Most objects need no mending, and those that do are read more often than their type changes.
const mendedBy = new WeakMap<Buffer, { mend: Resource['mend']; bytes: Buffer }>()

function mended(resource: Resource, entry: Stored): Buffer {
  const known = mendedBy.get(entry.value)
  if (known && known.mend === resource.mend) return known.bytes
  const bytes = keep(recall(entry, resource))
  const made = { mend: resource.mend, bytes: bytes.equals(entry.value) ? entry.value : bytes }
  mendedBy.set(entry.value, made)
  return made.bytes
}

type KeptObject = Pick<ApiObject, 'metadata'> & JsonObject

export function recall(
  entry: Stored,
  resource: Pick<Resource, 'group' | 'version' | 'kind' | 'mend'>,
): ApiObject {
  // `keep` wrote these bytes from a checked object.
  const { metadata, ...fields } = readWrittenJson(entry.value) as KeptObject
  const object = {
    kind: resource.kind,
    ...fields,
    apiVersion: apiVersionOf(resource),
    metadata: { ...metadata, resourceVersion: entry.revision },
  }
  return resource.mend ? resource.mend(object) : object
}
