// Refuses writes by which a user would grant rights that the user does not have.

import { isDeepStrictEqual } from 'node:util'

import type { PolicyRule, RolePlace } from '../../api/access.ts'
import { isJsonObject, type ApiObject } from '../../api/object.ts'
import { quote } from '../../api/quote.ts'
import type { User } from '../../api/request.ts'
import type { Resource } from '../../api/resource.ts'
import { forbidden, notFound } from '../../api/status.ts'
import type { AdmissionAttributes } from '../../api/write.ts'
import type { Parts } from '../../parts/parts.ts'
import { mastersGroup } from '../allow-rules.ts'
import { decideAccess } from '../authorizers.ts'
import { missingRules, policyRulesIn } from './policy-rule.ts'
import { roleRefOf } from './role-index.ts'

const roleKinds = ['Role', 'ClusterRole']
const bindingKinds = ['RoleBinding', 'ClusterRoleBinding']

/** The rules of an administrator, in the form of a role. */
const fullAuthority = policyRulesIn([
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { verbs: ['*'], nonResourceURLs: ['*'] },
])

/**
 * Refuses a role with rules, or a binding to a role with rules, that its writer does not have,
 * unless the writer may `escalate` the role or `bind` it. Only where RBAC decides.
 * @throws 403; 404 for a binding to a role that does not exist
 */
export async function requireNoEscalation(
  attempt: AdmissionAttributes,
  parts: Parts,
): Promise<void> {
  const { operation, resource, object, old, request } = attempt
  if (resource.group !== `rbac.authorization.${parts.dialect.apiDomain}`) return
  if (!request || operation === 'delete' || !parts.authorizers.some(({ kind }) => kind === 'RBAC'))
    return
  if (request.user.groups.includes(mastersGroup)) return
  if (old && changesOnlyOwners(object, old)) return
  const write = { resource, object, old, user: request.user, namespace: request.info.namespace }
  if (roleKinds.includes(resource.kind)) await checkRole(write, parts)
  if (bindingKinds.includes(resource.kind)) await checkBinding(write, parts)
}

type RoleWrite = {
  readonly resource: Resource
  readonly object: ApiObject
  readonly old: ApiObject | undefined
  readonly user: User
  readonly namespace: string
}

async function checkRole(write: RoleWrite, parts: Parts): Promise<void> {
  const { resource, object, old, user } = write
  const { name = '' } = object.metadata
  // As in a genuine server, the name in the path counts, which a create does not have.
  const role = { resource: resource.resource, name: old ? name : '', namespace: write.namespace }
  if (await mayDo('escalate', role, write, parts)) return
  requireRules(policyRulesIn(object.rules), write, parts)
  const aggregates = [object, old].some(one => hasAggregation(one))
  if (aggregates && missingRules(rulesHeld(user, parts), fullAuthority).length > 0)
    throw forbidden({
      ...resource,
      name,
      because: 'must have cluster-admin privileges to use the aggregationRule',
    })
}

async function checkBinding(write: RoleWrite, parts: Parts): Promise<void> {
  const { object, namespace } = write
  const role = roleRefOf(object, namespace)
  const type = role.namespace === '' ? 'clusterroles' : 'roles'
  if (await mayDo('bind', { resource: type, name: role.name, namespace }, write, parts)) return
  requireRules(rulesOfRole(role, parts), write, parts)
}

/** @throws 404 */
function rulesOfRole(role: RolePlace, parts: Parts): readonly PolicyRule[] {
  const rules = parts.roles.rulesOfRole(role)
  if (rules) return rules
  const kind = role.namespace === '' ? 'ClusterRole' : 'Role'
  const group = `rbac.authorization.${parts.dialect.apiDomain}`
  const resource = parts.builtInResources.find(row => row.kind === kind && row.group === group)
  if (!resource) throw new Error(`the built-in types have no ${kind}`)
  throw notFound(resource, role.name)
}

const rulesHeld = (user: User, parts: Parts, namespace = ''): readonly PolicyRule[] =>
  parts.roles.rulesOf(user, namespace)

/** @throws 403 that lists the missing rules */
function requireRules(wanted: readonly PolicyRule[], write: RoleWrite, parts: Parts): void {
  const { resource, object, user, namespace } = write
  const missing = missingRules(rulesHeld(user, parts, namespace), wanted)
  if (missing.length === 0) return
  const groups = user.groups.map(quote).join(' ')
  throw forbidden({
    ...resource,
    name: object.metadata.name ?? '',
    because:
      `user ${quote(user.name)} (groups=[${groups}]) is attempting to grant RBAC permissions ` +
      `not currently held:\n${[...new Set(joined(missing).map(ruleText))].toSorted().join('\n')}`,
  })
}

type RoleOfRequest = {
  readonly resource: string
  readonly name: string
  readonly namespace: string
}

async function mayDo(
  verb: string,
  role: RoleOfRequest,
  { user }: RoleWrite,
  parts: Parts,
): Promise<boolean> {
  const { is } = await decideAccess(
    user,
    {
      on: 'resource',
      path: '',
      verb,
      group: `rbac.authorization.${parts.dialect.apiDomain}`,
      version: '*',
      subresource: '',
      selectedName: '',
      ...role,
    },
    parts,
  )
  return is === 'allow'
}

function hasAggregation(role: ApiObject | undefined): boolean {
  const aggregationRule = role?.aggregationRule
  const selectors = isJsonObject(aggregationRule) && aggregationRule.clusterRoleSelectors
  return Array.isArray(selectors) && selectors.length > 0
}

/** Whether an update changes only what the garbage collector needs. */
function changesOnlyOwners(object: ApiObject, old: ApiObject): boolean {
  const rest = ({ metadata, ...fields }: ApiObject) => {
    const {
      ownerReferences: _owners,
      finalizers: _finalizers,
      managedFields: _managers,
      resourceVersion: _version,
      ...others
    } = metadata
    return { ...fields, metadata: others }
  }
  return isDeepStrictEqual(rest(object), rest(old))
}

/** Joins rules that differ only in their verb. */
function joined(rules: readonly PolicyRule[]): PolicyRule[] {
  const byPlace = new Map<string, PolicyRule>()
  for (const rule of rules) {
    const place = JSON.stringify({ ...rule, verbs: [] })
    const known = byPlace.get(place)
    const verbs = [...new Set([...(known?.verbs ?? []), ...rule.verbs])]
    byPlace.set(place, { ...rule, verbs })
  }
  return [...byPlace.values()]
}

const textParts = [
  ['APIGroups', 'apiGroups'],
  ['Resources', 'resources'],
  ['NonResourceURLs', 'nonResourceURLs'],
  ['ResourceNames', 'resourceNames'],
  ['Verbs', 'verbs'],
] as const

const ruleText = (rule: PolicyRule): string =>
  `{${textParts
    .filter(([, member]) => rule[member].length > 0)
    .map(([name, member]) => `${name}:[${rule[member].map(quote).join(' ')}]`)
    .join(', ')}}`
