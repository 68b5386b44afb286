import type { AllowRule } from '../api/access.ts'
import type { Parts } from '../parts/parts.ts'
import {
  type RequestInfo,
  type ResourceRequestInfo,
  requestNamespaceOf,
  type User,
} from '../api/request.ts'

export const mastersGroup = 'system:masters'
export const unauthenticatedGroup = 'system:unauthenticated'
export const authenticatedGroup = 'system:authenticated'

/** What is known of rights. */
export type AccessRules = Pick<Parts, 'allowRules' | 'users'>

/** Whether a user may do what a request asks for (ERR-015). */
export function isAllowed(user: User, info: RequestInfo, rights: AccessRules): boolean {
  if (isSuperuser(user, rights)) return true
  if (info.on === 'path') return info.verb === 'get' && mayRead(user, info.path)
  return rights.allowRules.some(rule => isRuleFor(rule, user) && covers(rule, info))
}

/** A server without users limits nobody, whoever impersonates whom. */
export const isSuperuser = ({ groups }: User, { users }: AccessRules): boolean =>
  users.length === 0 || groups.includes(mastersGroup)

/** Health and version are for all, discovery for those who have said who they are. */
function mayRead(user: User, path: string): boolean {
  if (/^\/(healthz|livez|readyz|version)\/?$/.test(path)) return true
  return user.groups.includes(authenticatedGroup) && /^\/(apis?|openapi)(\/|$)/.test(path)
}

const forAll = ['/healthz', '/livez', '/readyz', '/version', '/version/']

/** The same as users are told it, of whom all are among all, and among those who said who they are. */
export const readablePathsByGroup: readonly (readonly string[])[] = [
  forAll,
  ['/api', '/api/*', '/apis', '/apis/*', '/openapi', '/openapi/*', ...forAll],
]

/** What all who have said who they are may ask: who they are, and what they may do (PATH-030). */
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

export const isRuleFor = (rule: AllowRule, user: User): boolean =>
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
