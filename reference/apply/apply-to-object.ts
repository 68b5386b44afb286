// Applies a configuration to an object and computes the new owners (APPLY-001, APPLY-002,
// APPLY-010, APPLY-012).

import type { ApiObject } from '../api/object.ts'
import { isSameJson } from '../api/same-json.ts'
import type { WaitingTask } from '../lib/event-loop.ts'
import { applyFaults } from './apply-faults.ts'
import { difference } from './field-set.ts'
import { lastAppliedFields, withLastApplied } from './last-applied.ts'
import { UnidentifiableItem } from './list-item.ts'
import {
  entryTime,
  managerKey,
  type ManagedFields,
  readManagedFields,
  withEntry,
} from './managed-fields.ts'
import { applyFields, type ApplyConflict } from './field-ownership.ts'
import { UnreadableFields } from './path-element.ts'
import { finishPending, type PendingWork } from './portioned-walk.ts'
import {
  managerOf,
  managersAfterWrite,
  neverOwnedFields,
  emptyObject,
  ownershipRulesOf,
  encodeManagers,
} from './track-managed-fields.ts'
import { typedObject, type WriteContext } from './track-managed-fields.ts'

/** The outcome of an apply. */
export type ApplyResult =
  | { readonly is: 'done'; readonly object: ApiObject }
  | { readonly is: 'refused'; readonly conflicts: readonly ApplyConflict[] }
  /** The applied configuration cannot be owned field by field, for these reasons. */
  | { readonly is: 'untypable'; readonly faults: readonly string[] }

/** An apply by one field manager. A forced apply takes over conflicting fields. */
export type ApplyRequest = WriteContext & { readonly isForced: boolean }

/**
 * Returns the object after the apply, with its new owners. `live` is absent when the object is
 * created. `given` is the configuration as the client sent it, of the right type and version.
 */
export function* applyToObject(
  live: ApiObject | undefined,
  given: ApiObject,
  application: ApplyRequest,
): WaitingTask<ApplyResult> {
  const faults = yield* applyFaults(given, application.resource.schema())
  if (faults.length > 0) return { is: 'untypable', faults }
  try {
    yield
    return yield* merge(live ?? emptyObject(application), given, application)
  } catch (error) {
    if (error instanceof UnidentifiableItem) return { is: 'untypable', faults: [error.message] }
    if (error instanceof UnreadableFields) {
      return { is: 'untypable', faults: [`failed to decode managed fields: ${error.message}`] }
    }
    throw error
  }
}

function* merge(
  live: ApiObject,
  given: ApiObject,
  application: ApplyRequest,
): WaitingTask<ApplyResult> {
  const managers = yield* managersOf(live, application)
  const first = yield* attempt(live, given, { managers, application })
  if (first.is !== 'refused' || application.manager !== 'kubectl') return first
  // Fields in kubectl's own last-applied annotation do not conflict with an apply by kubectl.
  const own = yield* lastAppliedFields(live, typedObject(application))
  if (!own) return first
  const conflicts = first.conflicts.flatMap(({ owner, fields }): ApplyConflict[] => {
    const left = difference(fields, own)
    return left.size === 0 ? [] : [{ owner, fields: left }]
  })
  if (conflicts.length > 0) return { is: 'refused', conflicts }
  return yield* attempt(live, given, { managers, application: { ...application, isForced: true } })
}

/** Fields of an object without managers are assigned to `before-first-apply`. */
function* managersOf(live: ApiObject, application: ApplyRequest): WaitingTask<ManagedFields> {
  const managers = readManagedFields(live.metadata.managedFields)
  if (managers.size > 0) return managers
  const writing = { ...application, manager: 'before-first-apply' }
  return yield* managersAfterWrite(undefined, live, { managers, writing })
}

type Attempt = { readonly managers: ManagedFields; readonly application: ApplyRequest }

function* attempt(
  live: ApiObject,
  given: ApiObject,
  { managers, application }: Attempt,
): WaitingTask<ApplyResult> {
  const typed = typedObject(application)
  const manager = managerOf(application, 'Apply')
  const [before, said] = [typed(live), typed(given)]
  const { isForced } = application
  const how = { managers, manager, isForced }
  const result = yield* applyFields(before, said, how, ownershipRulesOf(application))
  if ('conflicts' in result) return { is: 'refused', conflicts: result.conflicts }
  yield
  const isChanged = !isSameJson(before.object, result.object)
  const owned = result.managers.get(managerKey(manager))
  const time = isChanged ? { time: entryTime(application.now) } : {}
  const next = owned
    ? withEntry(result.managers, {
        ...owned,
        ...time,
        fields: difference(owned.fields, neverOwnedFields),
      })
    : result.managers
  // Merging and pruning an object yields an object.
  const object = (isChanged ? result.object : live) as ApiObject
  yield
  const pending: PendingWork = []
  const managedFields = encodeManagers(next, pending)
  yield* finishPending(pending)
  const { managedFields: _managedFields, ...metadata } = object.metadata
  return {
    is: 'done',
    object: withLastApplied(
      { ...object, metadata: { ...metadata, ...(managedFields && { managedFields }) } },
      given,
      application,
    ),
  }
}
