// kubectl commands that create, compare and correct roles and bindings.

import { commandWithInput, plainCommand } from './kubectl-command-builders.ts'
import type { KubectlCommand } from './kubectl-command-builders.ts'

const apiVersion = 'rbac.authorization.k8s.io/v1'
const namespace = 'access'

type Rule = {
  apiGroups?: string[]
  resources?: string[]
  verbs: string[]
  nonResourceURLs?: string[]
}

const read = { apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list'] }
const write = { apiGroups: [''], resources: ['configmaps'], verbs: ['create'] }

const role = (name: string, ...rules: Rule[]) => ({
  apiVersion,
  kind: 'Role',
  metadata: { name, namespace, labels: { made: 'here' } },
  rules,
})

const clusterRole = (name: string, ...rules: Rule[]) => ({
  apiVersion,
  kind: 'ClusterRole',
  metadata: { name, annotations: { note: 'first' } },
  rules,
})

const aggregate = (label: string) => ({
  apiVersion,
  kind: 'ClusterRole',
  metadata: { name: 'gathered' },
  aggregationRule: { clusterRoleSelectors: [{ matchLabels: { [label]: 'yes' } }] },
  rules: [],
})

const user = (name: string) => ({ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name })

const binding = (name: string, roleName: string, ...users: string[]) => ({
  apiVersion,
  kind: 'RoleBinding',
  metadata: { name, namespace },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: roleName },
  subjects: users.map(user),
})

const clusterBinding = (name: string, roleName: string, ...users: string[]) => ({
  apiVersion,
  kind: 'ClusterRoleBinding',
  metadata: { name },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: roleName },
  subjects: users.map(user),
})

const rulesOf = (kind: string, name: string): KubectlCommand =>
  plainCommand(`get ${kind} ${name} -n access -o jsonpath={.metadata.labels}{.rules}`)

const subjectsOf = (kind: string, name: string): KubectlCommand =>
  plainCommand(`get ${kind} ${name} -n access -o jsonpath={.roleRef}{.subjects}`)

const reconciling: readonly KubectlCommand[] = [
  plainCommand('create namespace access'),
  // Creates, does nothing, adds rules, keeps surplus rules, and removes them on demand.
  commandWithInput('auth reconcile -f - --dry-run=client', role('reader', read)),
  commandWithInput('auth reconcile -f - --dry-run=server', role('reader', read)),
  plainCommand('get role reader -n access'),
  commandWithInput('auth reconcile -f -', role('reader', read)),
  commandWithInput('auth reconcile -f -', role('reader', read)),
  commandWithInput('auth reconcile -f -', role('reader', read, write)),
  rulesOf('role', 'reader'),
  commandWithInput('auth reconcile -f -', role('reader', read)),
  rulesOf('role', 'reader'),
  commandWithInput('auth reconcile -f - --remove-extra-permissions', role('reader', read)),
  rulesOf('role', 'reader'),
  commandWithInput(
    'auth reconcile -f - -o yaml',
    clusterRole('prober', { nonResourceURLs: ['/healthz'], verbs: ['get'] }),
  ),
  commandWithInput('auth reconcile -f -', aggregate('gather-one')),
  commandWithInput('auth reconcile -f -', aggregate('gather-two')),
  plainCommand('get clusterrole gathered -o jsonpath={.aggregationRule}'),
  // Bindings: subjects are added, surplus ones removed on demand, another role needs a new binding.
  commandWithInput('auth reconcile -f -', binding('readers', 'reader', 'ann')),
  commandWithInput('auth reconcile -f -', binding('readers', 'reader', 'ben')),
  subjectsOf('rolebinding', 'readers'),
  commandWithInput(
    'auth reconcile -f - --remove-extra-subjects',
    binding('readers', 'reader', 'ben'),
  ),
  subjectsOf('rolebinding', 'readers'),
  commandWithInput('auth reconcile -f -', binding('readers', 'other', 'ben')),
  subjectsOf('rolebinding', 'readers'),
  commandWithInput(
    'auth reconcile -f -',
    clusterBinding('probers', 'prober', 'ann'),
    role('second', write),
    binding('seconds', 'second', 'ann', 'ben'),
  ),
  subjectsOf('clusterrolebinding', 'probers'),
  // A namespace that is missing is created.
  commandWithInput('auth reconcile -f -', {
    ...role('made', read),
    metadata: { name: 'made', namespace: 'access-made' },
  }),
  plainCommand('get namespace access-made'),
  // Other kinds are skipped, and bindings to nothing and wrong rules are refused.
  commandWithInput('auth reconcile -f -', {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'plain', namespace },
  }),
  commandWithInput('auth reconcile -f -', role('wrong', { verbs: [] })),
  commandWithInput('auth reconcile -f -', binding('nobody', 'absent', 'ann')),
]

const asking: readonly KubectlCommand[] = [
  plainCommand('auth can-i list configmaps -n access --as=ben'),
  plainCommand('auth can-i create configmaps -n access --as=ann'),
  plainCommand('auth can-i delete configmaps -n access --as=ann'),
  plainCommand('auth can-i --list -n access --as=ann'),
  plainCommand('auth can-i --list -n access --as=ben --no-headers'),
  plainCommand('auth can-i get /healthz --as=ann'),
  plainCommand('auth whoami --as=ann --as-group=testers -o yaml'),
  // Nobody gives rights that they do not have.
  plainCommand('create role more -n access --verb=delete --resource=secrets --as=ann'),
  plainCommand('create rolebinding more -n access --clusterrole=admin --user=ann --as=ann'),
  commandWithInput('auth reconcile -f - --as=ann', role('reader', read, write)),
  plainCommand('describe role reader -n access'),
  plainCommand('describe rolebinding readers -n access'),
  plainCommand('get roles,rolebindings -n access'),
  plainCommand('get clusterrolebinding probers -o wide'),
]

/** The `auth` commands of kubectl, and what becomes of the roles that they create. */
export const accessCommands: readonly KubectlCommand[] = [...reconciling, ...asking]
