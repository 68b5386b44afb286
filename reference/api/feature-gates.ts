/** The feature gates and what each is when nobody says (GATE-011; Versioning, stability table). */
export const featureGateDefaults = {
  AllowUnsafeMalformedObjectDeletion: false,
  APIResponseCompression: true,
  CBORServingAndStorage: false,
}

export type FeatureGate = keyof typeof featureGateDefaults

/** What is on and what is off; every gate is one of the two. */
export type FeatureGates = { readonly [name in FeatureGate]: boolean }
