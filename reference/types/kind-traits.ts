// The type of a kind's traits, and the traits of priority classes and role bindings.

import { type JsonObject, objectIn, objectsIn } from '../api/object.ts'
import { withMissing } from './schemas/defaulters.ts'
import type { Resource } from '../api/resource.ts'

/** The properties in which a built-in type differs from the usual ones. */
export type TypeTraits = Partial<Omit<Resource, 'schema' | 'subresources' | 'isWritable'>> & {
  /**
   * When true, `rules` also cover the form of the object, and the schema is not checked separately.
   */
  judgesForm?: boolean
}

/** A PriorityClass keeps generation 1. Changes do not increment it. */
export const priorityClassTraits: TypeTraits = {
  prepare: (object, old) =>
    old ? object : { ...object, metadata: { ...object.metadata, generation: 1 } },
}

/** Fills in the API groups that a role binding may omit. */
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
