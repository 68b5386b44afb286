// A slow model of RBAC, without an index: every binding, every role, every rule.

/** A rule of a role. Absent lists are empty; `*` in a list means everything. */
export type ModelRule = {
  readonly [list in
    | 'verbs'
    | 'apiGroups'
    | 'resources'
    | 'resourceNames'
    | 'nonResourceURLs']?: readonly string[]
}

/** A Role, or a ClusterRole, whose namespace is empty. */
export type ModelRole = {
  readonly namespace: string
  readonly name: string
  readonly rules: readonly ModelRule[]
}

/** A subject of a binding. A service account without a namespace is one of that of the binding. */
export type ModelSubject = {
  readonly kind: 'User' | 'Group' | 'ServiceAccount'
  readonly name: string
  readonly namespace?: string
}

/** A RoleBinding, or a ClusterRoleBinding, whose namespace is empty. */
export type ModelBinding = {
  readonly namespace: string
  readonly name: string
  readonly roleKind: 'Role' | 'ClusterRole'
  readonly role: string
  readonly subjects: readonly ModelSubject[]
}

/** Roles and bindings. Of those with the same place and name the last one counts. */
export type ModelPolicy = {
  readonly roles: readonly ModelRole[]
  readonly bindings: readonly ModelBinding[]
}

/** A user, with all groups. */
export type ModelUser = { readonly name: string; readonly groups: readonly string[] }

/** A request on a path, or on a resource; the namespace of the cluster is empty. */
export type ModelRequest = { readonly verb: string } & (
  | { readonly on: 'path'; readonly path: string }
  | {
      readonly on: 'resource'
      readonly group: string
      readonly resource: string
      readonly subresource: string
      readonly namespace: string
      readonly name: string
    }
)

/** Returns the names of the bindings that grant a request to a user, as `namespace/name`. */
export function grantingBindings(
  { roles, bindings }: ModelPolicy,
  who: ModelUser,
  what: ModelRequest,
): string[] {
  const within = what.on === 'path' ? '' : what.namespace
  return newest(bindings)
    .filter(({ namespace, roleKind, role, subjects }) => {
      const place = `${roleKind === 'Role' ? namespace : ''}/${role}`
      const rules = newest(roles).find(one => placeOf(one) === place)?.rules ?? []
      return (
        (namespace === '' || namespace === within) &&
        subjects.some(one => isMeant(one, who, namespace)) &&
        rules.some(one => covers(one, what))
      )
    })
    .map(placeOf)
}

/** Whether a policy grants a request to a user. */
export const isGranted = (policy: ModelPolicy, who: ModelUser, what: ModelRequest): boolean =>
  grantingBindings(policy, who, what).length > 0

type Placed = { readonly namespace: string; readonly name: string }

const placeOf = ({ namespace, name }: Placed): string => `${namespace}/${name}`

const newest = <T extends Placed>(objects: readonly T[]): T[] => [
  ...new Map(objects.map(one => [placeOf(one), one])).values(),
]

function isMeant(one: ModelSubject, who: ModelUser, namespace: string): boolean {
  if (one.kind === 'User') return who.name === one.name
  if (one.kind === 'Group') return who.groups.includes(one.name)
  const home = one.namespace || namespace
  return home !== '' && who.name === `system:serviceaccount:${home}:${one.name}`
}

function covers(one: ModelRule, what: ModelRequest): boolean {
  const has = (list: readonly string[] = [], ...words: string[]) =>
    ['*', ...words].some(word => list.includes(word))
  if (!has(one.verbs, what.verb)) return false
  if (what.on === 'path')
    return (one.nonResourceURLs ?? []).some(url => {
      const start = url.replace(/\*+$/, '')
      return start === url ? what.path === url : what.path.startsWith(start)
    })
  const { resourceNames = [] } = one
  const { resource, subresource, group, name } = what
  const words = subresource ? [`${resource}/${subresource}`, `*/${subresource}`] : [resource]
  return (
    has(one.apiGroups, group) &&
    has(one.resources, ...words) &&
    (resourceNames.length === 0 || resourceNames.includes(name))
  )
}
