import { describe, expect, it } from 'vitest'

import { defaultParts } from './default-parts.ts'
import { startTestServer } from './test-server.ts'

const users = [
  { token: 'admin', name: 'admin', uid: '', groups: ['system:masters'] },
  { token: 'ada', name: 'ada', uid: '', groups: ['devs'] },
]

async function served(dialect: 'cluster' | 'kubernetes' = 'kubernetes') {
  const server = await startTestServer(defaultParts({ dialect, users, authorizers: ['RBAC'] }))
  const as =
    (token: string) =>
    async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
      const found = await server.ask(method, path, body, {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      })
      await server.settled()
      return found
    }
  return { admin: as('admin'), ada: as('ada') }
}

const group = 'rbac.authorization.k8s.io'
const rbac = `/apis/${group}/v1`
const role = (name: string, ...rules: object[]) => ({ metadata: { name }, rules })
const binding = (name: string, kind: string, to = 'ada') => ({
  metadata: { name },
  roleRef: { apiGroup: group, kind, name },
  subjects: [{ kind: 'User', apiGroup: group, name: to }],
})

describe('a server with RBAC', () => {
  it.each(['cluster', 'kubernetes'] as const)(
    'lets every user discover types and review rights only (%s)',
    async dialect => {
      const { ada } = await served(dialect)
      const domain = dialect === 'cluster' ? 'cluster.example' : 'k8s.io'
      const review = `/apis/authorization.${domain}/v1/selfsubjectaccessreviews`

      expect((await ada('GET', '/apis')).status).toBe(200)
      expect((await ada('GET', '/version')).status).toBe(200)
      expect((await ada('GET', '/metrics')).status).toBe(403)
      expect((await ada('GET', '/api/v1/namespaces/default/secrets')).status).toBe(403)
      const spec = { resourceAttributes: { verb: 'get', resource: 'pods', namespace: 'default' } }
      expect((await ada('POST', review, { spec })).body).toMatchObject({
        status: { allowed: false },
      })
    },
  )

  it('grants the rules of a role in the namespace of its binding', async () => {
    const { admin, ada } = await served()
    const rule = { verbs: ['get', 'list'], apiGroups: [''], resources: ['secrets'] }
    await admin('POST', `${rbac}/clusterroles`, role('reader', rule))
    await admin('POST', `${rbac}/namespaces/default/rolebindings`, binding('reader', 'ClusterRole'))

    expect((await ada('GET', '/api/v1/namespaces/default/secrets')).status).toBe(200)
    expect((await ada('GET', '/api/v1/namespaces/kube-system/secrets')).status).toBe(403)
    expect((await ada('GET', '/api/v1/secrets')).status).toBe(403)
    expect((await ada('DELETE', '/api/v1/namespaces/default/secrets/a')).status).toBe(403)
  })

  it.each(['cluster', 'kubernetes'] as const)(
    'fills in the rules of aggregated roles, and follows the roles that they select (%s)',
    async dialect => {
      const { admin, ada } = await served(dialect)
      const domain = `rbac.authorization.${dialect === 'cluster' ? 'cluster.example' : 'k8s.io'}`
      const roles = `/apis/${domain}/v1/clusterroles`
      const labels = { [`${domain}/aggregate-to-view`]: 'true' }
      const rules = [{ verbs: ['list'], apiGroups: [''], resources: ['secrets'] }]
      const toView = {
        metadata: { name: 'view-ada' },
        roleRef: { apiGroup: domain, kind: 'ClusterRole', name: 'view' },
        subjects: [{ kind: 'User', apiGroup: domain, name: 'ada' }],
      }
      const secrets = async () => (await ada('GET', '/api/v1/secrets')).status
      await admin('POST', `/apis/${domain}/v1/clusterrolebindings`, toView)
      expect((await ada('GET', '/api/v1/configmaps')).status).toBe(200)
      expect(await secrets()).toBe(403)

      await admin('POST', roles, { metadata: { name: 'secrets', labels }, rules })
      expect(await secrets()).toBe(200)

      await admin('DELETE', `${roles}/secrets`)
      expect(await secrets()).toBe(403)
    },
  )

  it('names a missing role in its refusal', async () => {
    const { admin, ada } = await served()
    await admin('POST', `${rbac}/clusterrolebindings`, binding('gone', 'ClusterRole'))

    const refused = await ada('GET', '/api/v1/nodes')

    expect(refused.body.message).toBe(
      'nodes is forbidden: User "ada" cannot list resource "nodes" in API group "" ' +
        'at the cluster scope: RBAC: clusterrole.rbac.authorization.k8s.io "gone" not found',
    )
  })

  it('returns the reason for a decision in a review', async () => {
    const { admin } = await served()
    const resourceAttributes = { verb: 'get', resource: 'pods' }
    const spec = { user: 'ops', groups: ['system:masters'], resourceAttributes }
    const masters = await admin('POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews', {
      spec,
    })
    expect(masters.body.status).toEqual({ allowed: true })

    await admin(
      'POST',
      `${rbac}/clusterroles`,
      role('r', { verbs: ['*'], apiGroups: ['*'], resources: ['*'] }),
    )
    await admin('POST', `${rbac}/clusterrolebindings`, binding('r', 'ClusterRole'))
    const ada = { user: 'ada', resourceAttributes }
    const found = await admin('POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews', {
      spec: ada,
    })
    expect(found.body.status).toEqual({
      allowed: true,
      reason: 'RBAC: allowed by ClusterRoleBinding "r" of ClusterRole "r" to User "ada"',
    })
  })

  it('lists the rights of a user', async () => {
    const { admin, ada } = await served()
    const rule = { verbs: ['get'], apiGroups: [''], resources: ['pods'], resourceNames: ['a'] }
    await admin('POST', `${rbac}/namespaces/default/roles`, role('r', rule))
    await admin('POST', `${rbac}/namespaces/default/rolebindings`, binding('r', 'Role'))

    const found = await ada('POST', '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews', {
      spec: { namespace: 'default' },
    })

    expect(found.body.status).toMatchObject({
      resourceRules: expect.arrayContaining([rule]),
      incomplete: false,
    })
  })

  describe('prevents users from granting rights that they do not have', () => {
    const rule = { verbs: ['get', 'list'], apiGroups: [''], resources: ['secrets'] }
    const roles = `${rbac}/clusterroles`
    const bindings = `${rbac}/clusterrolebindings`
    const writesRoles = {
      verbs: ['create', 'update', 'patch'],
      apiGroups: [group],
      resources: ['clusterroles', 'clusterrolebindings'],
    }

    async function withWriter(...more: object[]) {
      const clients = await served()
      await clients.admin('POST', roles, role('writer', writesRoles, ...more))
      await clients.admin('POST', bindings, binding('writer', 'ClusterRole'))
      return clients
    }

    it('by a role', async () => {
      const { ada } = await withWriter()

      const refused = await ada('POST', roles, role('mine', rule))

      expect(refused.status).toBe(403)
      expect(refused.body.message).toBe(
        `clusterroles.${group} "mine" is forbidden: user "ada" (groups=["devs" ` +
          '"system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n' +
          '{APIGroups:[""], Resources:["secrets"], Verbs:["get" "list"]}',
      )
    })

    it('by a patch of a role', async () => {
      const { admin, ada } = await withWriter()
      await admin('POST', roles, role('mine'))
      const type = { 'content-type': 'application/merge-patch+json' }

      expect((await ada('PATCH', `${roles}/mine`, { rules: [rule] }, type)).status).toBe(403)
      const labels = { metadata: { labels: { a: 'b' } } }
      expect((await ada('PATCH', `${roles}/mine`, labels, type)).status).toBe(200)
    })

    it('by a binding', async () => {
      const { admin, ada } = await withWriter()
      await admin('POST', roles, role('mine', rule))

      expect((await ada('POST', bindings, binding('mine', 'ClusterRole'))).status).toBe(403)
      const gone = await ada('POST', bindings, binding('gone', 'ClusterRole'))
      expect(gone).toMatchObject({ status: 404, body: { details: { name: 'gone' } } })
    })

    it('unless they have those rights, or may escalate or bind', async () => {
      const may = (verb: string) => ({
        verbs: [verb],
        apiGroups: [group],
        resources: ['clusterroles'],
      })
      const holder = await withWriter(rule)
      expect((await holder.ada('POST', roles, role('mine', rule))).status).toBe(201)
      expect((await holder.ada('POST', bindings, binding('mine', 'ClusterRole'))).status).toBe(201)

      const escalating = await withWriter(may('escalate'))
      expect((await escalating.ada('POST', roles, role('mine', rule))).status).toBe(201)

      const binder = await withWriter(may('bind'))
      await binder.admin('POST', roles, role('mine', rule))
      expect((await binder.ada('POST', bindings, binding('mine', 'ClusterRole'))).status).toBe(201)
    })

    it('by aggregation', async () => {
      const { ada } = await withWriter(rule)
      const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] }

      const refused = await ada('POST', roles, { ...role('mine'), aggregationRule })

      expect(refused.body.message).toContain('must have cluster-admin privileges')
    })
  })
})
