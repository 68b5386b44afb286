// Builds requests of users to whom a case has granted rights by a role. The administrator acts as
// them, since no other user has the name of the case.

import type { RequestBody, RequestStep, PollStep, Step } from '../../dsl/scenario.ts'
import { caseName, rawRequest } from '../../dsl/steps.ts'
import type { Role, Term } from '../../dsl/term.ts'

/** A rule about one type: its resource unless a subresource or another group is given. */
export type RightsRule = {
  role: Role
  verbs: readonly string[]
  subresource?: string
  group?: string
}

/** Returns the request as a request of a user of the case. */
export const asUser = (user: string, request: RequestStep): RequestStep => ({
  ...request,
  headers: { ...request.headers, 'impersonate-user': caseName(user) },
})

/** The label of a request of a user without a role, by that of the same request of another user. */
export const withoutRole = (label: string): string => `${label}, without a role`

/**
 * Returns a request of a user that has to be refused, and before it the same request of a user
 * without a role: on some servers every user may do it. For a write, that one is a dry run.
 */
export function mustBeRefused(user: string, request: RequestStep, as: string): RequestStep[] {
  const control = asUser('nobody', { ...request, as: withoutRole(as) })
  return [
    request.method === 'GET' ? control : { ...control, query: { ...control.query, dryRun: 'All' } },
    asUser(user, { ...request, as }),
  ]
}

const roleGroup: Term = { $join: [{ $group: 'rbac.authorization' }, ''] }

const pathOf = (plural: string): Term => ({
  $join: ['/apis/', roleGroup, '/v1/namespaces/', { $namespace: 0 }, `/${plural}`],
})

const post = (as: string, plural: string, body: RequestBody): RequestStep =>
  rawRequest(as, 'POST', pathOf(plural), { body })

const ruleTerm = ({ role, verbs, subresource, group }: RightsRule): Term => ({
  apiGroups: [group ?? { $word: 'group', of: role }],
  resources: [
    subresource === undefined
      ? { $word: 'resource', of: role }
      : { $join: [{ $word: 'resource', of: role }, '/', subresource] },
  ],
  verbs: [...verbs],
})

/**
 * Asks who a user is (`user USER`), sends a request of it that has to be refused (`before USER`),
 * creates a role with rules in the first namespace (`role USER`) and its binding (`binding USER`),
 * and sends the request until it is allowed (`granted USER`).
 */
export const grantRights = (
  user: string,
  rules: readonly RightsRule[],
  granted: RequestStep,
): (Step & (RequestStep | PollStep))[] => [
  asUser(
    user,
    rawRequest(
      `user ${user}`,
      'POST',
      { $join: ['/apis/', { $group: 'authentication' }, '/v1/selfsubjectreviews'] },
      {
        body: {
          apiVersion: { $join: [{ $group: 'authentication' }, '/v1'] },
          kind: 'SelfSubjectReview',
        },
      },
    ),
  ),
  asUser(user, { ...granted, as: `before ${user}` }),
  post(`role ${user}`, 'roles', {
    apiVersion: { $join: [roleGroup, '/v1'] },
    kind: 'Role',
    metadata: { name: caseName(user) },
    rules: rules.map(ruleTerm),
  }),
  post(`binding ${user}`, 'rolebindings', {
    apiVersion: { $join: [roleGroup, '/v1'] },
    kind: 'RoleBinding',
    metadata: { name: caseName(user) },
    roleRef: { apiGroup: roleGroup, kind: 'Role', name: caseName(user) },
    subjects: [{ apiGroup: roleGroup, kind: 'User', name: caseName(user) }],
  }),
  { poll: asUser(user, { ...granted, as: `granted ${user}` }) },
]
