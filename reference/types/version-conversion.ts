import type { ApiObject } from '../api/object.ts'
import type { ObjectRule } from './object-rule-builders.ts'

/** How objects look elsewhere. Whoever uses it sees to the `apiVersion`; the kind is the same. */
export type VersionConversion = {
  readonly show: (object: ApiObject) => ApiObject
  readonly take: (shown: ApiObject) => ApiObject
  /** Those of the other type unless set. */
  readonly selectablePaths?: readonly string[]
  /** What those who write in this form must heed beside; of the object as it is kept. */
  readonly rules?: ObjectRule
}
