// Types of two names: the objects of one are those of the other in another form. They are kept once.

import type { Dialect } from '../api/dialect.ts'
import type { ApiObject } from '../api/object.ts'
import type { Resource } from '../api/resource.ts'
import { autoscalerConversion } from './autoscaler-conversion.ts'
import { eventConversion } from './event-conversion.ts'
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

/** By `apiVersion`; the type that is kept has the same kind, and makes the form. */
export const versionConversionsOf = ({
  apiDomain,
}: Dialect): { readonly [apiVersion: string]: (kept: Resource) => VersionConversion } => ({
  [`events.${apiDomain}/v1`]: () => eventConversion,
  'autoscaling/v1': autoscalerConversion,
})
