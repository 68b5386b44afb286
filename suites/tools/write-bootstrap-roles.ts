// Writes reference/auth/rbac/bootstrap-roles.data.json, the roles and bindings that a genuine
// server creates at its start. `*` stands for the API domain. One object per line.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Agent, fetch } from 'undici'
import { startKubeApiserver } from '../../fixtures/targets/kube-apiserver/start.ts'
import { projectRoot } from '../lint/sources.ts'

const domain = 'k8s.io'
const defaultsLabel = 'kubernetes.io/bootstrapping'

type Stored = {
  kind: string
  metadata: { name: string; namespace?: string; labels?: Record<string, string> }
  rules?: { apiGroups?: string[] }[] | null
} & Record<string, unknown>

const server = await startKubeApiserver()
const dispatcher = new Agent({ connect: { ca: readFileSync(server.certificateAuthority) } })
const found: Stored[] = []
for (const [kind, resource] of [
  ['ClusterRole', 'clusterroles'],
  ['Role', 'roles'],
  ['ClusterRoleBinding', 'clusterrolebindings'],
  ['RoleBinding', 'rolebindings'],
] as const) {
  const url = `${server.url}/apis/rbac.authorization.${domain}/v1/${resource}`
  const headers = { authorization: `Bearer ${server.tokens.admin}` }
  const list = (await (await fetch(url, { headers, dispatcher })).json()) as { items: Stored[] }
  found.push(...list.items.map(item => ({ ...item, kind })))
}
await dispatcher.close()
await server.close()

const lines = found
  .filter(({ metadata }) => metadata.labels?.[defaultsLabel] === 'rbac-defaults')
  .map(({ kind, metadata: { name, namespace, labels = {} }, rules, ...fields }) => {
    const { [defaultsLabel]: _, ...own } = labels
    const withStar = rules?.map(({ apiGroups, ...rule }) => ({
      ...rule,
      ...(apiGroups && { apiGroups: apiGroups.map(group => group.replace(`.${domain}`, '.*')) }),
    }))
    const { aggregationRule, roleRef, subjects } = fields
    return JSON.stringify({
      kind,
      name,
      namespace,
      labels: Object.keys(own).length > 0 ? own : undefined,
      aggregationRule,
      rules: withStar,
      roleRef,
      subjects,
    })
  })
const file = join(projectRoot, 'reference', 'auth', 'rbac', 'bootstrap-roles.data.json')
writeFileSync(file, `[\n${lines.join(',\n')}\n]\n`)
console.log(`${lines.length} roles and bindings of kube-apiserver ${server.version}`)
