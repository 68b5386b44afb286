// Lists the types that serve the objects of another type in another version. The objects are stored
// once.

import type { Dialect } from '../api/dialect.ts'
import type { Resource } from '../api/resource.ts'
import { autoscalerConversion } from './autoscaler-conversion.ts'
import { eventConversion } from './event-conversion.ts'
import type { VersionConversion } from './version-conversion.ts'

/** By `apiVersion`. The type that is stored has the same kind and builds the conversion. */
export const versionConversionsOf = ({
  apiDomain,
}: Dialect): { readonly [apiVersion: string]: (kept: Resource) => VersionConversion } => ({
  [`events.${apiDomain}/v1`]: () => eventConversion,
  'autoscaling/v1': autoscalerConversion,
})
