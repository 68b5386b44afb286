// Draws policies of RBAC, and users and requests that they may concern. The names of roles and
// users have a prefix, so that many policies fit into one server without a common user.

import fc from 'fast-check'

import type {
  ModelBinding,
  ModelPolicy,
  ModelRequest,
  ModelRole,
  ModelRule,
  ModelSubject,
  ModelUser,
} from '../../../properties/models/role-rights.ts'

/** The namespaces of the policies, which have to exist. */
export const policyNamespaces = ['access-one', 'access-two'] as const

const places = ['', ...policyNamespaces]
const [firstNamespace] = policyNamespaces
const roleNames = ['x', 'y', 'Z:z']
const objectNames = ['a', 'b', ...policyNamespaces]

const some = (...words: string[]) =>
  fc.subarray(words, { minLength: 1, maxLength: Math.min(3, words.length) })

const resourceRule: fc.Arbitrary<ModelRule> = fc.record({
  verbs: some('get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'use', '*'),
  apiGroups: some('', 'apps', 'coordination.k8s.io', '*'),
  resources: some(
    'configmaps',
    'pods',
    'pods/status',
    'pods/*',
    '*/status',
    '*/*',
    'namespaces',
    'leases',
    'Pods',
    '*',
  ),
  resourceNames: fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    fc.subarray([...objectNames, '*', '']),
  ),
})

const pathRule: fc.Arbitrary<ModelRule> = fc.record({
  verbs: some('get', 'post', '*'),
  nonResourceURLs: some('/a', '/a/*', '/b*', '/c**', '/*/d', '/api', '*'),
})

const rules = (isOfCluster: boolean) =>
  fc.array(
    isOfCluster ? fc.oneof({ weight: 3, arbitrary: resourceRule }, pathRule) : resourceRule,
    {
      maxLength: 3,
    },
  )

const role = (prefix: string): fc.Arbitrary<ModelRole> =>
  fc.constantFrom(...places).chain(namespace =>
    fc.record({
      namespace: fc.constant(namespace),
      name: fc.constantFrom(...roleNames).map(name => `${prefix}${name}`),
      rules: rules(namespace === ''),
    }),
  )

const subject = (prefix: string): fc.Arbitrary<ModelSubject> =>
  fc.oneof(
    fc.record({
      kind: fc.constant('User' as const),
      name: fc.constantFrom(
        `${prefix}ada`,
        `${prefix}bob`,
        `system:serviceaccount:${firstNamespace}:${prefix}robot`,
      ),
    }),
    fc.record({
      kind: fc.constant('Group' as const),
      name: fc.constantFrom(`${prefix}devs`, `${prefix}ops`),
    }),
    fc.record({
      kind: fc.constant('ServiceAccount' as const),
      name: fc.constant(`${prefix}robot`),
      namespace: fc.constantFrom(...policyNamespaces),
    }),
  )

const binding = (prefix: string): fc.Arbitrary<ModelBinding> =>
  fc
    .record({
      namespace: fc.constantFrom(...places),
      name: fc.constantFrom('k', 'l', 'm', 'n').map(name => `${prefix}${name}`),
      kind: fc.constantFrom('Role' as const, 'ClusterRole' as const),
      role: fc.constantFrom(...roleNames).map(name => `${prefix}${name}`),
      subjects: fc.array(subject(prefix), { maxLength: 3 }),
    })
    .map(({ kind, ...one }) => ({
      ...one,
      // The binding of a cluster can only name a role of the cluster.
      roleKind: one.namespace === '' ? 'ClusterRole' : kind,
    }))

const placeOf = ({ namespace, name }: { namespace: string; name: string }) => `${namespace}/${name}`

/** Policies whose names begin with a prefix. Roles that a binding names may be missing. */
export const policies = (prefix: string): fc.Arbitrary<ModelPolicy> =>
  fc.record({
    roles: fc.uniqueArray(role(prefix), { minLength: 1, maxLength: 5, selector: placeOf }),
    bindings: fc.uniqueArray(binding(prefix), { minLength: 1, maxLength: 5, selector: placeOf }),
  })

/** Users whom the policies of a prefix may concern. */
export const policyUsers = (prefix: string): fc.Arbitrary<ModelUser> =>
  fc
    .record({
      name: fc.constantFrom(
        `${prefix}ada`,
        `${prefix}bob`,
        `${prefix}robot`,
        ...policyNamespaces.map(place => `system:serviceaccount:${place}:${prefix}robot`),
        '',
      ),
      groups: fc.subarray([`${prefix}devs`, `${prefix}ops`, `${prefix}ada`]),
    })
    .map(({ name, groups }) => ({
      name,
      groups: name === '' && groups.length === 0 ? [`${prefix}devs`] : groups,
    }))

