/** The feature gates and what each is when nobody says (GATE-011; Versioning, stability table). */
export const gateDefaults = {
  AllowUnsafeMalformedObjectDeletion: false,
  APIResponseCompression: true,
  CBORServingAndStorage: false,
}

export type Gate = keyof typeof gateDefaults

/** What is on and what is off; every gate is one of the two. */
export type Gates = { readonly [name in Gate]: boolean }
