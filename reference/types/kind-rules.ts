// Whom the bindings of roles speak of.

import { type JsonObject, objectIn, objectsIn } from '../api/object.ts'
import { withAbsent } from './schemas/fills.ts'
import type { Traits } from './type-traits.ts'

/** No change of a class counts in its generation. */
export const priorityClass: Traits = {
  prepare: (object, old) =>
    old ? object : { ...object, metadata: { ...object.metadata, generation: 1 } },
}

/** Names of groups may be left out. */
export const bindings = (apiDomain: string): Traits => {
  const apiGroup = `rbac.authorization.${apiDomain}`
  const subject = (one: JsonObject) =>
    withAbsent(one, { apiGroup: one.kind === 'ServiceAccount' ? undefined : apiGroup })
  return {
    defaults: object => ({
      ...object,
      roleRef: withAbsent(objectIn(object.roleRef), { apiGroup }),
      ...(object.subjects !== undefined && { subjects: objectsIn(object.subjects).map(subject) }),
    }),
  }
}
