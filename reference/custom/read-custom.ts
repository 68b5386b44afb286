import { type ApiObject, isJsonObject, type JsonObject } from '../api/object.ts'
import { apiVersionOf, type Resource } from '../api/resource.ts'
import type { Schema } from '../api/schema.ts'
import { clipped, shownJson } from '../api/shown.ts'
import { badRequest } from '../api/status.ts'
import { prune } from '../schemas/prune.ts'
import { typeFault } from '../schemas/type-fault.ts'
import { coercedEmbedded } from './embedded.ts'
import type { Node } from './node.ts'
import { pruneCustom } from './prune-custom.ts'

type Type = Pick<Resource, 'group' | 'version' | 'kind'>

/**
 * A document as a custom object: metadata is as anywhere, and the rest is without what its schema
 * does not know. A wrong type is for validation to tell. @throws 400
 */
export function readCustom(
  value: JsonObject,
  { type, node, metadata }: { type: Type; node: Node; metadata: Schema },
): { readonly value: JsonObject; readonly unknown: readonly string[] } {
  checkEnvelope(value, type)
  const own = readMetadata(value.metadata, metadata, type)
  const pruned = pruneCustom(value, node, 'resource')
  const embedded = coercedEmbedded(pruned.value, node, metadata)
  if (embedded.fault) {
    const { path, because } = embedded.fault
    throw unrecognized(type, `${path}: ${because}`)
  }
  return {
    // Objects are pruned to objects.
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

/** An object that says what it is must say both; one that says nothing is what its path says. */
function checkEnvelope({ kind, apiVersion }: JsonObject, type: Type): void {
  const version = apiVersionOf(type)
  if (apiVersion && apiVersion !== version) {
    throw badRequest(
      `the API version in the data (${clipped(String(apiVersion))}) does not match ` +
        `the expected API version (${version})`,
    )
  }
  if (kind && kind !== type.kind) {
    throw unrecognized(type, `kind: expected ${type.kind}, got ${shownJson(kind)}`)
  }
}

const unrecognized = ({ kind, version }: Type, why: string) =>
  badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${why}`)

/** What is kept, as an object of a version: pruned, and with its name. */
export function inVersion(object: ApiObject, node: Node, apiVersion: string): ApiObject {
  // An object is pruned to an object, and its envelope stays.
  const pruned = pruneCustom(object, node, 'resource').value as ApiObject
  return pruned.apiVersion === apiVersion ? pruned : { ...pruned, apiVersion }
}
