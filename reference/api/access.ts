/** A user of the token file and the bearer token that proves it. */
export type TokenUser = {
  readonly token: string
  readonly name: string
  readonly uid: string
  readonly groups: readonly string[]
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
