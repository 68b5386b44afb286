import type { ApiObject, JsonObject } from './object.ts'
import type { RequestInfo, User } from './request.ts'

/** A user of the token file and the bearer token that proves it. */
export type TokenUser = {
  readonly token: string
  readonly name: string
  readonly uid: string
  readonly groups: readonly string[]
}

/** The claims of a service account token. Times are in seconds since 1970. */
export type ServiceAccountClaims = {
  readonly namespace: string
  readonly name: string
  readonly uid: string
  /** The intended recipients. A recipient that is not in the list must reject the token. */
  readonly audiences: readonly string[]
  readonly issuedAt: number
  readonly expiresAt: number
  /** The object that the token is bound to. The token is invalid once that object is deleted. */
  readonly boundTo?: BoundObject
  /** The id of the token. A new token has none yet. */
  readonly id?: string
}

/** The object to which a service account token is bound. */
export type BoundObject = {
  readonly kind: 'Pod' | 'Secret' | 'Node'
  readonly name: string
  readonly uid: string
}

/**
 * Issues and reads service account tokens. Tokens are not stored: each one carries all its claims.
 */
export type ServiceAccountTokens = {
  /** The issuer, which is also the audience of tokens that are meant for this server. */
  readonly issuer: string
  readonly issue: (claims: ServiceAccountClaims) => string
  /** Returns the claims of a token, expired or not; undefined for any other text. */
  readonly read: (token: string) => ServiceAccountClaims | undefined
}

/**
 * Rights of one user, in addition to those that every user has. `*` in a list matches everything.
 */
export type AllowRule = {
  /** The name of the user; `*` for every authenticated user. */
  readonly user: string
  readonly verbs: readonly string[]
  /** Plurals, or `plural/subresource`; every resource when absent. */
  readonly resources?: readonly string[]
  /** API groups; every group when absent. */
  readonly groups?: readonly string[]
  /** Namespaces; every namespace and the cluster scope when absent. */
  readonly namespaces?: readonly string[]
  /** Object names; every name and requests without a name when absent. */
  readonly names?: readonly string[]
}

/** The kinds of access and token reviews. Reviews are answered and never stored (PATH-030). */
export const reviewKinds = [
  'SubjectAccessReview',
  'LocalSubjectAccessReview',
  'SelfSubjectAccessReview',
  'SelfSubjectRulesReview',
  'SelfSubjectReview',
  'TokenReview',
] as const
export type ReviewKind = (typeof reviewKinds)[number]

/**
 * What an authorizer says about a request. A reason is for the refused user. A fault says why an
 * authorizer could not decide; unless another one allows the request, it is refused with 500.
 */
export type AccessDecision = {
  readonly is: 'allow' | 'deny' | 'no opinion'
  readonly reason?: string
  readonly fault?: string
}

/** A request to be authorized: on a path, or on a resource. */
export type AccessQuestion = {
  /** The service account that wants to make it; absent for the user of the request. */
  readonly account?: { readonly namespace: string; readonly name: string }
  readonly verb: string
} & ({ readonly path: string } | ResourceInQuestion)

/** The resource of an access question. Absent parts are empty. */
export type ResourceInQuestion = {
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly subresource: string
  readonly namespace: string
  readonly name: string
}

/** The answer to a question. A fault says why an authorizer could not decide. */
export type AccessAnswer = {
  readonly isAllowed: boolean
  readonly reason: string
  readonly fault?: string
}

/** The rights of a user as lists, for reviews of rules. */
export type AccessRuleLists = {
  readonly resourceRules: readonly JsonObject[]
  readonly nonResourceRules: readonly JsonObject[]
}

/**
 * Decides whether a user has the right to make a request. The first decision counts (AUTHZ-005).
 */
export type Authorizer<Known> = {
  /** Its type in an authorization configuration, or a text for a fixed one. */
  readonly kind: string
  readonly decide: (
    user: User,
    info: RequestInfo,
    parts: Known,
  ) => AccessDecision | Promise<AccessDecision>
  /** Absent if it cannot list rights, as webhooks cannot. */
  readonly rulesOf?: (user: User, namespace: string, parts: Known) => AccessRuleLists
}

/** Refuses a request without permission. `onDecision` is called with the decision. @throws 403 */
export type Authorize<Known> = (
  user: User,
  info: RequestInfo,
  parts: Known,
  onDecision?: (decision: AccessDecision) => void,
) => Promise<void>

/** The modes of `--authorization-mode` that the reference has. */
export const authorizationModes = ['AlwaysAllow', 'AlwaysDeny', 'RBAC'] as const
export type AuthorizationMode = (typeof authorizationModes)[number]

/** A rule of a Role or ClusterRole (AUTHZ-044). `*` in a list matches everything. */
export type PolicyRule = {
  readonly verbs: readonly string[]
  readonly apiGroups: readonly string[]
  /** Plurals, or `plural/subresource`, in which the plural may be `*` as well. */
  readonly resources: readonly string[]
  /** Object names; every name, and requests without a name, if empty. */
  readonly resourceNames: readonly string[]
  /** Paths outside of resources. A `*` at the end matches any rest. */
  readonly nonResourceURLs: readonly string[]
}

/** A role or a binding. The namespace of a ClusterRole or ClusterRoleBinding is empty. */
export type RolePlace = { readonly namespace: string; readonly name: string }

/** The roles and bindings in force. A decision costs in proportion to the user's bindings alone. */
export type RoleIndex = {
  /** Adds or replaces a Role or ClusterRole. */
  setRole(role: ApiObject): void
  removeRole(role: RolePlace): void
  /** Adds or replaces a RoleBinding or ClusterRoleBinding. */
  setBinding(binding: ApiObject): void
  removeBinding(binding: RolePlace): void
  /** Says which binding of the user grants a request; undefined if none does. */
  grantOf(user: User, info: RequestInfo): string | undefined
  /** Says of roles in the user's bindings that they do not exist. */
  missingRoles(user: User, namespace: string): readonly string[]
  /**
   * The rules of a user: those of the whole cluster, and those of a namespace unless it is empty.
   */
  rulesOf(user: User, namespace: string): readonly PolicyRule[]
  /** The rules of a role; undefined if there is none. */
  rulesOfRole(role: RolePlace): readonly PolicyRule[] | undefined
}
