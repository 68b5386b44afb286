// Types of two names: the objects of one are those of the other in another form. They are kept once.

import type { Dialect } from '../api/dialect.ts'
import type { Resource } from '../api/resource.ts'
import { autoscalerConversion } from './autoscaler-conversion.ts'
import { eventConversion } from './event-conversion.ts'
import type { VersionConversion } from './version-conversion.ts'

/** By `apiVersion`; the type that is kept has the same kind, and makes the form. */
export const versionConversionsOf = ({
  apiDomain,
}: Dialect): { readonly [apiVersion: string]: (kept: Resource) => VersionConversion } => ({
  [`events.${apiDomain}/v1`]: () => eventConversion,
  'autoscaling/v1': autoscalerConversion,
})
