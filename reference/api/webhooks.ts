// Admission webhooks, and the requests that they are asked about.

import type { Agent } from 'node:https'

import type { Dial } from './egress.ts'
import type { ApiObject, JsonObject } from './object.ts'
import type { PolicyInput } from './policy-input.ts'
import type { RequestClient, ResourceRequestInfo, User } from './request.ts'
import type { Resource } from './resource.ts'

/** The request that a write serves. Writes of the server itself have none. */
export type AdmissionRequest = {
  readonly user: User
  /** When it leaves, the calls end. */
  readonly client: RequestClient
  readonly info: ResourceRequestInfo
  /** The type that the path shows. */
  readonly resource: Resource
  /** The options of the request, without their type. */
  readonly options: JsonObject
  /** Adds an annotation to the audit events of the request; absent if there are none. */
  readonly annotate?: ((key: string, value: string) => void) | undefined
}

/** A step of a write that webhooks admit, with the objects in the form in which they are stored. */
export type AdmissionStep = {
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE'
  readonly request: AdmissionRequest
  readonly isDryRun: boolean
  /** The name that the client gave; empty if the server generates it. */
  readonly name: string
  readonly namespace: string
  /** Absent for a delete. */
  readonly object: ApiObject | undefined
  /** Absent for a create. */
  readonly old: ApiObject | undefined
}

/** The resource that a rule matched: that of the request, or an equivalent one. */
export type MatchedResource = {
  readonly resource: Resource
  readonly plural: string
  /**
   * The objects of the step in the version of the resource, if a webhook converts them. Others are
   * converted where they are shown.
   */
  readonly converted?: ReadonlyMap<ApiObject, ApiObject>
}

export type WebhookPhase = 'mutating' | 'validating'

export type WebhookRule = {
  readonly operations: readonly string[]
  readonly apiGroups: readonly string[]
  readonly apiVersions: readonly string[]
  readonly resources: readonly string[]
  /** Names of objects; all if absent or empty. */
  readonly resourceNames?: readonly string[]
  readonly scope: string
}

/** Rules of which one must match. */
export type RuleSet = {
  readonly rules: readonly WebhookRule[]
  /** Whether a rule also matches requests on other types that serve the same objects. */
  readonly acceptsEquivalent: boolean
}

/** A webhook of a stored configuration, compiled once. */
export type Webhook = RuleSet & {
  readonly phase: WebhookPhase
  readonly name: string
  /** Absent if it knows no version of reviews that this server has. */
  readonly reviewVersion: 'v1' | 'v1beta1' | undefined
  readonly ignoresFailures: boolean
  /** Whether it is called again after others have changed the object. */
  readonly isReinvocable: boolean
  readonly hasSideEffects: boolean
  readonly namespaceSelector: JsonObject | undefined
  readonly objectSelector: JsonObject | undefined
  /** Whether all conditions hold; rejects with an Error if one cannot be evaluated. */
  readonly meetsConditions: ((input: PolicyInput) => Promise<boolean>) | undefined
  readonly timeoutMs: number
  readonly url: URL
  /** Makes the connections; they are direct without it. */
  readonly dial: Dial | undefined
  /** What is called, for messages. */
  readonly address: string
  /** Keeps the connections. */
  readonly agent: Agent
}

/** A valid response. `patch` is absent unless it has operations. */
export type WebhookAnswer = {
  readonly isAllowed: boolean
  readonly patch: readonly unknown[] | undefined
  readonly warnings: readonly string[]
  readonly auditAnnotations: readonly (readonly [key: string, value: string])[]
  /** The Status of a refusal. */
  readonly status: JsonObject
}

/** A review as it is sent. */
export type AdmissionReview = {
  readonly apiVersion: string
  readonly kind: 'AdmissionReview'
  readonly request: JsonObject & { readonly uid: string }
}
