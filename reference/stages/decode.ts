import { type ApiObject, isJsonObject, type JsonObject } from '../api/object.ts'
import type { Parts } from '../api/parts.ts'
import { apiVersionOf, type FieldTypes, type Resource } from '../api/resource.ts'
import { clipped, shownJson } from '../api/shown.ts'
import { badRequest } from '../api/status.ts'
import type { DecodeTarget } from '../api/write.ts'
import { JsonSyntaxError } from '../codecs/json.ts'
import { typeFault, withoutNulls } from './field-types.ts'

/** The object in the body of a create or an update. @throws 400 */
export const decode = (
  bytes: Buffer,
  { resource, mediaType }: DecodeTarget,
  at: Pick<Parts, 'codecs'>,
): ApiObject => checked(read(bytes, mediaType, at), resource)

/**
 * A value as an object of a type: its envelope fits the path, every field that the type knows has
 * its type, and null fields are gone. @throws 400 (ERR-005, PATH-027, OBJ-005)
 */
export function checked(value: unknown, resource: Resource): ApiObject {
  if (!isJsonObject(value)) throw unrecognized(resource, `expected an object, got ${sortOf(value)}`)
  checkEnvelope(value, resource)
  const types = { ...metadataTypes, ...resource.fieldTypes }
  const fault = typeFault(value, types)
  if (fault) throw unrecognized(resource, fault)
  const { metadata, ...fields } = withoutNulls(value, types)
  return {
    ...fields,
    kind: resource.kind,
    apiVersion: apiVersionOf(resource),
    metadata: withoutEmpty(isJsonObject(metadata) ? metadata : {}),
  }
}

/** The value in a body. @throws 400 for a text that the media type does not allow */
export function read(bytes: Buffer, mediaType: string, at: Pick<Parts, 'codecs'>): unknown {
  const codec = at.codecs[mediaType]
  if (!codec) throw new Error(`no codec for ${mediaType}, though it was negotiated`)
  if (bytes.length === 0) throw badRequest('body: expected an object, got nothing')
  try {
    return codec.read(bytes).value
  } catch (error) {
    if (error instanceof JsonSyntaxError) throw badRequest(`body: ${error.message}`)
    throw error
  }
}

/** Kind and version may be left out or empty, but not name another type than the path does. */
function checkEnvelope({ kind, apiVersion }: JsonObject, resource: Resource): void {
  const version = apiVersionOf(resource)
  if (kind && kind !== resource.kind) {
    throw unrecognized(resource, `kind: expected ${resource.kind}, got ${shownJson(kind)}`)
  }
  if (apiVersion && apiVersion !== version) {
    throw badRequest(
      `the API version in the data (${clipped(String(apiVersion))}) does not match ` +
        `the expected API version (${version})`,
    )
  }
}

const unrecognized = ({ kind, version }: Resource, why: string) =>
  badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${why}`)

const sortOf = (value: unknown): string =>
  Array.isArray(value) ? 'an array' : value === null ? 'null' : `a ${typeof value}`

const metadataTypes: FieldTypes = {
  metadata: 'object',
  'metadata.name': 'string',
  'metadata.generateName': 'string',
  'metadata.namespace': 'string',
  'metadata.uid': 'string',
  'metadata.resourceVersion': 'string',
  'metadata.generation': 'int64',
  'metadata.creationTimestamp': 'timestamp',
  'metadata.deletionTimestamp': 'timestamp',
  'metadata.deletionGracePeriodSeconds': 'int64',
  'metadata.labels': 'map of string',
  'metadata.annotations': 'map of string',
  'metadata.finalizers': 'array of string',
  'metadata.ownerReferences': 'array of object',
  'metadata.managedFields': 'array of object',
}

/** Metadata fields that are empty are the same as absent ones, so they are not kept. */
const withoutEmpty = (metadata: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(metadata).filter(([, value]) => value !== '' && !isEmpty(value)),
  )

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0
