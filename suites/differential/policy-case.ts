// The form of the cases with which admission policies are compared.

/** A JSON object of a policy, a binding or an object that is written. */
export type Fields = { readonly [member: string]: unknown }

/**
 * A write that policies admit. `path` is below the namespace of the case, unless it is absolute.
 */
export type PolicyWrite = {
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

/** Policies with their bindings, in a namespace that only they match, and writes there. */
export type PolicyCase = {
  readonly name: string
  readonly kind?: 'validating' | 'mutating'
  /** The specification of each policy; `matchConstraints` is filled in. */
  readonly policies: readonly Fields[]
  /** Members of the binding of each policy. */
  readonly binding?: Fields
  /** Objects that exist before the policies. */
  readonly objects?: readonly PolicyWrite[]
  readonly writes: readonly PolicyWrite[]
}

/** The create of a ConfigMap. */
export const map = (name: string, fields: Fields = {}): PolicyWrite => ({
  method: 'POST',
  path: 'configmaps',
  body: { metadata: { name }, ...fields },
})

export const pod = (name: string, fields: Fields = {}): PolicyWrite => ({
  method: 'POST',
  path: 'pods',
  body: { metadata: { name }, spec: { containers: [{ name: 'a', image: 'a' }], ...fields } },
})

/** A rule that matches writes of some resources. */
export const rule = (resources: readonly string[], fields: Fields = {}): Fields => ({
  apiGroups: ['*'],
  apiVersions: ['*'],
  operations: ['CREATE', 'UPDATE'],
  resources,
  ...fields,
})
