import { isJsonObject, type JsonObject, type TypeMeta } from '../api/object.ts'
import type { Parts } from '../parts/parts.ts'
import { apiVersionOf, type Resource } from '../api/resource.ts'
import { truncate, previewJson } from '../api/quote.ts'
import { badRequest } from '../api/status.ts'
import type { ResumableTask } from '../lib/event-loop.ts'
import type { BodyFormat, DecodedObject, DecodeTarget, ParsedBody } from '../api/write.ts'
import { UnreadableDocument } from '../codecs/codec.ts'
import { prune, type PruneResult } from '../types/schemas/prune.ts'
import { typeFault } from '../types/schemas/type-fault.ts'

/** Decodes the object in the body of a create or an update. @throws 400 */
export function* decode(
  bytes: Buffer,
  { mediaType, ...wanted }: DecodeTarget,
  parts: Pick<Parts, 'codecs'>,
): ResumableTask<DecodedObject> {
  const document = parseBody(bytes, { mediaType, type: typeOf(wanted.resource) }, parts)
  yield
  return yield* checkDocument(document, wanted)
}

const typeOf = (resource: Resource): TypeMeta => ({
  kind: resource.kind,
  apiVersion: apiVersionOf(resource),
})

/**
 * Converts a document to an object of a type: checks that the envelope matches the path and that
 * every known field has its type, and drops unknown and null fields. A type error is reported alone
 * (VALID-019). @throws 400 (ERR-005, PATH-027, OBJ-005, VALID-013, VALID-014)
 */
export function* checkDocument(
  { value, duplicates, unknownPatchMembers = [] }: ParsedBody,
  { resource, level }: Omit<DecodeTarget, 'mediaType'>,
): ResumableTask<DecodedObject> {
  if (!isJsonObject(value)) throw unrecognized(resource, `expected an object, got ${sortOf(value)}`)
  const pruned = resource.decodeDocument
    ? resource.decodeDocument(value)
    : yield* fitted(value, resource)
  const findings = [
    ...unknownPatchMembers,
    ...duplicates.map(path => `duplicate field ${previewJson(path)}`),
    ...pruned.unknown.map(path => `unknown field ${previewJson(path)}`),
  ].slice(0, findingsMax)
  if (level === 'Strict' && findings.length > 0) {
    throw unrecognized(resource, `strict decoding error: ${findings.join(', ')}`)
  }
  // Pruning an object returns an object.
  const { metadata, ...fields } = pruned.value as JsonObject
  const object = {
    ...fields,
    kind: resource.kind,
    apiVersion: apiVersionOf(resource),
    metadata: withoutEmpty(isJsonObject(metadata) ? metadata : {}, resource),
  }
  return { object, warnings: level === 'Warn' ? findings : [] }
}

const findingsMax = 100

/** Prunes a document to the fields of its type. @throws 400 for a document of another type */
function* fitted(value: JsonObject, resource: Resource): ResumableTask<PruneResult> {
  checkEnvelope(value, resource)
  const schema = resource.schema()
  const fault = typeFault(value, schema)
  if (fault) throw unrecognized(resource, fault)
  yield
  return prune(value, schema)
}

/** Parses the document in a body. @throws 400 for a text that is invalid in the media type */
export function parseBody(
  bytes: Buffer,
  { mediaType, type }: BodyFormat,
  parts: Pick<Parts, 'codecs'>,
): ParsedBody {
  const codec = parts.codecs[mediaType]
  if (!codec) throw new Error(`no codec for ${mediaType}, though it was negotiated`)
  if (bytes.length === 0) throw badRequest('body: expected an object, got nothing')
  try {
    return codec.read(bytes, type)
  } catch (error) {
    if (error instanceof UnreadableDocument) throw badRequest(`body: ${truncate(error.message)}`)
    throw error
  }
}

/**
 * Checks `kind` and `apiVersion`: they may be absent or empty, but must not differ from the path.
 */
function checkEnvelope({ kind, apiVersion }: JsonObject, resource: Resource): void {
  const version = apiVersionOf(resource)
  if (kind && kind !== resource.kind) {
    throw unrecognized(resource, `kind: expected ${resource.kind}, got ${previewJson(kind)}`)
  }
  if (apiVersion && apiVersion !== version) {
    throw badRequest(
      `the API version in the data (${truncate(String(apiVersion))}) does not match ` +
        `the expected API version (${version})`,
    )
  }
}

const unrecognized = ({ kind, version }: Resource, why: string) =>
  badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${why}`)

const sortOf = (value: unknown): string =>
  Array.isArray(value) ? 'an array' : value === null ? 'null' : `a ${typeof value}`

/**
 * Removes empty metadata fields, which mean the same as absent ones. Empty `managedFields` are kept
 * for types without `decodeDocument`: they are a request to clear all ownership. Those of custom
 * types are dropped, as on genuine servers (K8S-APPLY-012).
 */
const withoutEmpty = (metadata: JsonObject, { decodeDocument }: Resource): JsonObject =>
  Object.fromEntries(
    Object.entries(metadata).filter(
      ([name, value]) =>
        (name === 'managedFields' && decodeDocument === undefined) ||
        (value !== '' && !isEmpty(value)),
    ),
  )

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0
