import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  isGranted as isGrantedByModel,
  type ModelRule,
  type ModelSubject,
} from '../../../properties/models/role-rights.ts'
import type { ApiObject } from '../../api/object.ts'
import type { RequestInfo, User } from '../../api/request.ts'
import { createRoleIndex } from './role-index.ts'

const some = <T>(...values: T[]) => fc.subarray(values, { minLength: 1 })

const rule = fc.oneof(
  fc.record({
    verbs: some('get', 'list', '*'),
    apiGroups: some('', 'apps', '*'),
    resources: some('pods', 'pods/status', '*/status', '*'),
    resourceNames: fc.subarray(['a', 'b']),
  }),
  fc.record({ verbs: some('get', '*'), nonResourceURLs: some('/a', '/a/*', '/b*', '*') }),
)

const namespaces = ['', 'one', 'two']
const names = ['x', 'y']
const place = fc.record({
  namespace: fc.constantFrom(...namespaces),
  name: fc.constantFrom(...names),
})

const role = fc
  .record({ place, rules: fc.array(rule, { maxLength: 3 }) })
  .map(({ place: metadata, rules }) => ({ metadata, rules }) as unknown as ApiObject)

const subject = fc.oneof(
  fc.record({ kind: fc.constant('User'), name: fc.constantFrom('ada', 'bob') }),
  fc.record({ kind: fc.constant('Group'), name: fc.constantFrom('devs', 'ops') }),
  fc.record({
    kind: fc.constant('ServiceAccount'),
    name: fc.constant('robot'),
    namespace: fc.constantFrom('one', ''),
  }),
)

const binding = fc
  .record({
    place,
    kind: fc.constantFrom('Role', 'ClusterRole'),
    role: fc.constantFrom(...names),
    subjects: fc.array(subject, { maxLength: 3 }),
  })
  .map(({ place: metadata, kind, role: name, subjects }) => {
    // The binding of a cluster can only name a role of the cluster.
    const roleRef = { kind: metadata.namespace === '' ? 'ClusterRole' : kind, name }
    return { kind: 'Binding', metadata, roleRef, subjects } as unknown as ApiObject
  })

const user: fc.Arbitrary<User> = fc.record({
  name: fc.constantFrom('ada', 'bob', 'system:serviceaccount:one:robot'),
  uid: fc.constant(''),
  groups: fc.subarray(['devs', 'ops']),
})

const request: fc.Arbitrary<RequestInfo> = fc.oneof(
  fc.record({
    on: fc.constant('resource' as const),
    path: fc.constant(''),
    verb: fc.constantFrom('get', 'delete'),
    group: fc.constantFrom('', 'batch'),
    version: fc.constant('v1'),
    resource: fc.constantFrom('pods', 'secrets'),
    subresource: fc.constantFrom('', 'status', 'log'),
    namespace: fc.constantFrom(...namespaces),
    name: fc.constantFrom('', 'a', 'c'),
    selectedName: fc.constantFrom('', 'b'),
  }),
  fc.record({
    on: fc.constant('path' as const),
    verb: fc.constantFrom('get', 'post'),
    path: fc.constantFrom('/a', '/a/', '/a/b', '/bc'),
  }),
)

type Stored = { roles: ApiObject[]; bindings: ApiObject[] }

/** Asks the model about stored objects. */
function isGranted({ roles, bindings }: Stored, who: User, what: RequestInfo): boolean {
  const place = ({ metadata: { namespace = '', name = '' } }: ApiObject) => ({ namespace, name })
  const policy = {
    roles: roles.map(one => ({ ...place(one), rules: one['rules'] as ModelRule[] })),
    bindings: bindings.map(one => {
      const { kind, name } = one['roleRef'] as { kind: 'Role' | 'ClusterRole'; name: string }
      const subjects = one['subjects'] as ModelSubject[]
      return { ...place(one), roleKind: kind, role: name, subjects }
    }),
  }
  const asked = what.on === 'path' ? what : { ...what, name: what.name || what.selectedName }
  return isGrantedByModel(policy, who, asked)
}

