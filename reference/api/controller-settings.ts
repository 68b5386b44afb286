/** The controllers that a server runs besides those that every server needs. */
export const optionalControllers = [
  'certificatesigningrequest-approving-controller',
  'certificatesigningrequest-cleaner-controller',
  'certificatesigningrequest-signing-controller',
  'disruption-controller',
  'pod-garbage-collector-controller',
  'serviceaccount-token-controller',
  'ttl-after-finished-controller',
] as const
export type OptionalController = (typeof optionalControllers)[number]

/** The authority that signs certificate requests, as PEM, and the longest validity. */
export type ClusterSigning = {
  readonly certificate: string
  readonly key: string
  readonly durationMs: number
  /**
   * How much earlier than its issue a certificate becomes valid, for clocks that are slow; 5
   * minutes unless set.
   */
  readonly backdateMs?: number
}

/** What the optional controllers of a server are given. */
export type ControllerSettings = {
  readonly names: readonly OptionalController[]
  /** Required by the signing controller. */
  readonly signing?: ClusterSigning
  /**
   * How many pods that have ended may stay; the others are deleted, the oldest first. All stay if
   * it is 0 or less (CM-068).
   */
  readonly terminatedPodThreshold?: number
}
