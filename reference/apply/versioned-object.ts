import type { ApiObject } from '../api/object.ts'
import type { Schema } from '../api/schema.ts'
import type { WaitingTask } from '../lib/event-loop.ts'

/** An object with its version and schema. */
export type VersionedObject = {
  readonly apiVersion: string
  readonly schema: Schema
  readonly object: ApiObject
}

/**
 * Converts an object to another version. Returns undefined if the version does not exist or no
 * longer exists. Only the conversion by a webhook waits. @throws Refusal if the webhook fails
 */
export type ConvertVersion = (
  typed: VersionedObject,
  apiVersion: string,
) => WaitingTask<VersionedObject | undefined>
