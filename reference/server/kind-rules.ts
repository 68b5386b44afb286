// What genuine servers ask of objects of some kinds beyond what their documents say.

import { valueRequired } from '../api/causes.ts'
import { isJsonObject, type JsonObject, objectIn, objectsIn } from '../api/object.ts'
import { withAbsent } from '../schemas/fills.ts'
import type { Traits } from './type-traits.ts'
import { all, fixed, type Rules, someOf } from './type-rules.ts'

export const webhooks = someOf('webhooks[].clientConfig', 'url', 'service')

export const backends = all(
  someOf('spec', 'defaultBackend', 'rules'),
  someOf('spec.defaultBackend?', 'service', 'resource'),
  someOf('spec.defaultBackend?.service?.port', 'name', 'number'),
)

/** What is granted is a path, or a resource of a group. */
export const grants = all(
  someOf('rules[]', 'resources', 'nonResourceURLs'),
  someOf('rules[]', 'apiGroups', 'nonResourceURLs'),
)

/** A volume is of some sort, which is named by a member with an object. */
export const volumeSource: Rules = ({ spec }) => {
  const shared = ['accessModes', 'capacity', 'claimRef', 'mountOptions', 'nodeAffinity']
  const sources = Object.entries(objectIn(spec)).filter(
    ([name, value]) => !shared.includes(name) && isJsonObject(value),
  )
  return sources.length > 0 ? [] : [valueRequired('spec')]
}

/** Who is bound to what stays; names of groups may be left out. */
export const bindings = (apiDomain: string): Traits => {
  const apiGroup = `rbac.authorization.${apiDomain}`
  const subject = (one: JsonObject) =>
    withAbsent(one, { apiGroup: one.kind === 'ServiceAccount' ? undefined : apiGroup })
  return {
    rules: fixed('roleRef'),
    defaults: object => ({
      ...object,
      roleRef: withAbsent(objectIn(object.roleRef), { apiGroup }),
      ...(object.subjects !== undefined && { subjects: objectsIn(object.subjects).map(subject) }),
    }),
  }
}

/** Where there is no namespace, a service account names its own. */
export const accounts: Rules = ({ subjects }) =>
  objectsIn(subjects).flatMap(({ kind, namespace }, index) =>
    kind === 'ServiceAccount' && !namespace ? [valueRequired(`subjects[${index}].namespace`)] : [],
  )

export const parameters: Rules = object =>
  Object.keys(objectIn(object.parameters)).length > 0 ? [] : [valueRequired('parameters')]
