import type { AccessDecision, Authorizer } from '../../api/access.ts'
import { requestNamespaceOf } from '../../api/request.ts'
import type { Parts } from '../../parts/parts.ts'

const undecided: AccessDecision = { is: 'no opinion' }

/** Allows what a role grants that a binding gives to the user or to a group of the user. */
export const rbac: Authorizer<Pick<Parts, 'roles'>> = {
  kind: 'RBAC',
  decide: (user, info, { roles }) => {
    const grant = roles.grantOf(user, info)
    if (grant !== undefined) return { is: 'allow', reason: `RBAC: allowed by ${grant}` }
    const missing = roles.missingRoles(user, info.on === 'path' ? '' : requestNamespaceOf(info))
    if (missing.length === 0) return undecided
    const [first = ''] = missing
    const faults = missing.length === 1 ? first : `[${missing.join(', ')}]`
    return { is: 'no opinion', reason: `RBAC: ${faults}` }
  },
  rulesOf: (user, namespace, { roles }) => {
    const rules = roles.rulesOf(user, namespace)
    return {
      resourceRules: rules
        .filter(({ resources }) => resources.length > 0)
        .map(({ verbs, apiGroups, resources, resourceNames }) => ({
          verbs,
          apiGroups,
          resources,
          ...(resourceNames.length > 0 && { resourceNames }),
        })),
      nonResourceRules: rules
        .filter(({ nonResourceURLs }) => nonResourceURLs.length > 0)
        .map(({ verbs, nonResourceURLs }) => ({ verbs, nonResourceURLs })),
    }
  },
}
