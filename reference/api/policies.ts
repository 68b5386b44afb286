// Admission policies: the expressions that admit or change the objects of writes.

import type { JsonObject } from './object.ts'
import type { PolicyInput } from './policy-input.ts'
import type { RuleSet, WebhookPhase } from './webhooks.ts'

/** What a policy or a binding matches. A binding without rules matches every resource. */
export type PolicyConstraints = RuleSet & {
  /** Rules whose requests are left out. */
  readonly excluded: RuleSet
  readonly namespaceSelector: JsonObject | undefined
  readonly objectSelector: JsonObject | undefined
}

export type ValidationAction = 'Deny' | 'Warn' | 'Audit'

/** Which objects a binding gives to its policy as parameters. */
export type ParamRef = {
  /** Empty for the parameters that `selector` matches. */
  readonly name: string
  readonly selector: JsonObject | undefined
  /** Empty for the namespace of the request. */
  readonly namespace: string
  readonly deniesMissing: boolean
}

/** A stored binding. */
export type PolicyBinding = {
  readonly name: string
  readonly policyName: string
  /** Absent if it matches all that its policy matches. */
  readonly constraints: PolicyConstraints | undefined
  readonly actions: readonly ValidationAction[]
  readonly paramRef: ParamRef | undefined
}

/** A stored policy. Its expressions are compiled once, when it first matches a request. */
export type AdmissionPolicy = {
  readonly phase: WebhookPhase
  readonly name: string
  readonly constraints: PolicyConstraints
  readonly ignoresFailures: boolean
  /** Absent if it has no parameters. */
  readonly paramKind:
    | { readonly group: string; readonly version: string; readonly kind: string }
    | undefined
  /** Whether it is evaluated again after others have changed the object. */
  readonly isReinvocable: boolean
  /** Whether all match conditions hold; rejects with an Error if one cannot be evaluated. */
  readonly meetsConditions: (input: PolicyInput) => Promise<boolean>
  /** The decisions about an object that the conditions select; for validating policies. */
  readonly validate: (input: PolicyInput) => Promise<PolicyResult>
  /** The changes, in their order; for mutating policies. Each rejects with an Error if it fails. */
  readonly mutations: readonly ((input: PolicyInput) => Promise<PolicyMutation>)[]
}

/** A policy that may match a request, with its bindings in the order of their names. */
export type BoundPolicy = {
  readonly policy: AdmissionPolicy
  readonly bindings: readonly PolicyBinding[]
}

/**
 * What one validation says. An expression that cannot be evaluated denies, or admits if ignored.
 */
export type PolicyDecision =
  | { readonly isAdmitted: true }
  | { readonly isAdmitted: false; readonly message: string; readonly reason: string }

export type PolicyResult = {
  readonly decisions: readonly PolicyDecision[]
  /** The faults of audit annotations, which deny a request whatever the actions are. */
  readonly annotationFaults: readonly string[]
  /** The audit annotations that have a value. */
  readonly annotations: readonly { readonly key: string; readonly value: string }[]
}

export type PolicyMutation =
  | { readonly is: 'jsonPatch'; readonly operations: readonly JsonObject[] }
  | { readonly is: 'applyConfiguration'; readonly configuration: JsonObject }
