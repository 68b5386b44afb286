import type { AccessRuleLists, AllowRule, Authorizer } from '../api/access.ts'
import type { Parts } from '../parts/parts.ts'
import {
  type RequestInfo,
  type ResourceRequestInfo,
  requestNamespaceOf,
  type User,
} from '../api/request.ts'

export const anonymousName = 'system:anonymous'
export const mastersGroup = 'system:masters'
export const unauthenticatedGroup = 'system:unauthenticated'
export const authenticatedGroup = 'system:authenticated'

/** Adds the group of all authenticated users, unless the user has it or is anonymous. */
export function withAuthenticatedGroup(user: User): User {
  const { name, groups } = user
  const isKnown = groups.some(one => one === authenticatedGroup || one === unauthenticatedGroup)
  if (isKnown || name === anonymousName) return user
  return { ...user, groups: [...groups, authenticatedGroup] }
}

/** Whether the rules of `--allow` give a user the right to make a request (ERR-015). */
function isAllowed(user: User, info: RequestInfo, rules: readonly AllowRule[]): boolean {
  if (info.on === 'path') return info.verb === 'get' && mayRead(user, info.path)
  return rules.some(rule => isRuleFor(rule, user) && covers(rule, info))
}

/** Health and version are readable for every user, discovery for authenticated users. */
function mayRead(user: User, path: string): boolean {
  if (/^\/(healthz|livez|readyz|version)\/?$/.test(path)) return true
  return user.groups.includes(authenticatedGroup) && /^\/(apis?|openapi)(\/|$)/.test(path)
}

const forAll = ['/healthz', '/livez', '/readyz', '/version', '/version/']

/** The same as paths in a rules review: for every user, and for authenticated users. */
const readablePathsByGroup: readonly (readonly string[])[] = [
  forAll,
  ['/api', '/api/*', '/apis', '/apis/*', '/openapi', '/openapi/*', ...forAll],
]

/** The rights of all authenticated users: to review their own identity and rights (PATH-030). */
export const selfReviewRules = (apiDomain: string): AllowRule[] => [
  {
    user: '*',
    verbs: ['create'],
    groups: [`authorization.${apiDomain}`],
    resources: ['selfsubjectaccessreviews', 'selfsubjectrulesreviews'],
  },
  {
    user: '*',
    verbs: ['create'],
    groups: [`authentication.${apiDomain}`],
    resources: ['selfsubjectreviews'],
  },
]

const isRuleFor = (rule: AllowRule, user: User): boolean =>
  rule.user === user.name || (rule.user === '*' && user.groups.includes(authenticatedGroup))

function covers(rule: AllowRule, info: ResourceRequestInfo): boolean {
  const { verb, group, resource, subresource } = info
  return (
    isIn(rule.verbs, verb) &&
    isIn(rule.resources, subresource ? `${resource}/${subresource}` : resource) &&
    isIn(rule.groups, group) &&
    isIn(rule.namespaces, requestNamespaceOf(info)) &&
    isIn(rule.names, info.name || info.selectedName)
  )
}

const isIn = (list: readonly string[] | undefined, word: string): boolean =>
  list === undefined || list.includes('*') || list.includes(word)

const everything = ['*']

/** The rights of an administrator. */
export const allRights: AccessRuleLists = {
  resourceRules: [{ verbs: everything, apiGroups: everything, resources: everything }],
  nonResourceRules: [{ verbs: everything, nonResourceURLs: everything }],
}

/**
 * Allows what the rules of `--allow` allow. A server without users is for development: it restricts
 * no one, including impersonated users.
 */
export const allowRulesAuthorizer: Authorizer<Pick<Parts, 'allowRules' | 'users'>> = {
  kind: 'rules of --allow',
  decide: (user, info, { allowRules, users }) => ({
    is: users.length === 0 || isAllowed(user, info, allowRules) ? 'allow' : 'no opinion',
  }),
  rulesOf: (user, namespace, { allowRules, users }) =>
    users.length === 0 ? allRights : rulesFor(user, namespace, allowRules),
}

const rulesFor = (user: User, namespace: string, rules: readonly AllowRule[]): AccessRuleLists => ({
  resourceRules: rules
    .filter(rule => isRuleFor(rule, user) && isIn(rule.namespaces, namespace))
    .map(({ verbs, groups, resources, names }) => ({
      verbs,
      apiGroups: groups ?? everything,
      resources: resources ?? everything,
      ...(names && { resourceNames: names }),
    })),
  nonResourceRules: readablePathsByGroup.map(nonResourceURLs => ({
    verbs: ['get'],
    nonResourceURLs,
  })),
})
