// The types of webhooks that authorize requests.

import type { AccessDecision, AuthorizationMode } from './access.ts'
import type { WebhookAddress } from './authentication.ts'
import type { JsonObject } from './object.ts'
import type { RequestInfo, User } from './request.ts'

/** A webhook that authorizes requests: an entry of an AuthorizationConfiguration. */
export type AccessWebhook = {
  /** Its name in the log. */
  readonly name: string
  readonly address: WebhookAddress
  /** The version of the SubjectAccessReview that is sent and expected (AUTHZ-023). */
  readonly version: 'v1' | 'v1beta1'
  /** How long an answer is kept that allows a request, in milliseconds; 0 keeps none. */
  readonly authorizedTtlMs: number
  /** The same for any other answer. */
  readonly unauthorizedTtlMs: number
  readonly timeoutMs: number
  /** Whether a request is denied if the webhook gives no answer; otherwise it has no opinion. */
  readonly deniesOnFailure: boolean
  /** Valid CEL expressions over the v1 review. It is called if all are true. */
  readonly matchConditions: readonly string[]
}

/** An authorizer of a configuration: a mode, or a webhook. */
export type AuthorizerSettings = AuthorizationMode | AccessWebhook

/** The status of a SubjectAccessReview. A reason is for the refused user. */
export type AccessReviewStatus = {
  readonly allowed: boolean
  readonly denied: boolean
  readonly reason: string
}

/** What webhooks are asked, and what their answers mean, each as one function. */
export type AccessReviewRules = {
  /** Returns the spec of a v1 review of a request. */
  readonly specOf: (user: User, info: RequestInfo) => JsonObject
  /** Returns the review that is sent, in the version of the webhook (AUTHZ-023). */
  readonly reviewOf: (
    spec: JsonObject,
    type: { readonly version: AccessWebhook['version']; readonly apiDomain: string },
  ) => JsonObject
  /** Returns what match conditions see as `request` (AUTHZ-036). */
  readonly conditionVariable: (spec: JsonObject, webhook: AccessWebhook) => JsonObject
  /** Returns the status in an answer. @throws Error for an answer of another type (AUTHZ-030) */
  readonly statusIn: (answer: unknown, sent: JsonObject) => AccessReviewStatus
  readonly decisionOf: (status: AccessReviewStatus) => AccessDecision
  /** Returns the decision without an answer, or with a condition that fails (AUTHZ-029 to 031). */
  readonly decisionOnFailure: (webhook: AccessWebhook, fault: string) => AccessDecision
  /** Returns how long an answer is kept, in milliseconds (AUTHZ-015, AUTHZ-017). */
  readonly ttlMsOf: (status: AccessReviewStatus, webhook: AccessWebhook) => number
  /** Returns how long a call may take, in milliseconds (AUTHZ-021). */
  readonly timeoutMsOf: (webhook: AccessWebhook) => number
}
