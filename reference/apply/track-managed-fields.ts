// Tracks ownership in the server: updates `metadata.managedFields` of objects that are written
// through an API path.

import type { ApiObject, JsonObject } from '../api/object.ts'
import { apiVersionOf, type Resource, storageResourceOf } from '../api/resource.ts'
import { resolved, type WaitingTask } from '../lib/event-loop.ts'
import {
  type FieldSet,
  difference,
  noFields,
  fieldSetOfPaths,
  union,
  withoutBranches,
} from './field-set.ts'
import { UnidentifiableItem } from './list-item.ts'
import {
  capUpdateEntries,
  entryTime,
  isOwnershipReset,
  type Manager,
  managerKey,
  type ManagedFields,
} from './managed-fields.ts'
import { readManagedFields, withEntry, writeManagedFields } from './managed-fields.ts'
import { type FieldOwnershipRules, trackUpdate } from './field-ownership.ts'
import { fieldElement, UnreadableFields } from './path-element.ts'
import { finishPending, type PendingWork } from './portioned-walk.ts'
import type { ConvertVersion, VersionedObject } from './versioned-object.ts'

/** Who writes, where, and when (ms since 1970). */
export type WriteContext = {
  readonly manager: string
  /** The type, as of the request path. */
  readonly resource: Resource
  /** Empty for the object itself. */
  readonly subresource: string
  /** All types. Some may be other versions of this one. */
  readonly types: readonly Resource[]
  /** Set if a webhook converts between the versions. */
  readonly convertByWebhook?: (object: ApiObject, apiVersion: string) => Promise<ApiObject>
  readonly now: number
}

/**
 * Returns `managedFields` after a write. `before` is absent when an object is created. `after` has
 * its defaults. Items that cannot be identified get no owner: a write is never refused because of
 * its record (APPLY-008).
 */
export function* managedFieldsAfter(
  before: ApiObject | undefined,
  after: ApiObject,
  writing: WriteContext,
): WaitingTask<JsonObject[] | undefined> {
  const managers = managersBefore(before, after, writing)
  // An object whose ownership was reset has no managers. A new object is tracked from the start.
  if (managers.size === 0 && before) return undefined
  try {
    const pending: PendingWork = []
    const next = encodeManagers(
      yield* managersAfterWrite(before, after, { managers, writing }),
      pending,
    )
    if (pending.length > 0) yield* finishPending(pending)
    return next
  } catch (error) {
    if (error instanceof UnidentifiableItem) return undefined
    throw error
  }
}

/** The result is complete when the work in `pending` has been done. */
export const encodeManagers = (
  managers: ManagedFields,
  pending: PendingWork,
): JsonObject[] | undefined =>
  managers.size === 0 ? undefined : writeManagedFields(managers.values(), pending)

/**
 * Returns the managers before a write. Those in the body count only if they can be read and are not
 * empty. Otherwise those of the stored object are kept.
 */
function managersBefore(
  before: ApiObject | undefined,
  after: ApiObject,
  { subresource }: WriteContext,
): ManagedFields {
  const own = () => readOr(before?.metadata.managedFields, () => new Map())
  if (subresource !== '') return own()
  if (isOwnershipReset(after.metadata.managedFields)) return new Map()
  const said = readOr(after.metadata.managedFields, own)
  return said.size === 0 ? own() : said
}

function readOr(managedFields: unknown, otherwise: () => ManagedFields): ManagedFields {
  try {
    return readManagedFields(managedFields)
  } catch (error) {
    // Old or foreign managed fields may not be readable. The caller chooses the fallback.
    if (error instanceof UnreadableFields) return otherwise()
    throw error
  }
}

