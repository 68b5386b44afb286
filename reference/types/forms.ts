// Types of two names: the objects of one are those of the other in another form. They are kept once.

import type { Dialect } from '../api/dialect.ts'
import type { ApiObject } from '../api/object.ts'
import type { Resource } from '../api/resource.ts'
import { autoscalerForm } from './autoscaler-form.ts'
import { eventForm } from './event-form.ts'
import type { Rules } from './type-rules.ts'

/** How objects look elsewhere. Whoever uses it sees to the `apiVersion`; the kind is the same. */
export type Form = {
  readonly show: (object: ApiObject) => ApiObject
  readonly take: (shown: ApiObject) => ApiObject
  /** Those of the other type unless set. */
  readonly selectablePaths?: readonly string[]
  /** What those who write in this form must heed beside; of the object as it is kept. */
  readonly rules?: Rules
}

/** By `apiVersion`; the type that is kept has the same kind, and makes the form. */
export const formsOf = ({
  apiDomain,
}: Dialect): { readonly [apiVersion: string]: (kept: Resource) => Form } => ({
  [`events.${apiDomain}/v1`]: () => eventForm,
  'autoscaling/v1': autoscalerForm,
})
