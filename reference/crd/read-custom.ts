import { valueInvalid } from '../api/status-causes.ts'
import { type ApiObject, isJsonObject, type JsonObject } from '../api/object.ts'
import { apiVersionOf, type Resource } from '../api/resource.ts'
import type { Schema } from '../api/schema.ts'
import { truncate } from '../api/quote.ts'
import { badRequest, invalidObject } from '../api/status.ts'
import { prune } from '../types/schemas/prune.ts'
import { typeFault } from '../types/schemas/type-fault.ts'
import { coerceEmbedded } from './embedded-objects.ts'
import type { SchemaNode } from './schema-node.ts'
import { pruneCustom } from './prune-custom.ts'
import { writeJson } from '../lib/write-json.ts'

type Type = Pick<Resource, 'group' | 'version' | 'kind'>

type Reading = {
  readonly type: Type
  readonly node: SchemaNode
  /** The schema of metadata. */
  readonly metadata: Schema
  /** Whether apiVersion and kind are required. */
  readonly namesType: boolean
}

/**
 * Reads a document as a custom object: checks its metadata, and prunes the rest by its schema.
 * Wrong types are left to validation. @throws 400
 */
export function readCustom(
  value: JsonObject,
  { type, node, metadata, namesType }: Reading,
): { readonly value: JsonObject; readonly unknown: readonly string[] } {
  checkEnvelope(value, { type, namesType })
  const own = readMetadata(value.metadata, metadata, type)
  const pruned = pruneCustom(value, node, 'resource')
  const embedded = coerceEmbedded(pruned.value, node, metadata)
  if (embedded.fault) {
    const { path, because } = embedded.fault
    throw unrecognized(type, `${path}: ${because}`)
  }
  return {
    // Pruning an object yields an object.
    value: { ...(embedded.value as JsonObject), metadata: own.value },
    unknown: [...own.unknown, ...pruned.unknown, ...embedded.unknown].sort(),
  }
}

function readMetadata(given: unknown, schema: Schema, type: Type) {
  const fault = typeFault(given, schema)
  if (fault !== undefined) throw unrecognized(type, `metadata.${fault}`)
  const { value, unknown } = prune(given, schema)
  return {
    value: isJsonObject(value) ? value : {},
    unknown: unknown.map(path => `metadata.${path}`),
  }
}

/** Checks that apiVersion and kind, if present, match the path. @throws 400, 422 */
function checkEnvelope(
  value: JsonObject,
  { type, namesType }: Pick<Reading, 'type' | 'namesType'>,
) {
  const { kind = '', apiVersion = '' } = value
  const version = apiVersionOf(type)
  if (namesType && kind === '') {
    const text = truncate(writeJson(value).toString())
    throw badRequest(
      `the object provided is unrecognized (must be of type ${type.kind}): ` +
        `Object 'Kind' is missing in '${text}' (${text.slice(0, 25)} ...)`,
    )
  }
  if ((namesType || apiVersion) && apiVersion !== version) {
    throw badRequest(
      `the API version in the data (${truncate(String(apiVersion))}) does not match ` +
        `the expected API version (${version})`,
    )
  }
  if (!kind || kind === type.kind) return
  const own = isJsonObject(value.metadata) ? value.metadata.name : undefined
  throw invalidObject(
    { group: type.group, kind: String(kind), name: typeof own === 'string' ? own : '' },
    [valueInvalid('kind', kind, `must be ${type.kind}`)],
  )
}

const unrecognized = ({ kind, version }: Type, why: string) =>
  badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${why}`)

/** Converts a stored object to a version: prunes it and sets its apiVersion. */
export function convertToVersion(
  object: ApiObject,
  node: SchemaNode,
  apiVersion: string,
): ApiObject {
  // Pruning an object yields an object with its envelope.
  const pruned = pruneCustom(object, node, 'resource').value as ApiObject
  return pruned.apiVersion === apiVersion ? pruned : { ...pruned, apiVersion }
}
