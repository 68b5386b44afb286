/** A user of the token file and the bearer token that proves it. */
export type TokenUser = {
  readonly token: string
  readonly name: string
  readonly uid: string
  readonly groups: readonly string[]
}

/** What a token of a service account says. Times are in seconds since 1970. */
export type ServiceAccountClaims = {
  readonly namespace: string
  readonly name: string
  readonly uid: string
  /** For whom it is meant; whoever is not among them must not take it. */
  readonly audiences: readonly string[]
  readonly issuedAt: number
  readonly expiresAt: number
  /** The object without which it is not good any more. */
  readonly boundTo?: BoundObject
}

export type BoundObject = {
  readonly kind: 'Pod' | 'Secret' | 'Node'
  readonly name: string
  readonly uid: string
}

/** Tokens by which service accounts prove who they are. None is kept: each says all. */
export type ServiceAccountTokens = {
  /** Who makes them, and the audience of those that are for this server. */
  readonly issuer: string
  readonly issue: (claims: ServiceAccountClaims) => string
  /** What a token says, as long as nobody looks at the time; undefined for any other text. */
  readonly read: (token: string) => ServiceAccountClaims | undefined
}

/** What one user may do beside what everybody may. `*` in a list stands for everything. */
export type AllowRule = {
  /** The name of the user; `*` for every one that is authenticated. */
  readonly user: string
  readonly verbs: readonly string[]
  /** Plurals, or `plural/subresource`; all when absent. */
  readonly resources?: readonly string[]
  /** API groups; all when absent. */
  readonly groups?: readonly string[]
  /** All, and the cluster scope, when absent. */
  readonly namespaces?: readonly string[]
  /** All, and requests without a name, when absent. */
  readonly names?: readonly string[]
}

/** The kinds of questions about users and their rights: each is answered, and none is stored (PATH-030). */
export const reviewKinds = [
  'SubjectAccessReview',
  'LocalSubjectAccessReview',
  'SelfSubjectAccessReview',
  'SelfSubjectRulesReview',
  'SelfSubjectReview',
  'TokenReview',
] as const
export type ReviewKind = (typeof reviewKinds)[number]
