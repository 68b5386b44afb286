import type { ApiObject } from '../api/object.ts'
import type { Schema } from '../api/schema.ts'

/** An object as one of a version of its type. */
export type VersionedObject = {
  readonly apiVersion: string
  readonly schema: Schema
  readonly object: ApiObject
}

/** The same object in another version; undefined where that version is not there (any more). */
export type ConvertVersion = (
  typed: VersionedObject,
  apiVersion: string,
) => VersionedObject | undefined