describe('the index of roles', () => {
  it('grants what the rules of the stored roles and bindings grant', () => {
    fc.assert(
      fc.property(
        fc.record({
          roles: fc.array(role, { maxLength: 6 }),
          bindings: fc.array(binding, { maxLength: 6 }),
        }),
        user,
        request,
        (stored, who, what) => {
          const index = createRoleIndex()
          stored.bindings.forEach(one => index.setBinding(one))
          stored.roles.forEach(one => index.setRole(one))

          expect(index.grantOf(who, what) !== undefined).toBe(isGranted(stored, who, what))
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it('forgets roles and bindings that are removed', () => {
    fc.assert(
      fc.property(
        fc.array(role, { minLength: 1, maxLength: 4 }),
        fc.array(binding, { minLength: 1, maxLength: 4 }),
        fc.array(user, { minLength: 3, maxLength: 3 }),
        request,
        (roles, bindings, users, what) => {
          const index = createRoleIndex()
          roles.forEach(one => index.setRole(one))
          bindings.forEach(one => index.setBinding(one))
          bindings.forEach(({ metadata: { namespace = '', name = '' } }) =>
            index.removeBinding({ namespace, name }),
          )

          for (const who of users) {
            expect(index.grantOf(who, what)).toBeUndefined()
            expect(index.rulesOf(who, 'one')).toEqual([])
          }
        },
      ),
    )
  })

  it('reports which binding grants a request and which roles are missing', () => {
    const index = createRoleIndex()
    const subjects = [{ kind: 'ServiceAccount', name: 'robot', namespace: 'one' }]
    const apiGroup = 'rbac.authorization.k8s.io'
    index.setBinding({
      kind: 'RoleBinding',
      metadata: { namespace: 'two', name: 'b' },
      roleRef: { apiGroup, kind: 'ClusterRole', name: 'view' },
      subjects,
    } as unknown as ApiObject)
    const who = { name: 'system:serviceaccount:one:robot', uid: '', groups: [] }
    const what: RequestInfo = {
      on: 'resource',
      path: '',
      verb: 'get',
      group: '',
      version: 'v1',
      resource: 'pods',
      subresource: '',
      namespace: 'two',
      name: 'a',
      selectedName: '',
    }

    expect(index.grantOf(who, what)).toBeUndefined()
    expect(index.missingRoles(who, 'two')).toEqual([
      'clusterrole.rbac.authorization.k8s.io "view" not found',
    ])

    const rules = [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }]
    index.setRole({ metadata: { name: 'view' }, rules } as unknown as ApiObject)

    expect(index.missingRoles(who, 'two')).toEqual([])
    expect(index.grantOf(who, what)).toBe(
      'RoleBinding "b/two" of ClusterRole "view" to ServiceAccount "robot/one"',
    )
  })
})

describe('a large policy', () => {
  const rolesOf = (count: number) =>
    Array.from({ length: count }, (_, nth) => ({
      metadata: { namespace: `n${nth % 100}`, name: `r${nth}` },
      rules: [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }],
      roleRef: { kind: 'Role', name: `r${nth}` },
      subjects: [{ kind: 'User', name: `u${nth % 1000}` }],
    })) as unknown as ApiObject[]
  const get = (namespace: string, resource = 'pods') => ({
    on: 'resource' as const,
    path: '',
    verb: 'get',
    group: '',
    version: 'v1',
    resource,
    namespace,
    name: 'p',
    subresource: '',
    selectedName: '',
  })

  it('is evaluated fast with 10,000 bindings', () => {
    const index = createRoleIndex()
    for (const one of rolesOf(10_000)) {
      index.setRole(one)
      index.setBinding(one)
    }
    const groups = ['system:authenticated', 'a', 'b']
    const timesMs = Array.from({ length: 5000 }, (_, nth) => {
      const user = { name: `u${nth % 1000}`, uid: '', groups }
      const startedMs = performance.now()
      const grant = index.grantOf(user, get(`n${nth % 100}`))
      const ms = performance.now() - startedMs
      expect(grant).toBeDefined()
      expect(index.grantOf(user, get(`n${(nth + 1) % 100}`))).toBeUndefined()
      return ms
    })

    // Some 5 µs on an idle machine. A traversal of all bindings takes more than a millisecond.
    expect(timesMs.toSorted((one, other) => one - other)[2500]).toBeLessThan(0.5)
  })

  it('is evaluated with a role of 10,000 rules', () => {
    const index = createRoleIndex()
    const rules = Array.from({ length: 10_000 }, (_, nth) => ({
      verbs: ['get'],
      apiGroups: [''],
      resources: [`r${nth}`],
    }))
    const [binding] = rolesOf(1)
    index.setBinding(binding as ApiObject)
    index.setRole({ metadata: { namespace: 'n0', name: 'r0' }, rules } as unknown as ApiObject)
    const user = { name: 'u0', uid: '', groups: [] }

    expect(index.grantOf(user, get('n0', 'r9999'))).toBeDefined()
    for (const other of ['r10000', '*', 'r*', '', 'r1/status', 'r1\u0000'])
      expect(index.grantOf(user, get('n0', other))).toBeUndefined()
  })
})