/** @throws UnidentifiableItem */
export function* managersAfterWrite(
  before: ApiObject | undefined,
  after: ApiObject,
  { managers, writing }: { managers: ManagedFields; writing: WriteContext },
): WaitingTask<ManagedFields> {
  const typed = typedObject(writing)
  const change = { before: typed(before ?? emptyObject(writing)), after: typed(after) }
  const result = yield* trackUpdate(change, { managers }, ownershipRulesOf(writing))
  yield
  const own = difference(result.own, neverOwnedFields)
  if (own.size === 0) return capUpdateEntries(result.managers, union)
  const manager = managerOf(writing, 'Update')
  const last = result.managers.get(managerKey(manager))?.fields ?? noFields
  const owned = { ...manager, time: entryTime(writing.now), fields: union(last, own) }
  return capUpdateEntries(withEntry(result.managers, owned), union)
}

export const managerOf = (
  { manager, resource, subresource }: WriteContext,
  operation: Manager['operation'],
): Manager => ({
  manager: manager || 'unknown',
  operation,
  apiVersion: apiVersionOf(resource),
  subresource,
})

const emptyObjects = new WeakMap<Resource, ApiObject>()

/** Returns an object of the type that has only `kind` and `apiVersion`. It must not be changed. */
export function emptyObject({ resource }: Pick<WriteContext, 'resource'>): ApiObject {
  const known = emptyObjects.get(resource)
  if (known) return known
  const { kind } = resource
  const made = { ...resource.zeroValue?.(), kind, apiVersion: apiVersionOf(resource), metadata: {} }
  emptyObjects.set(resource, made)
  return made
}

/** Removes `managedFields`, which is not subject to ownership. */
export const typedObject =
  ({ resource }: WriteContext) =>
  ({ metadata, ...fields }: ApiObject): VersionedObject => {
    const { managedFields: _managedFields, ...rest } = metadata
    const object = { ...fields, metadata: rest } as ApiObject
    return { apiVersion: apiVersionOf(resource), schema: resource.schema(), object }
  }

// Identity and version of an object have no owner.
const identity = ['name', 'namespace', 'creationTimestamp', 'selfLink', 'uid', 'clusterName']
const counted = ['generation', 'managedFields', 'resourceVersion']

export const neverOwnedFields: FieldSet = fieldSetOfPaths(
  ...['apiVersion', 'kind', 'metadata'].map(name => [fieldElement(name)]),
  ...[...identity, ...counted].map(name => [fieldElement('metadata'), fieldElement(name)]),
)

/** Returns the ownership rules of a write. Fields that the path does not change are not tracked. */
export const ownershipRulesOf = (writing: WriteContext): FieldOwnershipRules => ({
  convert: converting(writing),
  tracked: trackedBy(writing.resource),
})

function trackedBy({ resetFields = [] }: Resource): FieldOwnershipRules['tracked'] {
  if (resetFields.length === 0) return fields => fields
  const except = fieldSetOfPaths(...resetFields.map(elementsOf))
  return fields => withoutBranches(fields, except)
}

const elementsOf = (path: string) => path.split('.').map(fieldElement)

/**
 * Converts objects to other served versions of their type. Returns undefined for views with
 * separate managed fields.
 */
function converting({ resource, types, convertByWebhook }: WriteContext): ConvertVersion {
  const kept = storageResourceOf(resource)
  const inVersion = (apiVersion: string) =>
    apiVersion === apiVersionOf(resource)
      ? resource
      : types.find(
          other =>
            apiVersionOf(other) === apiVersion &&
            storageResourceOf(other).group === kept.group &&
            storageResourceOf(other).resource === kept.resource,
        )
  return function* (typed, apiVersion) {
    if (typed.apiVersion === apiVersion) return typed
    if (resource.view?.managedFields) return undefined
    const [from, to] = [inVersion(typed.apiVersion), inVersion(apiVersion)]
    if (!from || !to) return undefined
    const schema = to.schema()
    if (convertByWebhook) {
      const object = yield* resolved(convertByWebhook(typed.object, apiVersion))
      return { apiVersion, schema, object }
    }
    const stored = from.view ? from.view.fromView(typed.object, undefined) : typed.object
    // Controllers change only the metadata, which is the same in all versions.
    const isOnlyRenamed = storageResourceOf(to).conversion !== undefined
    const object = to.view && !isOnlyRenamed ? to.view.toView(stored) : stored
    return { apiVersion, schema, object: { ...object, apiVersion } }
  }
}
