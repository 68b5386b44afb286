// Converts between the two forms of an object: the decoded object, and its stored bytes. The bytes
// are encoded once. They omit fields that every reader knows (kind, apiVersion) and the version,
// which the store knows. They begin with the metadata, which is never empty, so that a response
// only has to put these fields in front. If a type has several versions, the name of the stored
// version follows the bytes: `{"metadata":{…},"spec":{…}}v1`.

import type { ApiObject, JsonObject } from '../api/object.ts'
import { apiVersionOf, type Resource } from '../api/resource.ts'
import { isSameJson } from '../api/same-json.ts'
import { runToEnd, type ResumableTask } from '../lib/event-loop.ts'
import { readStoredJson } from '../codecs/stored-json.ts'
import type { StoredEntry } from '../api/store.ts'
import { writeJson } from '../lib/write-json.ts'

/** The offset of the first member of the metadata in the bytes of every object. */
export const metadataStart = '{"metadata":{'.length

export function encodeStored(
  object: ApiObject,
  { storageVersion }: Pick<Resource, 'storageVersion'> = {},
): Buffer {
  if (!storageVersion) return unpooledCopy(written(object))
  const stored = storageVersion.convert(object)
  return Buffer.concat([written(stored), Buffer.from(versionNameOf(stored))])
}

const versionNameOf = ({ apiVersion }: ApiObject): string =>
  apiVersion.slice(apiVersion.indexOf('/') + 1)

function written({ kind: _kind, apiVersion: _apiVersion, metadata, ...fields }: ApiObject): Buffer {
  const { resourceVersion: _version, ...kept } = metadata
  return writeJson({ metadata: kept, ...fields })
}

const brace = '}'.charCodeAt(0)

/** Splits a stored value into the bytes and the version name after them; the name may be empty. */
function splitStored(value: Buffer): { bytes: Buffer; version: string } {
  if (value.at(-1) === brace) return { bytes: value, version: '' }
  const end = value.lastIndexOf(brace) + 1
  return { bytes: value.subarray(0, end), version: value.toString('utf8', end) }
}

/** Whether storing an object would leave the stored value as it is, in any order of members. */
export function isSameAsStored(object: ApiObject, value: Buffer, resource: Resource): boolean {
  const own = encodeStored(object, resource)
  if (own.equals(value)) return true
  const [one, other] = [splitStored(own), splitStored(value)]
  if (one.version !== other.version) return false
  return isSameJson(readStoredJson(one.bytes), readStoredJson(other.bytes))
}

/**
 * Copies bytes into a separate buffer. Small buffers are slices of a shared pool, which each slice
 * keeps alive.
 */
function unpooledCopy(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}

/** Returns the bytes of an object in the form of a path, which mostly is the stored form. */
export const servedBytes = (resource: Resource, entry: StoredEntry): Buffer =>
  isServedAsStored(resource) ? entry.value : runToEnd(encodeAsServed(resource, entry))

/** Whether a path shows objects in their stored form. */
export const isServedAsStored = ({ view, toServedVersion }: Resource): boolean =>
  (view ?? toServedVersion) === undefined

/** Encodes an object in another form than the stored one. */
export function* encodeAsServed(resource: Resource, entry: StoredEntry): ResumableTask<Buffer> {
  const { view } = resource
  if (!view) return yield* converted(resource, entry)
  const object = decodeStored(entry, view.storedResource)
  yield
  return encodeStored(view.toView(object))
}

// Cache per stored value. Most objects need no conversion, and those that do are read more often
// than their type changes.
const convertedBytes = new WeakMap<
  Buffer,
  { convert: Resource['toServedVersion']; bytes: Buffer }
>()

function* converted(
  { toServedVersion, ...resource }: Resource,
  entry: StoredEntry,
): ResumableTask<Buffer> {
  const known = convertedBytes.get(entry.value)
  if (known && known.convert === toServedVersion) return known.bytes
  const object = decodeStored(entry, resource)
  yield
  const next = toServedVersion ? toServedVersion(object) : object
  yield
  const bytes = encodeStored(next)
  const kept = splitStored(entry.value).bytes
  const made = { convert: toServedVersion, bytes: bytes.equals(kept) ? kept : bytes }
  convertedBytes.set(entry.value, made)
  return made.bytes
}

type KeptObject = Pick<ApiObject, 'metadata'> & JsonObject

export function decodeStored(
  entry: StoredEntry,
  resource: Pick<Resource, 'group' | 'version' | 'kind' | 'toServedVersion'>,
): ApiObject {
  // `encodeStored` wrote these bytes from a validated object.
  const { bytes, version } = splitStored(entry.value)
  const { metadata, ...fields } = readStoredJson(bytes) as KeptObject
  const { group, version: own } = resource
  const object = {
    kind: resource.kind,
    ...fields,
    apiVersion: apiVersionOf({ group, version: version || own }),
    metadata: { ...metadata, resourceVersion: entry.revision },
  }
  return resource.toServedVersion ? resource.toServedVersion(object) : object
}
