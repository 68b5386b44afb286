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
