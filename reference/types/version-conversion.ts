import type { ApiObject } from '../api/object.ts'
import type { ObjectRule } from './object-rule-builders.ts'

/**
 * Converts objects between their stored form and another version. The caller sets `apiVersion`. The
 * kind is the same in both.
 */
export type VersionConversion = {
  readonly show: (object: ApiObject) => ApiObject
  readonly take: (shown: ApiObject) => ApiObject
  /** Defaults to the paths of the stored type. */
  readonly selectablePaths?: readonly string[]
  /** Additional rules for writes in this version, applied to the stored form. */
  readonly rules?: ObjectRule
}