/** Requests, as reviews describe them. */
export const reviewedRequests: fc.Arbitrary<ModelRequest> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      on: fc.constant('resource' as const),
      verb: fc.constantFrom('get', 'list', 'create', 'delete', 'use', '*', 'Get', ''),
      group: fc.constantFrom('', '', 'apps', 'coordination.k8s.io', '*'),
      resource: fc.constantFrom('configmaps', 'pods', 'pods', 'namespaces', 'leases', '*', ''),
      subresource: fc.constantFrom('', '', 'status', 'log', '*'),
      namespace: fc.constantFrom(...places, 'elsewhere'),
      name: fc.constantFrom('', ...objectNames, 'c'),
    }),
  },
  fc.record({
    on: fc.constant('path' as const),
    verb: fc.constantFrom('get', 'post', 'GET', '*', ''),
    path: fc.constantFrom(
      '/a',
      '/a/',
      '/a/b',
      '/bc',
      '/c',
      '/c*x',
      '/x/d',
      '/*/d',
      '/api',
      '*',
      '',
    ),
  }),
)

/** Who asks for what. */
export type PolicyQuestion = { readonly who: ModelUser; readonly what: ModelRequest }

/** Questions about a policy of a prefix, most of them about what a rule of a binding says. */
export function policyQuestions(
  prefix: string,
  { roles, bindings }: ModelPolicy,
): fc.Arbitrary<PolicyQuestion> {
  const drawn = fc.record({ who: policyUsers(prefix), what: reviewedRequests })
  const grants = bindings.flatMap(one =>
    roles
      .filter(({ name, namespace }) => name === one.role && namespace === roleNamespaceOf(one))
      .flatMap(found =>
        found.rules.flatMap(rule => one.subjects.map(subject => ({ rule, subject, one }))),
      ),
  )
  if (grants.length === 0) return drawn
  const near = fc
    .record({ grant: fc.constantFrom(...grants), from: drawn, mask: fc.nat(15), pick: fc.nat(60) })
    .map(({ grant: { rule, subject: to, one }, from, mask, pick }) => {
      const who = mask % 4 === 3 ? from.who : userOf(to, one.namespace)
      return { who, what: requestNear(rule, from.what, { pick, namespace: one.namespace, mask }) }
    })
  return fc.oneof(drawn, { weight: 4, arbitrary: near })
}

const roleNamespaceOf = ({ roleKind, namespace }: ModelBinding): string =>
  roleKind === 'Role' ? namespace : ''

function userOf({ kind, name, namespace: own }: ModelSubject, namespace: string): ModelUser {
  if (kind === 'User') return { name, groups: [] }
  if (kind === 'Group') return { name: 'someone', groups: [name] }
  return { name: `system:serviceaccount:${own ?? namespace}:${name}`, groups: [] }
}

/** Returns a request for what a rule allows, with some attributes of another request. */
function requestNear(
  rule: ModelRule,
  other: ModelRequest,
  { pick, namespace, mask }: { pick: number; namespace: string; mask: number },
): ModelRequest {
  const from = (list: readonly string[] = [], standard: string) => {
    const word = list[pick % Math.max(1, list.length)] ?? standard
    return word === '*' ? standard : word
  }
  const verb = from(rule.verbs, other.verb || 'get')
  if (rule.nonResourceURLs?.length)
    return { on: 'path', verb, path: from(rule.nonResourceURLs, '/a').replaceAll('*', 'b') }
  const [resource = '', subresource = ''] = from(rule.resources, 'pods').split('/')
  const wanted = {
    on: 'resource' as const,
    verb,
    group: from(rule.apiGroups, ''),
    resource: resource === '*' ? 'pods' : resource,
    subresource: subresource === '*' ? 'status' : subresource,
    namespace: namespace || policyNamespaces[pick % 2] || '',
    name: from(rule.resourceNames, 'a'),
  }
  if (other.on === 'path') return wanted
  return {
    ...wanted,
    ...(mask === 1 && { namespace: other.namespace }),
    ...(mask === 2 && { name: other.name }),
    ...(mask === 4 && { subresource: other.subresource }),
    ...(mask === 5 && { group: other.group }),
    ...(mask === 6 && { verb: other.verb }),
    ...(mask === 8 && { resource: other.resource }),
  }
}
