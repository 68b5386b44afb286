// Whom the bindings of roles speak of.

import { type JsonObject, objectIn, objectsIn } from '../api/object.ts'
import { withMissing } from './schemas/defaulters.ts'
import type { Resource } from '../api/resource.ts'

export type TypeTraits = Partial<Omit<Resource, 'schema' | 'subresources' | 'isWritable'>> & {
  /** Whether the rules judge all, and not only what its schema leaves open. */
  judgesForm?: boolean
}

/** No change of a class counts in its generation. */
export const priorityClassTraits: TypeTraits = {
  prepare: (object, old) =>
    old ? object : { ...object, metadata: { ...object.metadata, generation: 1 } },
}

/** Names of groups may be left out. */
export const roleBindingTraits = (apiDomain: string): TypeTraits => {
  const apiGroup = `rbac.authorization.${apiDomain}`
  const subject = (one: JsonObject) =>
    withMissing(one, { apiGroup: one.kind === 'ServiceAccount' ? undefined : apiGroup })
  return {
    defaults: object => ({
      ...object,
      roleRef: withMissing(objectIn(object.roleRef), { apiGroup }),
      ...(object.subjects !== undefined && { subjects: objectsIn(object.subjects).map(subject) }),
    }),
  }
}
