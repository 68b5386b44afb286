/** The feature gates and their default values (GATE-011; Versioning, stability table). */
export const featureGateDefaults = {
  AllowUnsafeMalformedObjectDeletion: false,
  APIResponseCompression: true,
  CBORServingAndStorage: false,
  KMSv1: false,
}

export type FeatureGate = keyof typeof featureGateDefaults

/** The value of every feature gate. */
export type FeatureGates = { readonly [name in FeatureGate]: boolean }
